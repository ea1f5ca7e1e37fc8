"""Chinese sentences of what somebody does again and again or for years, by their grammar: 我在教堂合唱团唱女高音.

The clause without 我 becomes the item. Chinese verbs show no time, so a clause needs a verb and an object that tell
of a way of life, or a mark of repetition.
"""

import re
from collections.abc import Iterator

from memory.language.lexicon import any_of
from memory.language.lexicon import chinese as words
from ome.strategies.extract_user_profile.languages.grammar import Groups, Pattern

MOST_CHARS = 34

_HAN = r"[\u4e00-\u9fff]"
_COUNT = r"(?:[0-9]{1,3}|[一二两三四五六七八九十几半多]{1,4})"
# 种番茄, 养奶牛, 照顾外婆, 一个人带孩子: the objects of some verbs.
_CROPS = any_of("""
    菜, 蔬菜, 番茄, 西红柿, 辣椒, 黄瓜, 草莓, 葡萄, 花, 花草, 多肉, 兰花, 月季, 玫瑰, 水稻, 稻子, 小麦, 玉米,
    油菜, 棉花, 茶, 茶叶, 果树, 苹果, 橘子, 柑橘, 地, 田, 土豆, 红薯, 香草, 薄荷, 大棚, 药材, 蘑菇, 木耳
""")
_ANIMALS = any_of("""
    奶牛, 肉牛, 牛, 羊, 山羊, 绵羊, 鸡, 鸭, 鹅, 猪, 蜜蜂, 蜂, 鱼, 虾, 蟹, 蚕, 鸽子, 多肉, 兰花, 信鸽, 锦鲤,
    孔雀鱼, 乌龟, 鹌鹑
""")
_STOCK = rf"(?:(?:{_HAN}{{0,4}}[头群箱十百])?{_ANIMALS})"
_OLDER_KIN = any_of("""
    妈, 爸, 老公, 老婆, 奶奶, 爷爷, 外婆, 外公, 父母, 爸妈, 公公, 婆婆, 岳父, 岳母, 丈夫, 妻子, 哥哥, 弟弟,
    姐姐, 妹妹, 儿子, 女儿
""")
_ELDERS = rf"(?:我?{_OLDER_KIN}|妈妈|爸爸|父亲|母亲|老人|病人|公婆|[一两三]个?{_HAN}{{0,4}}老人|瘫痪的{_HAN}{{1,3}})"
_YOUNG = r"(?:孩子|娃|孙子|孙女|外孙女?|宝宝|[一两三四]个(?:孩子|儿子|女儿)|[两三]个?娃|儿子|女儿|双胞胎)"
_PLACED = r"在[\u4e00-\u9fffA-Za-z]{1,12}?"
# 做木工, 玩航拍, 在合唱团唱…, 唱京剧, 写小说
_HANDMADE = any_of("""
    木工, 木雕, 皮具, 陶艺, 手账, 手工皂, 模型, 盆景, 编织, 首饰, 汉服, 泥塑, 根雕, 标本, 豆腐卖
""")
_PLAYED_WITH = any_of("模型, 无人机, 航拍, 胶片, 黑胶, 桌游, 剧本杀, cos, 摄影, 乐队, 滑板, 音乐")
_ENSEMBLES = any_of("合唱团, 乐队, 乐团, 剧团, 戏班, 唱诗班, 舞蹈队, 民乐团, 管乐团")
_SUNG = any_of("京剧, 越剧, 昆曲, 豫剧, 粤剧, 黄梅戏, 戏, 美声, 女高音, 女中音, 男高音, 男低音, 诗班")
_WRITTEN = any_of("小说, 网文, 诗, 日记, 博客, 公众号, 剧本, 手账, 毛笔字, 歌, 配乐, 影评, 游记, 专栏")
# 做代购, 上夜班, 跑长途, 开网店, 在夜市卖…, 在…支教
_TRADES = any_of("""
    播客, 自媒体, 直播, 主播, up主, UP主, 视频, 代购, 微商, 团购, 跨境电商, 电商, 字幕, 翻译, 配音, 插画, 剪辑,
    外贸, 家教, 保洁, 月嫂, 护工, 钟点工, 裁缝, 美甲, 兼职, 志愿, 义工, 公益, 小生意, 生意
""")
_SHIFTS = any_of("半天班, 夜班, 三班倒, 两班倒, 早班, 晚班, 中班, 大夜班, 白班")
_ROUNDS = any_of("长途, 货运, 运输, 外卖, 网约车, 滴滴, 马拉松, 超马, 业务, 船")
_RUN_OR_DRIVEN = any_of("""
    校车, 公交车?, 大巴, 网约车, 滴滴, 网店, 淘宝店, 货车, 大车, 挖机, 塔吊, 收割机, 拖拉机, 叉车
""")
_WORKPLACES = any_of("""
    家办公, 网上卖, 网上教, 淘宝卖, 闲鱼卖, 夜市卖, 菜市场卖, 市场卖, 路边卖, 工地干, 工地打工, 餐馆打工,
    饭店打工, 厂里打工, 电子厂打工
""")
_STAYS = any_of("""
    实习, 当学徒, 服役, 当兵, 打工, 务工, 支教, 援建, 驻村, 做志愿者, 当志愿者, 当义工, 做义工, 帮忙带孩子,
    进修, 读博, 读研, 住校, 上夜校, 读夜校, 读中专, 读职高, 读大专
""")
# 拿奖学金, 住宿舍
_BENEFITS = any_of("奖学金, 助学金, 低保, 退休金, 补贴, 养老金, 抚恤金, 失业金")
_DWELLINGS = any_of("""
    宿舍, 廉租房, 公租房, 地下室, 城中村, 养老院, 老小区, 平房, 四合院, 窑洞, 船上, 房车里?, 乡下, 农村, 村里,
    郊区, 牧区, 福利院
""")
# 准备考研, 上夜校
_EXAMS = any_of("考研, 考公, 高考, 自考, 雅思, 托福, 法考, 司考, 考编, 移民, 开店, 退休")
_SCHOOLS = any_of("""
    夜校, 函授, 老年大学, 中专, 职高, 大专, 技校, MBA, 博士, 研究生, 高[一二三], 初[一二三], 大[一二三四],
    研[一二三]
""")
# 养老 and 养病 are no breeding, and pets have rules of their own.
_NOT_KEPT = any_of("老, 病, 生, 成, 家, 活, 伤, 神, 身, 好, 你, 狗, 猫, [一两几二三四五六]?[只条匹], 过")
# 教外国人汉语
_TAUGHT = any_of("中文, 汉语, 英语, 日语, 韩语, 数学, 语文, 钢琴, 书法, 跳舞, 画画, 踢球, 游泳")
# Ways of life: what a verb and its object tell without a mark of time.
_WAYS = "|".join(
    (
        # what is made, grown and collected
        rf"(?:收藏|收集)(?![一了]|意见|资料|信息|大家|数据|证据|到|夹)|集邮|种(?:植)?{_CROPS}|养着?+了?+{_STOCK}"
        rf"|喂{_STOCK}|放[羊牛]|挤奶|打鱼|捕鱼|出海捕|采茶|割胶|务农"
        rf"|(?:修|收|改装|翻新|做|组装)(?:复)?(?:老|旧|古董){_HAN}{{1,6}}|织(?:毛衣|围巾|帽子|袜子|布)"
        rf"|钩(?:毛线|包|玩偶)|绣(?:十字绣|花)|刻(?:章|印章|木头)|做{_HANDMADE}|酿(?:酒|米酒|啤酒|醋)"
        rf"|拍(?:鸟|星空|纪录片|短视频)|养蜂|航模|跑团|玩{_PLAYED_WITH}",
        # song, letters
        rf"(?:{_PLACED}{_ENSEMBLES}(?:里)?)(?:唱|拉|弹|吹|打|敲|跳|演|当|做|指挥){_HAN}{{0,8}}|唱{_SUNG}"
        rf"|写{_HAN}{{0,3}}{_WRITTEN}|记(?:账|日记|手账)"
        rf"|(?:运营|有个?){_HAN}{{0,8}}(?:公众号|博客|播客|频道|自媒体账号|视频号)|做{_TRADES}(?![了吗]|一下)",
        # work
        rf"(?:上|倒|值){_SHIFTS}(?!了)|(?:三|两|四)班(?:倒|两倒|三倒)|倒班|做[五六]休[一二]|单休|大小周|轮班"
        rf"|打(?:零工|两份工|散工|三份工)|跑{_ROUNDS}|开{_RUN_OR_DRIVEN}|送(?:外卖|快递|牛奶|报纸|水)(?![了给])"
        rf"|摆(?:地摊|摊|夜市)|接单(?:做|画|写)|接(?:私活|稿|零活)|(?:^|[^去])在{_WORKPLACES}"
        r"|通勤(?:要|得|单程|来回)?[\u4e00-\u9fff0-9]{0,4}[0-9一二两三四五六七八九十半]|远程办公|自由职业"
        rf"|兼职(?:做|当|教)|(?:{_PLACED}){_STAYS}",
        # faith
        r"信(?:佛|基督|耶稣|天主教?|道教?|主|伊斯兰教?|真主|教)|(?:吃|守)斋|初一十五吃素|做礼拜|守安息日|封斋",
        # money
        rf"(?:在|还在|要)?还(?:着)?(?:房贷|车贷|助学贷款|贷款|网贷|债|学贷)(?![完清了])|背着{_HAN}{{0,6}}(?:贷|债)"
        rf"|靠{_HAN}{{1,14}}(?:生活|过日子|养家|吃饭|度日|维持)|(?:定投|炒股|买国债|记账本|AA制|月光)"
        rf"|拿(?:着)?{_HAN}{{0,6}}{_BENEFITS}"
        rf"|领(?:着)?{_HAN}{{0,4}}(?:低保|退休金|养老金|失业金|补贴)|吃低保"
        r"|(?:在|正在)?(?:攒钱|存钱|攒(?:首付|学费|彩礼|路费)|存首付|凑首付)",
        # care
        rf"(?:照顾|伺候|护理|赡养){_ELDERS}"
        rf"|(?:一个人|独自|自己|单独)(?:带|拉扯|抚养|养)着?{_YOUNG}|(?:帮|给)(?:儿子|女儿|闺女|孩子)带{_YOUNG}"
        rf"|(?:在家|全职)带{_YOUNG}"
        rf"|带(?:徒弟|研究生|毕业班|高三|少年|社区|小学员){_HAN}{{0,10}}|还?在?(?:喂奶|母乳喂养|哺乳期)"
        r"|全职(?:妈妈|太太|爸爸|主妇)|寄养|丁克|不婚",
        # home
        rf"[和跟与]{_HAN}{{1,10}}(?:合租|合住|合用{_HAN}{{1,10}}|住一起|同居|一起租房)|(?:自己|一个人)租房|租房住"
        rf"|住(?:校|{_HAN}{{0,6}}{_DWELLINGS})(?=$|里|的)|烧(?:柴|煤)取暖|捡(?:废品|破烂|瓶子)|有{_HAN}{{1,8}}出租$"
        r"|异地恋|两地分居|异国恋|周末夫妻",
        # health
        rf"打{_HAN}{{0,4}}胰岛素|做(?:透析|化疗|康复|心理咨询|理疗)|口吃|结巴|打呼噜|打鼾|装(?:了)?(?:心脏)?起搏器"
        r"|戴(?:假牙|牙套|假肢|护腕)|坐轮椅|失眠(?:好|很)?多年|轻断食|间歇性断食",
        # study
        rf"在?写{_HAN}{{0,10}}(?:毕业论文|博士论文|硕士论文|论文)|(?:在|正在)?(?:备考|备战){_HAN}{{1,12}}"
        rf"|在?准备{_EXAMS}|在?(?:考研|考公|考编|复读|自考|读夜大)|一边{_HAN}{{1,8}}一边{_HAN}{{1,12}}"
        rf"|(?:在|正在)?(?:上|读){_SCHOOLS}{_HAN}{{0,8}}|付(?:着)?{_HAN}{{0,6}}(?:抚养费|赡养费)"
        rf"|在?学{_HAN}{{0,6}}(?:资格证|驾照|技师证)|租(?:了|着)(?:一?[个间套])?{_HAN}{{1,6}}$"
        rf"|^[三四五六七八]口人?(?:挤|住){_HAN}{{1,12}}"
        r"|(?:管着|管理|运营)[\u4e00-\u9fff0-9A-Za-z]{0,8}(?:群|论坛|社区|社团|网站)"
        rf"|有(?:两份工作|编制|残疾证|公积金|双重国籍|退休金|低保)$|戴头巾|养着?+了?+(?!{_NOT_KEPT}){_HAN}{{1,5}}$|拄拐"
        rf"|轮岗|分(?:房|床)睡|^(?:读|上)?(?:高|初|大|研)[一二三四]了?$|教{_HAN}{{1,6}}{_TAUGHT}$",
        # people
        r"没结过婚|离异带",
    )
)
# 我是志愿消防员
_ROLES = any_of("""
    志愿消防员, 工会代表, 人大代表, 理事, 会长, 副会长, 团长, 党员, 基督徒, 佛教徒, 天主教徒, 穆斯林, 独生子女,
    独生子, 独生女, 全职妈妈, 全职爸爸, 退伍军人, 残疾人, 低保户, 孤儿, 业委会主任, 业委会成员, 家委会成员,
    楼长, 寝室长, 学生会主席, 留守儿童, 移民二代, 听障人士, 视障人士, 素食者, 无神论者, 同性恋, 养父, 养母,
    护林员, 赤脚医生, 非遗传承人
""")
_IS = rf"^是?(?:一?[名个位])?(?:{_HAN}{{2,12}}(?:会员|志愿者|义工|班长)|{_HAN}{{0,12}}{_ROLES})$"
# What people have or don't have, and say so.
LACKED = any_of(f"""
    车, 汽车, 房, 房子, 驾照, 驾驶证, 电视, 电视机, 户口, {_HAN}{{2}}户口, 社保, 医保, 智能手机, 微信, 信用卡,
    宠物, 文凭, 学历, 抖音, 朋友圈, 微博, 空调, 暖气, 电梯, 阳台, 冰箱, 洗衣机, 保险, 存款, 绿卡, 国籍, 身份证,
    护照, 宗教信仰, 信仰, 纹身, 编制, 正式工作, 院子, 宽带, 网, WiFi, 洗碗机, 手机号, 暖气片, 退休金, 养老金
""")
# What is left out on principle, without a mark of time.
_NOT_USED = any_of("""
    不用(?:微信|支付宝|信用卡|智能手机|QQ|抖音|微博|香水|化妆品),
    不玩(?:社交媒体|抖音|微博|游戏|手游|朋友圈|小红书), 不看(?:电视|短视频|新闻), 不坐飞机, 不化妆, 不过生日,
    不过年, 不回老家, 不打游戏, 不用塑料袋, 不点外卖, 不喝奶茶, 不喝饮料, 不吃早饭, 不吃晚饭, 不开车, 不炒股,
    不打麻将, 不赌博
""")
# Marks of repetition and of long time.
_OFTEN = any_of(f"""
    每天, 每晚, 每早, 每周, 每个?星期, 每个?月, 每年, 每逢, 每隔, 早晚各, 平时, 一般, 通常, 从来不, 从来没,
    从不, 一向, 习惯, 从小, 隔天, 大多, 基本上?, 几乎每, 一直, 总是,
    {_COUNT}[天周年](?:[一两二三四五]次|去一次|{_HAN}{{1,3}}[一两二三四五六]次),
    {_COUNT}个?(?:星期|月)(?:[一两二三四五]次|{_HAN}{{1,3}}[一两二三四五六]次), 退休(?:以后|之后|后),
    (?:睡|饭)[后前]都?(?={_HAN}), (?:下班|放学|下工)后都, [周年]末都, 都(?:是)?只, 去哪儿?都, 什么时候都,
    (?<={_HAN}{{4}}){_COUNT}年(?:多)?了$, {_COUNT}年(?:多)?没, 好(?:几|多)年(?:了|没), 早就不, 每[周日月],
    [早晚]上(?:一般|都), 冬天都, 夏天都, 周[一二三四五六日末]都
""")
# 说 with these is to speak a language or a dialect.
_TONGUES = any_of("""
    藏, 维, 蒙, 壮, 朝, 潮, 温, 东北, 湖南, 手语, 粤, 普, 英, 日, 法, 德, 方, 客, 闽, 上海, 四川, 家乡, 中, 韩,
    俄, 话
""")
# Times of single events, verbs of thought and speech, of the moment, of what is to come.
_SINGLE_OCCASIONS = any_of(f"""
    今[天晚早年], 明[天晚早年], 昨[天晚], (?<!以)后天(?!天), 前天, 刚才, 刚刚, 等会, 待会, 等一?下, 一会, 马上,
    立刻, 下个?[周月], 上个?[周月], 下次, 上次, 这[周次个些], 那[天次个些棵], 当时, 那时, 小时候, 当年, 突然,
    结果, 然后, [0-9一二两三四五六七八九十]{{1,4}}点[半钟]?(?!多), [0-9一二三四五六七八九十]{{1,4}}[号日](?!称),
    (?<!每年)(?<!每)[0-9一二三四五六七八九十]{{1,2}}月(?!份?都), 先, 一下, 看看, [吧吗呢]$, [你您],
    (?<!吉)(?<!其)他, [她它], 想, 打算, (?<!主)要(?!求|付|交|还), 可以, 应该, 必须, 可能, 也许, 好像, 怎么,
    为什么, 什么事, 什么都, 谁, 别(?!人|墅), 请, 祝, 猜, 打赌, 觉得, 感觉, 以为, 希望, 担心, 高兴, 生气, 难过,
    累, 饿, 烦, 后悔, 羡慕, 忘, 记得, 知道, 听说, 听到, 看到, 发现, 告诉, (?<!小)说(?!{_TONGUES}), 骂, 抱怨, 等,
    找不, 不好意思, 谢, 喜欢, 讨厌, 爱(?!心), 怕, 迟到, 来(?:付|弄|吧|着), 给你, 帮你, 梦, 死, 完了, 成了, 梦见,
    算了, 开玩笑, 假装, 假设, 如果, 要是, 万一, 除非, 才怪, 差点, 吵架, 加油, 被, 考虑, 再, 那, 戒, 加班, 掉毛,
    着急, 生病, 发烧, 感冒, 出差, 旅游, 聚会, 开会, 取消, 约了, 预约, 带过去, 带来, 的时候
""")
_ONCE = re.compile(_SINGLE_OCCASIONS)
# Subjects of a clause that is not the speaker's.
_OTHER_PEOPLE = any_of(f"""
    {words.KIN}, 老[伴爸妈爷奶婆公弟哥姐大二三], 妈, 爸, 哥, 弟, 姐, 妹, 爷, 奶, 叔, 姨, 舅, 姑, 儿子, 女儿,
    闺女, 孩子, 老公, 老婆, 男朋友, 女朋友, 朋友, 同事, 同学, 邻居, 老板, 室友, 老师, 领导, 家人, 先生, 太太,
    媳妇, 婆婆, 公公, 岳父, 岳母, 孙子, 孙女, 对象, 公司, 学校, 单位, 厂, 老家, 小区
""")
_OTHERS = re.compile(rf"^(?:(?:我|我们)?{_OTHER_PEOPLE}|[你您他她它]|人家|别人|大家|有人|咱)")
_SUBJECT = re.compile(
    r"^(?:(?:其实|反正|说起来|对了|嗯|哦|哈哈|另外|还有|而且|因为|不过|但是?|所以|所以说|老实说|说实话)[，,]?)*"
    r"(?P<when>(?:周[一二三四五六日末]|冬天|夏天|春天|秋天|平时|现在|最近几年|每[周天月年晚][一二三四五六日末]?"
    r"|晚上|早上|下午|退休以后|退休后|下班后|睡前|寒暑假|周末|放假|从小)?)(?P<who>我们家|我们一家|我家|我们|我)"
)
_FILLERS = re.compile(rf"^(?:也|还|都|其实|真的|自己|现在|目前|已经|倒是|就|是个?(?=在))+(?={_HAN}{{3}})")
_TAIL = re.compile(r"[呢啊哈哦嘛啦呀的~～]{1,6}$")
_CLAUSES = re.compile(rf"[，。！？；：、,.!?;:~～…\n]\s*|(?:但是?|可是|不过|因为|所以)(?=我|{_HAN})")
_MINE = re.compile(r"我们?的")
_SHORT_KIN = re.compile(r"我(?P<kin>[妈爸哥弟姐妹])(?P=kin)?")
_KIN = re.compile(rf"{words.KIN}|孩子|儿子|女儿|妈妈?|爸爸?|哥哥?|弟弟?|姐姐?|妹妹?|{words.PET}")
# What is done again and again, for sentences without any other mark.
OFTEN = (
    r"(?:每天(?:早上|晚上|中午)?|每周(?:[一二三四五六日天]|末)?|每个?星期[一二三四五六日天]?|每个?月|每年|每个周末"
    r"|每晚|每早|天天)"
)
_FOUND = re.compile(
    rf"^我(?:自己|现在|目前|也|已经|一直|刚|最近|今年|都|真的|很|非常|特别|最)*{OFTEN}|^{OFTEN}(?:都)?去"
)
# The key is the item; the value is what other items of the sentence are compared with, which tell of relatives
# themselves.
_LASTING = Pattern("habit: {k}")
_WAYS_RE = re.compile(_WAYS)
_IS_RE = re.compile(_IS)
_OFTEN_RE = re.compile(_OFTEN)
_NOT_USED_RE = re.compile(rf"^(?:现在|也|都|一直|从来|平时|几乎|已经|自己|基本)*{_NOT_USED}了?$")
_ONLY_RE = re.compile(
    rf"(?:^|{_HAN})(?:(?:都|只)在[\u4e00-\u9fffA-Za-z]{{2,10}}(?:买|看|吃|住|修|听|写){_HAN}{{0,2}}$"
    rf"|(?:只|都)(?:喝|吃|穿|用|看|听|买|说|坐|骑|住|抽|睡|做){_HAN}{{0,11}}[^了]$)"
)
_SPOKEN_AT_HOME = any_of(f"""
    {words.SPOKEN}, 粤语, 普通话, 方言, 家乡话, 客家话, 闽南话, 上海话, 四川话, 手语, 藏语, 维语, 蒙语, 壮语,
    朝鲜语, 潮汕话, 温州话, 东北话, 湖南话
""")
_TALK_RE = re.compile(rf"(?:在家|家里|[跟和对]{_HAN}{{1,6}})(?:只|都)?(?:说|讲){_SPOKEN_AT_HOME}$")
_SOMEBODY = re.compile(
    r"[你您她它]|(?<!吉)(?<!其)他|老师|儿子|女儿|孩子|老公|老婆|朋友|同事|同学|[妈爸哥姐弟妹]|大家|公司"
)
_BARE = re.compile(rf"\W*{_HAN}")
_DENIED = re.compile(r"没(?!有?工资)|(?<!从来)(?<!从)不")
_NEVER = re.compile(rf"{_COUNT}年(?:多)?没|从来[没不]|从不")
# A clause with these tells how something is, or of single times, in spite of a mark of repetition.
_NO_HABIT = any_of("""
    很, 太(?!极), 非常, 挺, 特别, 最, 真, 好(?!几|多)[的吃看听], 忙, 支持, 相信, 认为, 理解, 尊重, 关注, 努力,
    看见, 背锅, 欺负, 需要, 下雨, 是, 有(?!氧), 差, 行$, 对(?:不|得), 欠, 缺, 拖, 催, 问, 笑, 哭, 熬着, 留着,
    放着, 开着, 觉, 个?(?:小时|分钟)$, 都[打去来做练吃喝]$
""")
_IS_LIKE = re.compile(_NO_HABIT)
_NO_IMAGINING = re.compile(r"^(?:你想想|想象|假设|假如|猜猜|你猜)")


