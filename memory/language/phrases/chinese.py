"""Chinese phrases, as alternatives of patterns. There is no space between words."""

from memory.language.lexicon import any_of

# At the end of a statement: 我周一开始上班, 知道吧？
TAGS = "知道吧|对吧|是吧"
# What is offered after what is planned: 周六有比赛，你一起来吗？
OFFERS = (
    "(?:(?:你|要)?(?:一起)?来(?:看看?|玩|吃饭?)?[吗不]?"
    "|你?要?一起(?:去|来|吃个?饭|看)?[吗吧]?"
    "|行吗|可以吗|好吗|来不来)"
)
TAGS_ALONE = "对吧|是吧|对不对"

# Questions, with or without a question mark.
_CLAUSES_BEFORE = "(?:.*[，,！!])?"
# What somebody does not know is no question: 不知道考试哪天, 我问他是不是生气了.
_WONDERS = "(?:[知记記忘问問看说說管想猜]|考虑|商量|纠结|确定|取决|担心)"
_OF_YOU = any_of("干嘛, 干啥, 干什么, 在哪儿?, 去哪儿?, 怎么样, 是谁")
_WHAT_NOW = any_of("咋办, 怎么办, 咋样, 怎么样, 咋了, 怎么了, 咋整")
_WHICH = any_of("哪天, 几[点号], 幾[點號], 多久, 多少[钱錢]?, 哪[里裡儿兒], 咋说")
QUESTIONS = (
    # 是不是又不吃早饭, 明天要不要带伞
    rf"{_CLAUSES_BEFORE}(?:是不是|有没有|要不要|能不能|会不会)[^，,。]*$"
    rf"|(?!.*{_WONDERS}){_CLAUSES_BEFORE}[^，,。]{{1,10}}(?:是不是|有[没沒]有|要不要|能不能|[会會]不[会會])[^，,。]*$"
    # 你上次说叫什么来着
    r"|.{0,60}来着[。！]?$"
    # 作业写了没, 你失眠好点没
    rf"|{_CLAUSES_BEFORE}[^，,。]{{1,20}}(?:了|好点|好些)没(?:有)?[。！]?$"
    # 哎你在干嘛呢
    rf"|(?:哎|欸|诶)?[你您][^，,。我]{{0,8}}{_OF_YOU}[呢呀啊]?(?:[，,。！]|$)"
    # 啥时候回来
    r"|(?:.*[，,])?(?:[你您]去哪儿?|啥时候)[^，,。]{1,6}$"
    # 那孩子怎么办呀
    rf"|(?!.*(?:不知道|不晓得|不清楚))(?:.*[，,])?[^，,。]{{0,10}}{_WHAT_NOW}[呀啊呢嘛了]{{0,2}}[。！]?$"
    # 周末去不去, 明天你来不
    r"|.{0,40}(?P<asked>[去来吃要行好买看走玩能想])不(?P=asked)[^，,。]{0,2}[。！]?$"
    rf"|{_CLAUSES_BEFORE}[^，,。]{{1,12}}(?<![说說绝絕从從并並也都可才偏决決不])不[啊呀]?[。！]?$"
    # 这个服务现在归谁管, 小范你要什么电脑
    rf"|(?!.*(?:知道|清楚|问|猜|管它)){_CLAUSES_BEFORE}[^，,。]{{0,12}}(?:归谁|是谁|由谁|(?<![，。])谁)(?:管|负责|值班|去|做|在|的)?[呀啊呢了]?[。！]?$"
    rf"|(?!.*{_WONDERS}){_CLAUSES_BEFORE}[^，,。我]{{0,4}}[你您][^，,。我]{{0,4}}(?:什么|哪[个些种])[^，,。都也]{{1,6}}$"
    # 考试哪天, 现在几点了
    rf"|(?!.*{_WONDERS}){_CLAUSES_BEFORE}[^，,。]{{1,12}}{_WHICH}"
    r"(?:[能可来來去到走好完]{1,2}[^，,。]?)?[了呢啊呀]{0,2}[。！]?$"
    # 周六还是周日
    rf"|{_CLAUSES_BEFORE}[周週][^，,。]{{1,3}}[还還]是[下周週][^，,。]{{1,4}}$"
    rf"|{_CLAUSES_BEFORE}多少[钱錢][。！]?$"
    # 9床呢, 那孩子他妈妈呢; but 他在吃饭呢, 挺好呢
    rf"|{_CLAUSES_BEFORE}[^，,。我在正着著还還才可了说說多好很挺早]{{1,8}}呢[。！]?$"
    # 什么时候出发, 猜猜我看见谁了
    r"|什么时候[^，,。]{1,12}$"
    r"|猜猜?[^，,。]{0,12}(?:什么|谁|哪)[^，,。]{0,3}$"
)

