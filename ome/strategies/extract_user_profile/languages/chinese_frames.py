"""Chinese frames: each way to say that one has, does or suffers from something, with all words for such things.

The subject may be left out, so a clause is the speaker's in which nobody else is named: 养了一只橘猫，叫豆豆,
or 周末和朋友去爬山.
"""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import chinese as words
from ome.strategies.extract_user_profile.languages.grammar import Frame, Frames, Pattern

_HAN = r"[\u4e00-\u9fff]"
_NAME = rf"(?:{_HAN}{{2,3}}?|[A-Z][a-z]+)"
_END = r"(?=[，。！？；、,.!?;~～\s]|了|[哦呢哈呀啊啦嘛的]{1,2}(?:[，。！？,.!?~～\s]|$)|$)"
_COUNTED = r"(?:[一两三四五六几]?[只条匹头缸群窝])?"
# When, where and with whom: what may stand before the verb.
_FILLERS = any_of("""
    我们?家?里?, 自己, 现在, 目前, 平时, 周末, 下班后?, 最近, 还是, 还, 也, 就, 都, 只, 又, 先, 一直, 常常?,
    经常, 偶尔, 有空, 没事, 主要, 喜欢, 爱, 每天, 每周[一二三四五六日末]?, 天天, 早上, 晚上, 退休后?, 家里, 在,
    (?:去|在|到)(?:公园|楼下|小区|江边|河边|湖边|学校|广场|家里?|院子里?), 去, 会, 倒是, 其实, 比较, 还是, 不过,
    开始, 和, 跟, 朋友, 同事
""")
_ADVERBS = rf"{_FILLERS}*+"
_HAVE = rf"^{_ADVERBS}(?:养(?!老|生|病|花)(?:了|着)?|有(?!点|时|人|没|个|事)|领养了?|收养了?|捡了|买了)"
# What happens once, is watched or planned.
_ONCE = any_of("""
    合唱团, 乐队, 乐团, (?:周末|下班后?)(?=去), 昨天, 今天, 明天, 今晚, 昨晚, 后天, 刚才, 上周, 下周, 上次,
    下次, 那天, 小时候, 以前, 过去, 看(?!书|电影|.{0,6}(?:小说|漫画|动漫|剧|纪录片)), 教, 想, 约, 比赛, 电视,
    直播, 视频, 准备, 打算, 要(?!求), 听说, 陪, 送, 接, 取消, 受伤, 学校里, 上班(?!后), 题, 课本, 借, 卖
""")
# Animals that are gone, wished for, somebody else's, pictures, meat or fur.
_NOT_HAD = any_of("""
    小时候, 以前, 过去, 养过, 想, 打算, 看到, 看见, 遇到, 梦见, 卖, 邻居, 朋友家, 同事家, 死, 去世, 送(?:人|走),
    玩具, 照片, 电影, 动画, 皮, 肉, 毛, 粮, 害怕, 怕, 像, 店
""")


def _pets(pattern: Pattern, animals: str) -> Frame:
    return Frame(
        pattern,
        rf"{_HAVE}|^(?:就|还有|我家那?|家里那?)(?=[一两三四五六几]?[只条匹头缸])"
        r"|^我?[和跟与]"
        rf"(?=[一两三][只条](?:小|老|大|胖|橘|黑|白)?{words.PET}(?:相依为命|一起(?:住|生活|过)|住|过日子))",
        animals,
        unless=_NOT_HAD,
    )


# 打, 参加了, 迷上了: what comes before a pastime.
_PRACTISING = any_of("""
    打, 踢, 玩, 练, 跳, 做, 去, 下, 写, 画, 唱, 滑, 骑, 学, 报了, 参加了?, 坚持, 迷上了?, 爱上了?, 热爱,
    喜欢上了?, 开始, 喜欢, 爱
""")
# 网球鞋, 游泳馆: what only has to do with a pastime.
_NOT_ITSELF = any_of("老师, 课, 馆, 店, 赛, 票, 鞋, 服, 班, 教练, 器材, 的人, 场, 房")
# 糖尿病的书, 怀疑是胃炎
_NOT_ILL = any_of("药, 书, 医生, 病人, 治, 预防, 检查, 怀疑, 怕, 研究, 文章, 新闻, 讲座")
# 住在酒店, 住得近
_NO_HOME = any_of("过, 以前, 想, 打算, 准备, 酒店, 朋友, 出差, 旅游, 玩, 近, 远, 得, 校, 院, 满")
_JOBS = any_of(f"{words.JOBS}, 美术, 策划, 行政, 人事, 财务, 柜员, 售后, 前端, 后端, 产品经理, 文案, 后勤")
# In a clause with these, nothing is said of the speaker, or the contrary.
_BARRED = any_of("""
    怎么, 什么, 是不是, (?<!吉)他, [她它你您谁], 别人, 人家, [吗嘛][？?]?$, 不(?!行|好|错|过), 没(?!事),
    别(?!克), [妈爸爷], 奶奶, 外婆, 外公, 同学, 老板, 邻居, 孩子, 如果, 要是, 希望, 可能, 大概, 也许, 歌里,
    小说里, 梦里
""")