def lasting_in(sentence: str, is_sure: bool) -> Iterator[tuple[Pattern, Groups]]:
    """What the sentence tells of the speaker's life, and what it ends."""
    if not is_sure or not _BARE.match(sentence) or _NO_IMAGINING.match(sentence):
        return
    is_own = is_bare = "我" not in sentence and not _SOMEBODY.search(sentence)
    for clause in _CLAUSES.split(sentence):
        if _FOUND.search(clause):
            is_own = True
            continue
        subject = _SUBJECT.match(clause)
        told = f"{subject['when']}{clause[subject.end() :]}" if subject else clause
        if (not subject and not is_own) or _OTHERS.match(
            clause if not subject else subject["who"] + clause[subject.end() :]
        ):
            is_own = False
            continue
        is_own = True
        yield from _told(_TAIL.sub("", told).strip(), is_said=subject is not None, is_bare=is_bare)


def _told(said: str, is_said: bool, is_bare: bool) -> Iterator[tuple[Pattern, Groups]]:
    if not 2 <= len(said) <= MOST_CHARS:
        return
    if not _ONCE.search(said) and _lasts(said, is_said, is_bare):
        item = _MINE.sub("自己的", _SHORT_KIN.sub(r"\g<kin>\g<kin>", _FILLERS.sub("", said))).replace(
            "我", "自己"
        )
        yield _LASTING, Groups(item, _KIN.sub("", item))


def _lasts(said: str, is_said: bool, is_bare: bool) -> bool:
    if _DENIED.search(said) and not _NEVER.search(said):
        return _NOT_USED_RE.match(said) is not None
    if (way := _WAYS_RE.search(said)) and (is_said or way.start() < 5):
        return True
    if is_bare:
        return False
    if _IS_RE.match(said) or _TALK_RE.search(said):
        return True
    if _OFTEN_RE.search(said):
        return len(said) > (3 if is_said else 5) and not _IS_LIKE.search(said)
    return is_said and _ONLY_RE.search(said) is not None