# A question behind a statement, with a question mark: 我下周出差，你能帮我喂猫吗？
LAST_QUESTION = r"(?:[你您谁誰]|能不能|可以|[这那](?:个|样|么)?|是)[^,，?？]{1,20}"
# And without one: 我周五到，晚上方便吗
UNMARKED_LAST_QUESTION = (
    r"[，,][^,，?？。]{1,30}(?:可以|方便|有空|行|好)[吗嗎][?？。]{0,3}$"
    r"|[，,][^,，?？。]{1,12}不[啊呀]?。?$"
    # Whether it is known: 我青霉素过敏您知道吧？
    r"|[，,]?[你您][们們]?(?:知道|晓得|曉得|记得|記得)的?[吧吗嗎]?[?？]{1,3}$"
)

# What tells a statement of oneself: a day, or what somebody says of themselves without one.
DAYS = (
    r"\d{1,2}[号號日月]|(?:周|星期)[一二三四五六日天]|[明后]天|下下?个?(?:月|周|星期)"
    r"|周末|今晚|明年|月底|年底|每(?:天|周|晚|年|个月)"
)
BEFORE_SELF = "对了|那个|你好|您好"
# 我吃素，有我能吃的吗？ 我家住三楼, 我对花生过敏; but not 我有个问题
OF_SELF = (
    r"(?:可是?|但是?)?(?:我|我们|我家)"
    r"(?:是|住|养|不吃|吃素|对|属于|家住|有(?!什么|啥|事|个问题)|[^，。？?你您]{1,8}[过過]敏)"
    r"(?![^，。]{0,6}(?:什么|谁|哪|怎么))"
)
ASKS_FIRST = "如果|要是|什么|谁|怎么"

# Signs of content in a short sentence.
TELLS_OF_SELF = "周[一二三四五六日天末]|星期|明天|后天|下个?月"
# What makes a request more than that.
SAYS_MORE = "[我周号月]|以后|今后|永远|一直|明天|今天|今晚|后天|星期"

# At the beginning of a sentence, for what was named before.
POINTERS = "[他她它牠]|[这這那]"
# 但是她搬走了: somebody must have been named before.
OF_SOMEBODY = r"\W*(?:但是?|可是|所以)?[他她](?!的?话)"

# What is asked for, and says nothing else: 请帮我拿一下.
BEFORE_REQUEST = r"那[\s,]*|请|麻烦你?"
REQUESTS = (
    # 带上伞, 带点水果来
    r"带(?:上|[^，。]{1,6}(?:来|去))"
    r"|告诉我|(?:记得|别忘了?)[带吃穿早打给把买来叫]"
    r"|代我|替我|帮我[带拿买取捎倒关开收递占留接送寄]"
    r"|[发传转]给?我|给我[发带拿买留打]"
    # 把照片发给我, 买点水果回来
    r"|把[^，。]{1,10}(?:发|传|转|给|带|拿|关|打开)(?:给)?我?"
    r"|买点?[^，。我]{1,6}[回过]来"
    r"|快[点来去说]|小心|你?先忙"
)