CHINESE_FRAMES = Frames(
    frames=(
        _pets(
            Pattern("pet: {k}：{v}"),
            rf"{_COUNTED}(?:小|老|大|胖|橘|黑|白)?(?P<k>{words.PET})，?(?:它|名字|他|她)?(?:的名字)?叫"
            rf"(?P<v>{_NAME}){_END}",
        ),
        _pets(
            Pattern("pet: 养{v}"),
            rf"(?P<v>[两三四五六几][只条匹头缸群窝](?:小|老|大|胖)?{words.PET})(?!，?(?:名字)?叫)(?![毛粮窝舍])",
        ),
        _pets(
            Pattern("pet: 养{k}"),
            rf"一?[只条匹头缸](?:小|老|大|胖|橘|黑|白|二手)?(?P<k>{words.PET})(?!，?(?:它|名字)?叫)(?![毛粮窝舍])",
        ),
        Frame(
            Pattern("plays: 会{v}"),
            rf"^{_ADVERBS}(?:弹|拉|吹|打|敲|玩){{1,2}}",
            rf"(?P<v>{words.INSTRUMENTS})(?!老师|课|行|店|谱)",
            unless=rf"{_ONCE}|学",
        ),
        Frame(
            Pattern("likes: 喜欢{v}"),
            rf"^{_ADVERBS}(?:(?=看?(?:打|踢|练|跳)?{words.PASTIMES})|{_PRACTISING}{{1,2}})(?:看)?",
            rf"(?P<v>{words.PASTIMES})(?!{_NOT_ITSELF})",
            # One time: 我在游泳.
            unless=rf"{_ONCE}|[做当是].{{0,8}}的$"
            rf"|^我们?(?:现在|正|还|都)*在(?:打|踢|玩|练|跳|做|下|写|画|唱|滑|骑)?{words.PASTIMES}[呢啊呀]?$",
        ),
        Frame(
            Pattern("owns: 有{v}"),
            rf"^{_ADVERBS}(?:买了?|开着?|骑着?|有|换了?)?(?=一[辆台])",
            rf"一[辆台](?:二手|旧|新|小|的|白色|红色|黑色|电动)*(?P<v>{words.VEHICLES}){_END}",
            unless=rf"{_NOT_HAD}|租|公司|撞|坐|打",
        ),
        Frame(
            Pattern("condition: 患有{v}"),
            r"^(?:我|就是|还行|老样子|最近|这|那|一直|有|得了|都|还|就|老|的|个|毛病)*+",
            rf"(?P<v>{words.ILLNESS})(?:又|都|老|还|就|经常|一直)?(?:犯了?|发作|出来|复发|没好|严重|好不了|{_END})",
            unless=_NOT_ILL,
        ),
        Frame(
            Pattern("home: 住在{v}"),
            rf"^(?:我们?|现在|已经|去年|今年|刚|最近|[和跟与]|{_HAN}{{2,3}}(?=搬|来)|前年|上个?月|就)*+"
            rf"(?:搬(?:到|去|来)了?|住在?(?!到)|来(?={_HAN}{{2,3}}[一二两三四五六七八九十几半0-9]+[年个]))",
            rf"(?P<v>(?!刚|搬)(?![这那哪里家学校宿舍公司外面我一二两三四五六七八九十几]){_HAN}{{2,4}}?)"
            r"(?=了|，|。|！|$|[一二两三四五六七八九十几半0-9]+[年个])",
            several=False,
            unless=_NO_HOME,
        ),
        Frame(
            Pattern("job: 职业：{v}"),
            r"^(?:我|我们|现在|目前|还|就|在|一直|刚){0,4}"
            rf"(?:在?(?:一?[家个所间])?(?:(?![他她你您]){_HAN}){{0,10}}?)?(?:当|做)(?:一?[名个位])?",
            rf"(?P<v>{_JOBS}){_END}",
            several=False,
            unless=r"以前|过|想|打算|准备|要|以后|[两三四五六七八九十几0-9]年|不|辞|曾",
        ),
        Frame(
            Pattern("employer: 在{v}工作"),
            r"^(?:我|现在|目前|还|就|一直|刚)*+在(?:一?[家个所间])",
            rf"(?P<v>{_HAN}{{0,6}}?{words.HOUSES})(?=当|做|上班|工作|干|教)",
            several=False,
            unless=r"以前|过|想|打算|准备|[两三四五六七八九十几0-9]年",
        ),
        Frame(
            Pattern("studies: 专业：{v}"),
            rf"^(?:我|现在|在|正在|(?:(?![学读念]){_HAN}){{1,6}}?(?=[学读念])|还)*+(?:读|念|学)(?:的是|的)?",
            rf"(?P<v>{words.STUDIES})(?:专业|系)?{_END}",
            several=False,
            unless=r"以前|过|想|打算|准备|孩子|考(?!上)|课",
        ),
        Frame(
            Pattern("family: {k}：{v}"),
            r"^(?:我们?|我家)(?:的|有(?:一?个)?)?",
            rf"(?P<k>{words.KIN})(?:[^，。！？]{{0,12}}，[她他])?(?:名字)?叫(?P<v>{_NAME}){_END}",
        ),
        Frame(
            Pattern("family: {k}：{v}"),
            r"^有(?:一?个)",
            rf"(?P<k>{words.KIN})，?(?:她|他|名字)?叫(?P<v>{_NAME}){_END}",
        ),
    ),
    needs=re.compile(_HAN),
    clause_end=re.compile(r"[，。！？；：,.!?;:~～…]\s*|(?:但是?|可是|不过|因为|所以)"),
    barred=re.compile(_BARRED),
    others=re.compile(
        r"(?<!吉)他|她"
        rf"|(?<![和跟陪给对与])(?<![和跟陪给对与]我)(?:{words.KIN}|[妈爸]|老大|老二|老三|小的|大的|同事|朋友|室友)"
        r"(?!一起)"
    ),
    own=re.compile("^(?:就|不过|但|但是|现在)?(?:我|自己)"),
    goes_on=re.compile(r"(?:和|还有|也|又|还|、)?(?:打|踢|玩|弹|拉|吹|练|跳|去)*"),
)
