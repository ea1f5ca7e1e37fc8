"""Chinese sentences about oneself, and what a profile says of them: 我是护士 becomes 职业：护士.

The patterns cover traditional characters only where these are listed beside the simplified ones.
"""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import chinese as words
from ome.strategies.extract_user_profile.languages import at_work, endings, everyday, recovery
from ome.strategies.extract_user_profile.languages.chinese_frames import CHINESE_FRAMES
from ome.strategies.extract_user_profile.languages.chinese_lasting import LACKED, OFTEN, lasting_in
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Pattern, ending, noted

_HAN = r"[\u4e00-\u9fff]"
_END = r"(?=[，。！？；、,.!?;~～\s]|了|[哦呢哈呀啊啦嘛的]{1,2}(?:[，。！？,.!?~～\s]|$)|$)"
_NAME = rf"(?:{_HAN}{{2,4}}|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)"
_PLACE = rf"{_HAN}{{2,8}}?"
# With what the names of most places end: 四川, 苏州, 加拿大; but 老实人, 打工人.
_PLACE_END = (
    r"(?:[国國省市县区州洲山海江河东東西南北京津庆慶川安林宁阳城昌沙圳岛"
    r"港湾灣建苏疆藏夏口汉门波锡莞连春滨岭本亚兰徽肃原兴乌庄定肥都汕方古坡斯度牙台萨齐]"
    r"|大理|拿大|大利)"
)
_THING = r"[\u4e00-\u9fffA-Za-z0-9]{1,16}?"
_ADVERBS = any_of("""
    自己, 现在, 現在, 目前, 也, 已经, 已經, 一直, 刚, 剛, 刚刚, 最近, 今年, 都, 真的, 很, 非常, 特别, 特別, 最
""")
_NOW = rf"{_ADVERBS}*+"
_WE = r"(?:我们|我們|我)"
_NUMBER = r"(?:[0-9]{1,3}|[一二两兩三四五六七八九十]{1,4})"
_PARTNERS = any_of("""
    妻子, 太太, 老婆, 丈夫, 老公, 先生, 女朋友, 男朋友, 对象, 爱人, 老伴, 媳妇, 未婚妻, 未婚夫
""")
_RELATIVES = any_of("""
    儿子, 兒子, 女儿, 女兒, 闺女, 外甥女?, 侄子, 侄女, 哥哥, 弟弟, 姐姐, 妹妹, 孙子, 孙女, 外孙女?
""")
_LIVES = r"(?![^，。！？]{0,12}(?:去世|[过過]世|离世|離世|病逝|走了|没了|不在了))"
_PARENTS = r"(?:妈妈|媽媽|爸爸|母亲|父亲|奶奶|爷爷|外婆|外公)"
_FAMILY = rf"(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS})"
_CLASSIFIED = r"[只条條隻匹头缸]"
# What did not come about, and what somebody else says that the speaker does not believe.
_ALMOST = r"差一?点儿?|险些|險些"
_DISBELIEF = (
    r"[但可不][是过過]?，?我?(?:才|并|並|都|可|根本|真的)*不太?(?:相?信|同意|[认認][为為]|[觉覺]得)"
    r"|我才?不(?:相信|信)"
)
# What a person wants of the assistant for good.
_INSTRUCTED = (
    r"(?=[^，。！？；\n]{0,24}(?:回答|回复|答复|叫我|称呼我|解释|推荐|建议|提到|提起|写))[^，。！？；\n]{2,40}?"
    r"(?=[啊呀吧哦]{0,2}(?:[，。！？；,.!?\n]|$))"
)
_FROM_NOW_ON = r"(?:以后|今后|往后|从现在(?:起|开始))，?"
_TO_THE_END = r"[^，。！？；\n]{1,20}?(?=[啊呀吧哦了]{0,2}(?:[，。！？；,.!?\n]|$))"

# The subject is left out, and nobody else is spoken of.
_SELF = (
    r"^(?!.{0,60}(?:[他她它妈媽爸哥姐弟妹叔姨舅友您你]|儿子|女儿|闺女|孩子|老公|老婆|同学|同事|公司|我们))"
    r"(?:[对對嗯是啊的]{1,3}[，,])?"
)
_NO_OTHER = r"^(?!.{0,60}(?:[他她妈媽爸哥姐弟妹叔姨舅友]|儿子|女儿|闺女|孩子|老公|老婆|同学|同事))"
_DISHES = r"(?:肉|猪肉|牛肉?(?!奶)|羊肉|鱼|海鲜|辣|鸡蛋|糖|奶制品)"
_DRINKS = r"(?:酒|咖啡|茶|牛奶)"
_AVOIDED = f"(?:{_DISHES}|{_DRINKS})"
# 我妹 is 我妹妹, but 我姐夫 somebody else.
_SHORT_KIN = re.compile(r"(?<=我)[哥弟姐妹](?![哥弟姐妹夫们們子媳])")
# What has to be known of relatives, too, by who cooks for them.
_IS_UNWELL = (
    rf"(?:也|一直|从小){{0,2}}(?:[对對]{_HAN}{{1,6}}?[过過]敏|不能(?:吃|喝){_HAN}{{1,5}}?{_END}|有{words.ILLNESS}"
    rf"|吃素|怀孕(?:[一二三四五六七八九]个月)?了?|不吃{_AVOIDED})"
)
_BEFORE_NOTE = r"(?=[对對]|不|有|吃素|怀孕)"
_KIN = rf"(?:(?:大|小)?{_FAMILY}|[爸妈]|孩子|老大|老二|岳父|岳母|婆婆|公公)"
_KIN_LIKES = (
    rf"{_KIN}(?:从小|特别|最|很|非常|也|超级?|一直){{0,2}}"
    rf"(?:讨厌|怕|喜欢|爱吃|不喜欢|不爱吃?|不吃(?!{_AVOIDED})|受不了)(?!{words.KIN})"
    rf"[^，。！？；\s我你您他她它这那去被的了]{{1,8}}{_END}"
)
# Clauses that share their subject: 我老家在绍兴，现在住在合肥.
_SHARED_SUBJECT = re.compile(
    r"(?<=，)(?=(?:现在|目前|平时|周末|最近|还)?"
    rf"(?:住在|在{_HAN}{{1,10}}(?:上班|工作)|在学|在读|养了|[会弹拉]{_HAN}{{2,4}}[。，！]|开一辆|开着一辆|吃素))"
)
_OTHERS = re.compile(rf"[她它您你]|(?<!吉)他|{words.KIN}|孩子|[妈爸哥姐弟妹][，说在]|朋友|同事|同学")


def _written_out(text: str) -> str:
    """Each clause with the subject that it shares with the one before it, if nobody else is spoken of."""
    text = _SHORT_KIN.sub(r"\g<0>\g<0>", text)
    return _SHARED_SUBJECT.sub("我", text) if text.startswith("我") and not _OTHERS.search(text) else text


_MONTH_DAY = r"(?:[0-9]{1,2}|[一二三四五六七八九十]{1,2})月(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3})[号號日]"

# Words of single rules, in the order of the rules.

# 外科医生, 小学老师
_JOB_FIELDS = any_of("""
    公交, 货车, 卡车, 出租车, 地铁, 校车, 网约车, [初高]中, 小学, 大学, 中学, 软件, 前端, 后端, 外科, 内科, 儿科
""")
# 是开面馆的 is a trade, 是开玩笑的 isn't; who drives is told by another rule.
_NOT_RUN = any_of("玩笑, 会, 车, 货车, 出租, 公交, 卡车, 网约车, 大巴")
_DRIVEN_FOR_WORK = any_of("""
    货车, 大货, 半挂, 挖掘机, 叉车, 校车, 大巴, 客车, 渣土车, 出租车?, 公交车?, 卡车, 网约车, 大巴
""")
# 我自己开了一家面馆
_SHOPS = any_of("店, 馆, 厂, 公司, 工作室, 诊所, 铺, 坊, 吧, 农场, 民宿")
_FORMER_JOBS = any_of(f"{words.JOBS}, 兵, 军人, 消防员, {_HAN}{{0,4}}工人, 民办教师, 船员, 矿工")
_WORKING = any_of("工作, 上班, 上夜班, 值夜班, 上早班, 值班, 打工, 做兼职, 当班")
# Who else a sentence may be about, whose relative is named without a pronoun.
_SOMEBODY_ELSE = any_of(f"""
    [他她你您谁], 同学, 同事, 朋友, 邻居, 别人, 人家, 客户, 老板, 师傅, 阿姨, 叔, 舅, 姨, 姑, 老{_HAN}家,
    小{_HAN}家, 电影, 小说, 剧
""")
_OWN_KIN = any_of("儿子, 女儿, 闺女, 老公, 老婆, 老伴, 媳妇, 爱人, 男朋友, 女朋友, 孙子, 孙女, 外孙女?")
# How a sentence goes on after a relative: 女儿今年…, 老公在…
_WHAT_KIN_DO = any_of("""
    在, 要, 都, 去, 才, 今年, 那天, 今天, 明天, 这周, 下周, 刚, 说, 给, 上, 还, 正, 每, 一年, 天天, 也, 非, 老,
    总, 怕, 爱, 喜欢, 不, 调, 当, 做, 开, 考, 快, 已经, 会
""")
_FLOCK = any_of("鸡, 鸭, 鹅, 羊, 山羊, 羊驼, 兔, 鹌鹑, 蜜蜂, 驴, 鸽子")
# 我容易过敏, 我妈过敏: nothing is named, or it's somebody else's.
_NO_ALLERGEN = any_of("会, 没, 不, 皮肤, 药物, 有点, 怕, 是, 对, 儿, 女, 妈, 爸, 妹, 弟, 哥, 姐, 老, 他, 她")
# What happens to whoever touches or eats an allergen.
_ITCHES = any_of("过敏, 起疹子, 起红疹, 浑身痒, 痒, 肿, 长疙瘩, 喘不上气")
_FALLS_ILL = any_of("过敏, 进急诊, 送急诊, 进医院, 送医院, 起疹子, 起红疹, 浑身痒, 喘不上气")
_BODY_PARTS = any_of("颈椎, 腰椎, 腰, 膝盖, 胃, 眼睛, 肩膀, 心脏")
_TREATMENTS = any_of("""
    胰岛素, 降压药, 降糖药, 优甲乐, 激素, 抗抑郁药, 华法林, 阿司匹林, 二甲双胍, 他汀, 安眠药
""")
# What is left out of dishes: 我不吃香菜
_INGREDIENTS = any_of("香菜, 葱, 蒜, 姜, 内脏, 甜食, 生冷, 面食, 花生, 虾, 蟹")
# The last part of the names of medicines.
_DRUG_ENDS = any_of("片, 胶囊, 平, 沙坦, 普利, 他汀, 洛尔, 双胍, 拉唑, 西林")
_OWNED_INSTRUMENTS = any_of("""
    手风琴, 钢琴, 吉他, 小提琴, 大提琴, 二胡, 古筝, 琵琶, 架子鼓, 萨克斯, 电子琴, 尤克里里
""")
_PLAYED = any_of("""
    钢琴, 吉他, 贝斯, 二胡, 小提琴, 大提琴, 手风琴, 笛子, 箫, 葫芦丝, 萨克斯, 口琴, 古筝, 琵琶, 架子鼓, 鼓
""")

CHINESE = Grammar(
    patterns=(
        Pattern(
            "name: 名叫{v}",
            rf"(?:^|[，。！？\s])我叫(?P<v>(?!了){_NAME}){_END}|我的名字(?:是|叫)(?P<v2>{_NAME}){_END}"
            rf"|(?:^|[，。！？\s])叫我(?P<v3>{_HAN}{{2,3}}?)(?:就行|就好|吧|就可以)"
            rf"|(?:大家|同事|朋友|家里人)们?都?叫我(?P<v4>{_HAN}{{2,3}}?){_END}",
        ),
        Pattern(
            "age: {v}岁",
            rf"{_WE}{_NOW}(?P<v>{_NUMBER})[岁歲](?!的时候|的時候|那年|时|時|就|开始|開始|之前|以前)"
            rf"|(?<!第)我{_NOW}(?P<v4>[二三四五六七八九]十[一二三四五六七八九]?|[2-9][0-9])(?:了|啦)(?=[，。！]|$)"
            rf"|我今年(?:已经)?(?P<v2>{_NUMBER})(?:了|(?=[，。！]|$))"
            rf"|{_NO_OTHER}我[^。！？]{{1,12}}，今年(?:已经)?(?P<v3>{_NUMBER})岁?[了，。！]",
        ),
        Pattern(
            "birthday: 生日：{v}",
            r"我的?生日(?:是|在)(?P<v>[^，。！？\s]{3,12})"
            rf"|我(?:是)?(?:[0-9]{{4}}年)?(?P<v2>{_MONTH_DAY})(?:出生|生的|生日|过生日)",
        ),
        Pattern(
            "from: 来自{v}",
            rf"我(?:是)?[来來]自(?P<v>{_PLACE}){_END}"
            rf"|我是(?P<v2>(?!外国|聪明|一个){_HAN}{{1,3}}?{_PLACE_END})人{_END}"
            rf"|我(?:从小|從小|是)?在(?P<v3>{_PLACE})[长長]大|我老家(?:在|是)(?P<v5>{_PLACE}){_END}"
            rf"|我(?:出生在|生在)(?P<v4>{_PLACE}){_END}",
        ),
        Pattern(
            "from: 从{v}搬来",
            rf"{_WE}(?:家)?(?:都)?是?(?:[0-9]{{4}}年|小时候|前年|去年|[0-9一二两三四五六七八九十]{{1,3}}年前)?从"
            rf"(?P<v>{_PLACE})(?:搬|移民|迁)(?:过来|来这|到这|来的)",
        ),
        Pattern(
            "home: 住在{v}",
            rf"(?:^|[，。！？])(?:我)?(?:上个?月|上周|刚刚?|最近|去年|今年)?在(?P<v13>{_PLACE})租了(?:一?[个间套])?"
            r"(?:[一两三]居室?|[一两三]室[一两]厅|单间|房子?|公寓|开间)(?=[，。！]|住|$)",
            rf"{_NO_OTHER}我[^。！？]{{1,20}}，(?:现在|目前)住在?(?P<v8>{_PLACE}){_END}"
            rf"|{_WE}{_NOW}住在(?P<v>{_PLACE}){_END}"
            rf"|{_WE}(?:(?:[0-9一二三四五六七八九十]{{1,3}}月份?|上个?(?:月|周|星期|礼拜)|昨天|去年|今年|刚刚?|已经"
            rf"|最近|年初|年底)(?:（[^）]{{1,20}}）)?)*+(?:从{_HAN}{{1,8}}?)?搬(?:到|去)了?(?P<v2>{_PLACE}){_END}"
            rf"|(?:^|[，。！？])(?:上个?月|上周|刚|刚刚|最近|去年|今年)搬到了?(?P<v5>{_PLACE}){_END}"
            rf"|{_WE}{_NOW}在(?P<v3>{_PLACE})(?:定居|生活){_END}"
            rf"|{_WE}(?:家)?{_NOW}搬(?:到|来)了?(?P<v7>{_PLACE})(?=了)"
            rf"|{_SELF}(?:现在|已经|刚|上个?月|去年|今年)?搬(?:到|来)了?(?P<v6>{_PLACE})了"
            r"|^(?!.{0,15}[他她])(?:[对對嗯是啊的]{1,3}[，,])?(?:已经|刚)?搬(?:到|来)了?"
            rf"(?P<v12>{_HAN}{{2,4}}?)了(?=[，。！])"
            rf"|{_WE}{_NOW}定居(?:在)?(?P<v4>{_HAN}{{2,4}}?)(?:好多年|多年|很多年)?{_END}"
            rf"|我(?:们)?家{_NOW}(?:就)?(?:住)?在(?P<v9>(?!这|那|哪|楼|隔|附){_PLACE}){_END}"
            rf"|我在(?P<v14>{_HAN}{{2,5}}?)住了(?:快|将近|差不多)?{_NUMBER}[多几]?年"
            rf"|我住(?P<v10>(?!在|的|了|院|得|不|过|这|那|哪|校){_HAN}{{2,10}}?"
            rf"(?:区|路|街|镇|村|苑|小区|花园|栋)){_END}"
            rf"|^(?P<v13>(?![^，。]{{0,8}}[去到在见]){_HAN}{{2,4}}?(?:区|市|县)[\u4e00-\u9fff0-9]{{2,16}}?"
            r"(?:号|栋|室|单元))(?=[，。]|$)"
            rf"|{_WE}(?:[^，。！？]{{0,10}})?在(?P<v11>{_HAN}{{2,6}}?)(?:租了|买了)(?:一?套|个|间)?(?:房|公寓|单间)",
        ),
        Pattern("hand: 是{v}", rf"我{_NOW}是(?:个|個)?(?P<v>左撇子)"),
        Pattern(
            "job: 职业：{v}",
            rf"我{_NOW}是(?:一?[名个個位])?(?:(?![^，。！？\s]{{0,8}}[他她你您])[^，。！？\s]{{1,8}}的)?"
            rf"(?P<v>{_JOB_FIELDS}?{words.JOBS}){_END}|我{_NOW}当(?P<v2>{words.JOBS}){_END}"
            rf"|我们(?:做|当|干)(?P<v6>{words.JOBS})的(?=[都最就也，]|$)"
            rf"|(?:我|^我[^。！？]{{1,12}}，)(?:已经)?(?:做|当)了(?:快|将近|差不多)?{_NUMBER}[多几来]?年的?"
            rf"(?P<v7>{words.JOBS})(?=[了，。]|$)(?![^。！？]{{0,40}}(?:退休|转行|改行|不[干做]了|辞))"
            rf"|我[^。！？他她]{{0,30}}在[^。！？，]{{1,15}}(?:做|当)(?P<v3>{words.JOBS}){_END}"
            rf"|{_SELF}[^。！？]{{0,20}}?(?:^|[，。])(?:现在|目前)?(?:还)?(?:在[^，。！？]{{1,12}})?(?:做|当)"
            rf"(?P<v4>{words.JOBS}){_END}"
            rf"|{_NO_OTHER}(?:[^。！？]{{1,12}}，)?我?(?:现在|目前)还?在(?:一?[家个间所])?[^，。！？]{{1,10}}?"
            rf"(?:做|当)(?P<v5>{words.JOBS}){_END}",
            rf"我{_NOW}是(?P<v>(?:跑|开(?!{_NOT_RUN})|卖|搞|做|修|送|教|拍|带|写)"
            rf"(?![他她你它给着]|什么|这|那|好|梦|得|完|错|过){_HAN}{{1,6}}?)的{_END}",
        ),
        Pattern(
            "job: 开{v}",
            rf"我{_NOW}(?:是(?=开出租的))?开(?P<v>{_DRIVEN_FOR_WORK})的",
            rf"我{_NOW}(?:自己)?开了?(?:一?[家间个])(?P<v>{_HAN}{{1,6}}?{_SHOPS}){_END}",
            rf"{_NO_OTHER}(?:[^。！？]{{0,30}}[，。])?(?:现在|后来)自己开了(?:一?[家间个])(?P<v>{_HAN}{{1,6}}?{_SHOPS}){_END}",
        ),
        Pattern(
            "former: 以前是{v}",
            rf"我以前(?:还|也|曾经?)?(?:是|当过?|做过?|干过?)(?:一?[名个位])?(?P<v>{_FORMER_JOBS})"
            rf"(?={_END}|[，。！]|的|$)"
            rf"|我(?:以前)?(?:当|做|干)过{_NUMBER}[多几来]?年的?(?P<v2>{_FORMER_JOBS})(?=[，。！]|$)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "former: 以前{v}",
            r"^我以前(?:还|也|天天|经常|常)?"
            rf"(?P<v>(?:踢|打|弹|拉|唱|跳|练|学|养|画|写)过?(?!工|人|算|听|电话){_HAN}{{1,8}}?)(?=[，。！；]|$)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "former: 以前在{v}",
            rf"我以前(?:一直)?在(?P<v>{_HAN}{{2,10}}?(?:工作|上班|干活|打工|干|教书))(?=[，。！]|$)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "owns: 没有{v}",
            rf"^\W*(?:我们家|我家|我们|我)(?:现在|也|都|还|一直|自己)*没有?(?:自己的)?(?P<v>{LACKED})了?"
            r"(?=[，。！；]|$)",
            even_if_unsure=True,
        ),
        Pattern(
            "children: 没有{v}",
            r"^\W*(?:我们|我)(?:现在|也|都|还|一直)*没有?(?P<v>孩子|兄弟姐妹)(?=[，。！；]|$)",
            even_if_unsure=True,
        ),
        Pattern(
            "",
            r"^\W*(?:我们家|我家|我们|我)(?:现在|终于|也|已经|自己)*(?:有|买|考了?|办)了?(?:自己的|一?[辆套台张])?"
            rf"(?P<v>{LACKED})了?(?=[，。！；]|$)",
            ends=("owns",),
        ),
        Pattern(
            "",
            r"我(?:已经|现在|早就|早)*不"
            rf"(?:再(?P<v>{_HAN}{{3,20}}?)了?|(?P<v2>(?!是|要|想|行|好|对|会|能|知道|再){_HAN}{{3,20}}?)了){_END}",
            ends=("habits",),
            even_if_unsure=True,
        ),
        Pattern("job: 教{v}", rf"我{_NOW}在[^，。！？\s]{{1,10}}教(?P<v>{_HAN}{{2,4}}?){_END}"),
        Pattern(
            "employer: 在{v}工作",
            rf"{_SELF}(?:我?(?:[0-9一二三四五六七八九十]{{1,3}}月份?|上个?月|去年|今年|刚|最近){{0,2}})"
            r"(?:（[^）]{1,20}）)?(?:刚)?(?:进了?|入职了?|跳槽到了?)(?:一?[家所个])?"
            rf"(?P<v>{_HAN}{{0,8}}?{words.HOUSES})(?=[，。！]|$)",
            rf"我的?工作(?:已经|刚)?[调調换換][到去](?P<v5>{_HAN}{{2,4}}?)(?=了|[，。]|$)"
            rf"|我(?:天天|每天|整天|白天|晚上|周末|平时)?{_NOW}在(?P<v>(?!家|这|那|外){_THING}){_WORKING}{_END}"
            rf"|我{_NOW}在(?:一[家个间所])?(?P<v3>{_HAN}{{0,8}}?{words.HOUSES})(?:里)?"
            rf"(?:工作|上班|干|做|待|教|画|写|开|当)[^，。！？]{{0,8}}?{_NUMBER}[多几来]?年"
            rf"|我(?:们)?(?P<v4>(?!们|公司|学校|厂|物流){_HAN}{{0,6}}?{words.HOUSES})(?:里)?的?(?:同事|领导|老板)"
            r"|(?:^|[，。！？])我?(?:现在|目前)在(?:一[家个间所])?"
            rf"(?P<v2>{_HAN}{{1,8}}?(?:公司|医院|学校|银行|大学|工厂|酒店|餐厅))(?:做|当|工作|上班)",
        ),
        Pattern(
            "job: 已{v}",
            rf"{_WE}{_NOW}(?P<v>退休|失业|失業)了|{_WE}(?P<v2>退休)(?:以后|之后|后|前是|之前是|{_NUMBER}年)",
        ),
        ending(
            r"我(?:已经|刚|刚刚|昨天|上周|上个月)*(?:辞职|辭職|被裁|被开除|离职)了", ends=("job", "employer")
        ),
        Pattern(
            "studies: 在{v}读书",
            rf"我{_NOW}在(?P<v>{_HAN}{{2,8}}?(?:大学|大學|学院|中学))(?:读书|讀書|上学|念书|学习){_END}",
        ),
        Pattern(
            "studies: 专业：{v}",
            rf"(?:^|[，。])我?(?:大学|本科)(?:里)?学的(?:就)?是(?P<v4>{_HAN}{{2,6}}?)(?:专业)?(?=[，。！]|$)"
            rf"|我(?:学的是|的专业是|主修)(?P<v>{_HAN}{{2,8}}?){_END}"
            rf"|我{_NOW}(?:在)?[读讀](?P<v2>(?!书|了|完|过|的|大学|研){_HAN}{{2,8}}?)"
            r"(?:专业|系|的(?:硕士|博士|本科|研究生))"
            rf"|{_NO_OTHER}(?:[^。！？]{{0,12}}，)?我(?:[^。！？]{{0,12}}，)?{_NOW}是?学"
            rf"(?P<v3>(?![姐长弟妹生霸期费]|会|到|校|习|过|了|得|坏|好|不|着){_HAN}{{1,6}}?)的{_END}",
        ),
        Pattern(
            "family: {k}：{v}",
            rf"我的?(?P<k>{_FAMILY})"
            rf"(?P<v>(?:[A-Z][a-z]{{1,15}}|[小阿老]{_HAN}){_IS_UNWELL})",
            noted=True,
            shaped=noted(_BEFORE_NOTE, "（{note}）"),
        ),
        Pattern(
            "family: 有{k}{v}",
            rf"我的?(?P<k>{_FAMILY})(?P<v>{_IS_UNWELL})",
            noted=True,
            values="（.+）",
            shaped=noted(_BEFORE_NOTE, "（{note}）"),
        ),
        Pattern("kin: {v}", rf"我(?:们|的|家)?(?P<v>{_KIN_LIKES})", values=rf"{_KIN}.+"),
        Pattern(
            "family: 有{k}",
            rf"我的?(?P<k>{_PARTNERS})(?=说我|讲我|老说|总说|觉得我|认为我)",
            even_if_unsure=True,
        ),
        Pattern(
            "family: {k}：{v}",
            rf"我的?(?P<k>{_FAMILY})(?:叫|的名字是|名叫)(?P<v>{_NAME}){_END}",
            rf"我{_NOW}(?:有|交了|谈了)(?:个|一个)?(?P<k>{_PARTNERS}|{_RELATIVES})了?，(?:名字|她|他)?叫"
            rf"(?P<v>{_NAME}){_END}",
            rf"我的?(?P<k>{_PARTNERS}|{_RELATIVES})，?(?:她|他)?(?:叫|名叫)(?P<v>{_HAN}{{2,3}}){_END}",
            rf"(?:[和跟]|^)我的?(?P<k>{_PARTNERS}|{_RELATIVES})"
            rf"(?P<v>(?![和跟在也是会要想刚去来说一都还有没不喜]){_HAN}{{2}}(?<![在是了的还])(?=一起|还有|，|$))",
            rf"我的?(?P<k>{_PARTNERS}|{_RELATIVES})(?P<v>[A-Z][a-z]{{1,15}}|[小阿老]{_HAN})"
            r"(?=[，。！？和跟也在是会要想刚去来说]|$)(?<!小时)(?<!老是)(?<!小心)",
        ),
        Pattern(
            "family: 有{k}",
            rf"我{_NOW}(?:有|交了|谈了)(?:个|一个)?(?P<k>{_PARTNERS})(?!了?，(?:她|他|名字)?叫)(?:了|{_END})",
            rf"我[和跟]我?(?P<k>{_PARTNERS})(?!叫|的)",
            rf"我的?(?P<k>{_PARTNERS}|{_RELATIVES})(?!叫|的名字|名叫){_LIVES}",
            rf"^(?!.{{0,60}}(?:[他她你您]|同事|朋友|邻居|[帮替])).{{0,20}}?[接送](?P<k>{_RELATIVES}|孩子)"
            r"(?=放学|上学|下课|去)",
            # A relative without a pronoun is the speaker's, unless somebody else is spoken of.
            rf"^(?!.{{0,60}}{_SOMEBODY_ELSE})(?:[^。！？]{{1,40}}，)?(?:现在|今天|昨天|周末|就是)?(?P<k>{_OWN_KIN})"
            rf"(?={_WHAT_KIN_DO}){_LIVES}",
            rf"{_NO_OTHER}(?!.{{0,60}}[你您])[^。！？]{{0,20}}(?:在|要|得|帮忙|还)?带(?P<k>孙子|孙女|外孙女?)"
            r"(?=[，。！了呢啊]|$)",
        ),
        # 我家然然对花生过敏
        Pattern(
            "family: 家人：{v}",
            rf"我家(?P<v>(?!的|那|这|里|人|住|狗|猫|小狗|小猫){_HAN}{{2,3}}?{_IS_UNWELL})",
            noted=True,
            shaped=noted(_BEFORE_NOTE, "（{note}）"),
        ),
        Pattern(
            "status: 已{v}",
            rf"{_WE}{_NOW}(?:(?:上个?月|去年|昨天){_NOW})*+(?P<v>结婚|結婚|离婚|離婚|订婚|訂婚|怀孕|懷孕)"
            r"(?:[一两兩二三四五六七八九十几]{1,3}[年个個月]{1,2})?[了啦]",
        ),
        Pattern("status: 是{v}", rf"我{_NOW}是个?(?P<v>单亲(?:妈妈|爸爸)|单身)"),
        ending(rf"{_WE}{_NOW}(?:离婚|離婚|分手)了", ends=("partner",)),
        Pattern(
            "children: 有{v}",
            r"我(?:的|家)?(?P<v2>[两兩三四]个(?:孩子|小孩|儿子|女儿))|我们?(?:家)?那?对(?P<v4>双胞胎)"
            rf"|我有(?P<v>{_NUMBER}个(?:孩子|小孩|儿子|女儿|哥哥|姐姐|弟弟|妹妹))"
            r"|(?:我们?家?里?有|家里有|我是)(?P<v3>[两兩三四]个(?:娃|孩子|小孩|女儿|儿子))",
        ),
        Pattern(
            "pet: {k}：{v}",
            r"(?:我们?家?|我自己)(?:养了|养着|有)(?:[^。！？他她你您]{1,20}，)?(?:还有)?一[只条條隻匹]"
            rf"(?:老|小|大)?(?P<k3>{words.PET})，?(?:名字)?叫(?P<v3>{_NAME}){_END}"
            rf"|{_WE}(?:家)?(?:养了|有|领养了)一[只条條隻匹](?P<k>{words.PET})，?(?:名字)?叫(?P<v>{_NAME}){_END}"
            rf"|{_WE}(?:家)?的?(?P<k2>{words.PET})叫(?P<v2>{_NAME}){_END}",
        ),
        Pattern(
            "pet: 养{k}",
            rf"{_WE}(?:家)?{_NOW}(?:(?:养了|有|领养了)一[只条條隻匹]|养)(?P<k>{words.PET})(?!，?(?:名字)?叫){_END}"
            rf"|我[^，。！？他她你]{{0,8}}遛(?P<k3>狗){_END}(?!.{{0,20}}叫)"
            rf"|{_NO_OTHER}(?!.{{0,60}}[你您])(?:[^。！？]{{1,30}}，)?我?家里?(?:养|有)了?(?:一?{_CLASSIFIED})?"
            rf"(?P<k4>{words.PET})(?=[，。！]|$)"
            rf"|(?:我|我们)家的?(?:那|这)?{_CLASSIFIED}?(?P<k2>{words.PET})"
            r"(?!粮|砂|舍|窝|毛|咖|厂|年|肉|叫(?![个得了声唤醒起])|的名字)",
        ),
        Pattern(
            "pet: 养{v}",
            rf"(?:{_WE}(?:家)?|^我[^。！？他她你您]{{1,30}}，|{_SELF}[^。！？]{{0,20}}，)"
            rf"(?:还|也|只|现在|自己){{0,2}}养(?:了|着)(?P<v2>几[只头]{_FLOCK})(?=[，。！]|$)",
            rf"{_WE}(?:家)?{_NOW}(?:养了|有|领养了)?(?P<v>[两兩二三四五六][只条條隻匹]{words.PET})"
            rf"(?={_END}|和|天天|都|总|老)",
        ),
        ending(
            rf"{_WE}(?:家)?的?(?P<k>{words.PET})(?P<v>{_NAME})??(?:{_HAN}{{0,8}}?)(?:死了|去世了|走了|没了)",
            ends=("pet",),
        ),
        Pattern(
            "favourite: 最喜欢的{k}：{v}",
            rf"我最喜[欢歡]的(?P<k>{_HAN}{{1,6}}?)(?:是|叫)[《「“]?(?P<v>{_THING})[》」”]?{_END}",
        ),
        Pattern(
            "likes: 喜欢{v}",
            rf"我{_NOW}(?:喜[欢歡]|热爱|爱(?!好|人))(?P<v>{_THING}){_END}"
            rf"|我{_NOW}(?:迷上了?|爱上了?|喜欢上了?)(?P<v2>(?![他她它你]){_HAN}{{1,6}}?){_END}"
            r"|(?:^|[，。！？])(?:最近|这两年|去年|退休后)(?:开始)?(?:迷上|爱上|喜欢上)了?"
            rf"(?P<v3>(?![他她它你]){_HAN}{{1,6}}?){_END}"
            rf"|我(?:的|最大的|唯一的)?(?:爱好|兴趣)(?:就)?是(?P<v4>{_HAN}{{1,6}}?){_END}",
        ),
        Pattern(
            "dislikes: 不喜欢{v}",
            rf"我{_NOW}(?:不喜[欢歡]|不[爱愛]|讨厌|討厭)(?P<v>{_THING}){_END}"
            rf"|(?:^|[，。！？]|不过|但是?)(?P<v3>(?!不过|但|[这那它什别千我你]){_HAN}{{1,5}}?)(?:千万|就|请|都)?"
            r"(?:别|不要)(?:放|加|给我放|给我加)，我(?:受不了|不吃|讨厌|闻不了|吃不惯)"
            rf"|我{_NOW}受不了(?P<v2>(?!了|你|他|她|这|那){_HAN}{{1,6}}?){_END}",
        ),
        Pattern("dislikes: 怕{v}", rf"我{_NOW}(?:害怕|怕)(?P<v>{_THING}){_END}"),
        Pattern(
            "allergy: 对{v}过敏",
            rf"我{_NOW}(?:[还還]|也)?[对對](?P<v>{_HAN}{{1,6}}?)都?[过過]敏"
            r"|^我(?!.{0,20}[妈爸弟妹哥姐儿女老])[^。！？他她你您]{1,16}，(?:就是|只是|不过|但是?|而且)[对對]"
            rf"(?P<v11>{_HAN}{{1,6}}?)[过過]敏"
            rf"|(?:^|[，。！？])(?:还有，?)?(?:带|有|含|加)?(?P<v10>(?![这那它他她你谁我带有含还]){_HAN}{{1,4}}?)"
            r"(?:的(?:饼干|东西|蛋糕|菜|面包|零食))?我不能吃，一(?:吃|碰)[^，。！？]{0,4}就(?:肿|痒|喘|起)"
            rf"|(?:^|[，。！？]|另外|还有)(?P<v9>(?![这那它他她你谁我另还]){_HAN}{{1,4}}?)我"
            r"(?:碰不得|吃不得|碰不了|不能碰|[过過]敏的?)(?=[，。！]|$)"
            r"|^(?P<v2>"
            r"(?!周[一二三四五六日]|星期|上班|加班|开会|考试|.{0,4}[我他她你妈爸弟妹哥姐儿女老朋友会没不有点是])"
            rf"{_HAN}{{2,5}}?|碘|虾|蟹)[过過]敏{_END}"
            rf"|我{_NOW}(?P<v3>(?!.{{0,4}}{_NO_ALLERGEN}){_HAN}{{1,5}}?)(?:也|都)?[过過]敏{_END}"
            r"|(?:^|[，。！？；])(?:别|不要|不能)(?:再)?(?:放|加|买|做|点|带|推荐|吃)"
            rf"(?P<v4>(?![这那它]){_HAN}{{1,5}}?)(?:了)?，?我(?:会)?[过過]敏"
            rf"|我[^，。！？]{{0,4}}一(?:吃|喝|碰|沾|用|闻到?)(?P<v5>{_HAN}{{1,5}}?)就"
            r"(?:过敏|起疹子|起红疹|浑身痒|打喷嚏|拉肚子|喘)"
            rf"|(?:^|[，。！？]|里有)(?P<v7>(?![这那它他她你谁我]){_HAN}{{1,5}}?)，?(?:我)?一"
            rf"(?:擦|碰|沾|抹|吃|喝|闻)(?:到|上)?就{_ITCHES}"
            rf"|(?:^|[，。！？]|里(?:面)?有)(?P<v8>(?![这那它他她你谁我]){_HAN}{{1,5}}?)，我(?:一)?(?:吃|碰|喝)了?"
            rf"(?:就|会|要|得){_FALLS_ILL}"
            rf"|(?:^|[，。！？])(?P<v6>(?![这那它他她你]){_HAN}{{1,4}}?)(?:不行|不能吃|吃不了)，我[过過]敏",
        ),
        Pattern(
            "condition: 患有{v}",
            rf"我这个?(?P<v5>{words.ILLNESS})|我{_NOW}(?:有|得了|患有|患了|是)(?P<v>{words.ILLNESS})"
            rf"|我[^。！？他她妈爸]{{0,20}}(?:查出(?:来)?了?有?|确诊(?:了)?(?:是)?)(?P<v2>{words.ILLNESS})"
            rf"|我{_NOW}(?P<v3>乳糖不耐受?)"
            rf"|{_NO_OTHER}[^，。！？]{{0,4}}(?:^|我的?)有?(?P<v4>{words.ILLNESS}){_END}",
        ),
        Pattern(
            "condition: {v}不好",
            rf"{_NO_OTHER}(?!.{{0,60}}[你您])(?:[^。！？]{{1,40}}[，。])?(?:就是)?我?的?(?:最近|这阵子|这两天)?"
            rf"(?P<v>{_BODY_PARTS})(?:都|也|早|一直)*(?:不行|不好|废了|坏了|有毛病|不太好)",
        ),
        Pattern(
            "condition: 长期用{v}",
            rf"我{_NOW}(?:一直|每天(?:早上|晚上)?|天天|长期|得|要|靠)*(?:吃|打|用|服)(?:着|一片|一粒)?"
            rf"(?P<v>{_TREATMENTS}){_END}",
        ),
        Pattern(
            "condition: {v}高",
            r"(?:^|[，。])我(?P<v2>血压|血糖|血脂|尿酸|胆固醇)(?:有点|偏|一直)?高(?=[，。！]|$)"
            rf"|{_NO_OTHER}(?:[^，。！？]{{1,12}}，)?我?(?:的)?(?P<v>血压|血糖|血脂|尿酸|胆固醇)"
            r"(?:有点|有些|偏|一直|比较|有一点|最近|又|还是|这两天|这阵子)*高(?!的人)",
        ),
        Pattern(
            "condition: {v}", rf"我{_NOW}(?:是|有点)?(?P<v>色盲|色弱|近视|耳背|听力不好|视力不好|坐轮椅)"
        ),
        Pattern("diet: 吃{v}", rf"我{_NOW}(?:吃|是)(?P<v>素)(?:食者)?{_END}", shaped=lambda text: "素"),
        Pattern(
            "diet: 不吃{v}",
            rf"我{_NOW}不(?:能|可以|爱)?(?:吃|喝)(?P<v>{_DISHES}){_END}"
            rf"|我(?:已经)?(?:好多年|很多年|多年|早就|好几年)(?:都)?不(?:吃|喝)(?P<v4>{_DISHES})了?(?=[，。！]|$)"
            rf"|(?:我|[，。])吃不了(?P<v5>(?!了|苦|亏|那|这){_HAN}{{1,4}}?)的?(?=[，。！]|但|可是|$)"
            rf"|我{_NOW}不(?:能|可以)?吃(?P<v2>{_INGREDIENTS}){_END}"
            rf"|{_NO_OTHER}我[^。！？]{{1,12}}，(?:也)?不(?:能|可以|爱)?(?:吃|喝)(?P<v3>{_DISHES}){_END}",
            beside=True,
        ),
        Pattern(
            "diet: 不喝{v}",
            rf"我{_NOW}不(?:能|可以|爱)?[吃喝](?P<v>{_DRINKS}){_END}"
            rf"|我(?:已经)?(?:好多年|很多年|多年|早就|好几年)(?:都)?不[吃喝](?P<v4>{_DRINKS})了?(?=[，。！]|$)"
            rf"|{_NO_OTHER}我[^。！？]{{1,12}}，(?:也)?不(?:能|可以|爱)?[吃喝](?P<v3>{_DRINKS}){_END}",
            beside=True,
        ),
        Pattern(
            "diet: 吃{v}",
            rf"我{_NOW}(?:只|都|一直)?(?:吃|要|需要)(?P<v>清真)"
            rf"|我{_NOW}是(?:回民|回族|穆斯林)[^。！？]{{0,12}}(?P<v2>清真)",
        ),
        Pattern("ethnicity: 是{v}", rf"我{_NOW}是(?P<v>回民|回族|穆斯林)(?:人)?{_END}"),
        Pattern(
            "smoking: 已戒烟",
            rf"(?<![让讓叫要劝求逼])我{_NOW}(?:[^，。！？]{{0,8}})?"
            rf"(?:戒烟了|戒了烟|把烟戒了|戒烟(?:已经)?(?:{_NUMBER}|半)年|不再抽烟)"
            r"|(?:^|[，。])(?:我烟(?:也|都|已经)*|烟我(?:也|都|已经)*)戒了",
        ),
        Pattern("smoking: 不抽烟", rf"我{_NOW}(?:从)?不(?:抽烟|吸烟){_END}"),
        Pattern("smoking: 抽烟", rf"我{_NOW}(?:每天|一天|有时候?|偶尔)?(?:抽烟|吸烟){_END}"),
        Pattern(
            "condition: 服用{v}",
            rf"我{_NOW}(?:每天(?:早上|晚上)?|天天|一直|长期|在)*(?:吃|服用?|用)(?:着)?"
            rf"(?P<v>{_HAN}{{2,6}}?{_DRUG_ENDS}(?:{_NUMBER}(?:毫克|mg|片))?){_END}",
        ),
        Pattern(
            "household: 和{v}同住",
            rf"我{_NOW}(?:还|一直)?[和跟](?P<v>父母|爸妈|爸爸妈妈|爷爷奶奶)(?:一起|同)?住{_END}",
        ),
        Pattern("household: 独居", rf"我{_NOW}(?:还|都)?是?(?:一个人|一個人|独自|獨自)住{_END}"),
        Pattern("leave: 在休{v}", rf"我{_NOW}(?:正)?在?休(?P<v>产假|陪产假|育儿假){_END}"),
        ending(r"(?:我|^|[，。])(?:现在|早就|已经)?不(?:再)?吃素了", ends=("diet",)),
        Pattern(
            "owns: 有{v}",
            rf"我(?:会|可以|就)?(?:带上?|有一?[台架把个])?(?:我?的)?(?:自己的)?(?P<v>{_OWNED_INSTRUMENTS})"
            r"(?=[来去，。！]|过去|过来|$)",
            values="(?!在学).+",
        ),
        Pattern(
            "speaks: 会说{v}",
            rf"我{_NOW}只?[会會](?:说|說|讲)(?P<v>{words.SPOKEN})|我{_NOW}在家(?:说|讲)(?P<v2>{words.SPOKEN})",
            rf"(?:^|[，。！？])(?:我的?)?(?P<v2>{words.SPOKEN})(?:我)?(?:说得|讲得|还|挺|很)*"
            r"(?:不错|流利|可以|挺好)(?![吗吧？])"
            rf"|我{_NOW}[会會](?:说|說|讲){words.SPOKEN}[和、](?:一点儿?)?(?P<v>{words.SPOKEN})",
        ),
        Pattern(
            "plays: 会{v}",
            rf"我{_NOW}[会會](?:弹|拉|吹|打)(?P<v>{_HAN}{{1,4}}?){_END}"
            rf"|我{_NOW}在乐队里?(?:弹|拉|吹|打)(?P<v2>{_HAN}{{1,4}}?){_END}"
            rf"|(?<![教让叫给])我(?:平时|周末|现在|从小|没事)?(?:弹|拉|吹|打)(?P<v3>{_PLAYED})",
        ),
        Pattern(
            "learning: 在学{v}",
            rf"(?:^|[，。])我?(?:还)?报了(?:一?个)?(?P<v3>{_HAN}{{1,6}}?)(?:班|课)(?=[，。！]|$)"
            rf"|(?:^|[。，！])最近(?:还|又|都)?在学(?P<v4>(?!校|习|院|生|会|到){_HAN}{{1,6}}?)(?=[，。！]|$)"
            rf"|我{_NOW}报了?(?:一?个|了个)?(?P<v2>{_HAN}{{1,6}}?)(?:班|课){_END}"
            rf"|我{_NOW}(?:正在|在|开始)[学學](?:习)?(?P<v>(?!校|习|院|生|会|到){_HAN}{{1,6}}?){_END}",
        ),
        Pattern(
            "habit: {v}",
            rf"{_NO_OTHER}(?!.{{0,60}}[你您])(?:不过|就是|反正)?(?P<v2>{OFTEN}(?:都)?去[^，。！？\s]{{2,20}})"
            r"(?=[，。！]|$)"
            rf"|(?:^|[，。！？\s])我{_NOW}(?P<v>{OFTEN}"
            r"(?![^，。！？]{0,30}(?:[你您]|看见|看他|看她|努力|被|加班|后悔|想着))(?:都)?(?:会)?"
            r"[^，。！？\s]{2,30})",
        ),
        *everyday.CHINESE,
        *endings.CHINESE,
        *recovery.CHINESE,
        *at_work.CHINESE,
        Pattern(
            "instruction: 要求：{v}",
            rf"(?<![他她们]){_FROM_NOW_ON}"
            rf"(?P<v>(?:请|都|你|麻烦|叫我|称呼我|(?:不要|别)再?|用|尽量|一律|只){_INSTRUCTED})"
            r"|(?:请|麻烦)(?P<v9>(?:不要|别)再(?:给我)?(?:打电话|打我电话|发短信|发邮件|发微信|推荐|推送)"
            r"[^，。！？；\n]{0,20}?)(?=了?(?:[，。！？；,.!?\n]|$))"
            rf"|请(?P<v2>(?:一直|始终|总是|永远){_INSTRUCTED})|(?P<v3>永远(?:不要|别){_INSTRUCTED})"
            # How something is to be made, without a verb of speech: 以后请用简谱.
            rf"|{_FROM_NOW_ON}(?:{_HAN}{{1,6}}?)"
            rf"(?P<v5>(?:都|一律|统一|全部)(?:用|按|写|标|改成|换成)(?![不得着]|这个|那个|我的){_TO_THE_END})"
            r"|(?:^|[，。；])(?:再就是|还有|另外|再有)，?"
            rf"(?P<v6>(?:请)?(?:不要|别)(?:用|写|提|加|放|出现)(?!我的|那个|这个){_TO_THE_END})"
            # How somebody wants to be reached.
            r"|(?:^|[，。；])(?P<v8>有事(?:情)?(?:就|请|麻烦)?(?:发|打)(?:短信|微信|电话|邮件))"
            r"(?=[，。！啊吧哦]|$)"
            r"|(?:^|[，。；]|以后|结果|有事)(?:请)?(?P<v7>(?:别|不要)(?:发|打|用)(?:微信|短信|电话|邮件)，?(?:请)?"
            r"(?:打|发|用)[^，。！？；\n]{0,6}(?:电话|短信|微信|邮件))"
            rf"|(?<!我)(?<!我们){_FROM_NOW_ON}"
            r"(?P<v4>(?:(?:请|都|一律|统一|全部|麻烦|给我|只){1,3}(?:用|按|标|写成|改成|换成|转成)"
            rf"|别用|不要用|请别用)(?![不得着]|这个|那个|我的){_TO_THE_END})",
            even_if_unsure=True,
        ),
    ),
    frames=CHINESE_FRAMES,
    unsure=re.compile(
        r"如果|(?<!主)要是|假如|也许|也許|可能|大概|想(?!念)|希望|打算|以前|曾经|过去|梦见|[说說问問][:：]?[“\"「]"
        r"|不再|(?:以为|谁说)我|(?:觉得|认为|非说|说)我(?:是|有|在)|(?<!说)的话"
        rf"|(?:游戏|戏|电影|小说|剧|梦|故事)[里中]|还没|還沒|没有|沒有|{_ALMOST}|{_DISBELIEF}"
        r"|从(?:下个?|明年|[0-9一二三四五六七八九十]{1,3}月)[^，。！？]{0,6}?(?:起|开始)"
        r"|^我?(?:下个?月|明年|下周|下学期)"
    ),
    often=re.compile(OFTEN),
    value_end=re.compile(r"(?:因为|但是|可是|不过|所以|吗|呢|吧|啊|了)$"),
    no_value=re.compile(r"[的这這那你他她它您哪谁誰什啥]|自己|所有|一切|上班|说|看到|听到|是"),
    name_end="",
    first_person="我",
    conjunction="，",
    separator="，",
    full_stop="。",
    called=re.compile(rf"{_KIN}|{words.PET}", re.IGNORECASE),
    partners=re.compile(_PARTNERS, re.IGNORECASE),
    several=re.compile(_RELATIVES, re.IGNORECASE),
    until="至{year}年{month}月：{v}",
    months=tuple(str(number) for number in range(1, 13)),
    written_out=_written_out,
    # A clause without "I" may be about what is doubted: 想当老师，做护士.
    doubts=re.compile(r"以前|曾经|可能|大概|也许|也許|想(?!念)|希望|打算|\A[^我]+\Z"),
    lasting=lasting_in,
)
