"""Chinese patterns. They cover traditional characters only where these are listed beside the simplified ones."""

import re

from ome.strategies.extract_user_profile.languages.grammar import Grammar, Pattern

_HAN = r"[\u4e00-\u9fff]"
_END = r"(?=[，。！？；、,.!?;~～\s]|了|[哦呢哈呀啊啦嘛的]{1,2}(?:[，。！？,.!?~～\s]|$)|$)"
_NAME = rf"(?:{_HAN}{{2,4}}|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)"
_PLACE = rf"{_HAN}{{2,8}}?"
_THING = r"[\u4e00-\u9fffA-Za-z0-9]{1,16}?"
_NOW = r"(?:自己|现在|現在|目前|也|已经|已經|一直|刚|剛|刚刚|最近|今年|都|真的|很|非常|特别|特別|最)*+"
_WE = r"(?:我们|我們|我)"
_NUMBER = r"(?:[0-9]{1,3}|[一二两兩三四五六七八九十]{1,4})"
_JOBS = (
    r"(?:护士|護士|医生|醫生|老师|老師|教师|教師|程序员|程序員|工程师|工程師|律师|律師|会计|會計|厨师|廚師|司机|司機|学生|學生"
    r"|大学生|研究生|教授|记者|記者|作家|画家|畫家|设计师|設計師|演员|演員|歌手|警察|军人|軍人|农民|農民|工人|公务员|公務員"
    r"|翻译|翻譯|摄影师|攝影師|音乐家|理发师|药剂师|牙医|兽医|飞行员|销售|产品经理|经理|店员|服务员|快递员|保安|建筑师|建築師"
    r"|科学家|自由职业者|家庭主妇|木匠|电工|水管工|裁缝|面包师|理发师|渔民|助产士)"
)
_PARTNERS = r"(?:妻子|太太|老婆|丈夫|老公|先生|女朋友|男朋友|对象|未婚妻|未婚夫)"
_RELATIVES = r"(?:儿子|兒子|女儿|女兒|哥哥|弟弟|姐姐|妹妹)"
_PARENTS = r"(?:妈妈|媽媽|爸爸|母亲|父亲|奶奶|爷爷|外婆|外公)"
_PET = r"(?:小?狗|小?猫|小?貓|鹦鹉|兔子|仓鼠|乌龟|馬|马|蛇)"
_LANGUAGES = r"(?:英语|英文|法语|法文|德语|德文|日语|日文|韩语|韩文|西班牙语|俄语|阿拉伯语|葡萄牙语|意大利语|粤语|普通话|泰语|越南语|芬兰语|荷兰语|四川话|上海话|闽南语|闽南话|客家话|东北话)"
_ILLNESS = r"(?:哮喘|糖尿病|高血压|偏头痛|抑郁症|焦虑症|癫痫|湿疹|关节炎|鼻炎|失眠)"
_OFTEN = r"(?:每天(?:早上|晚上|中午)?|每周(?:[一二三四五六日天]|末)?|每个?星期[一二三四五六日天]?|每个?月|每年|每个周末|每晚|每早|天天)"

CHINESE = Grammar(
    patterns=(
        Pattern(
            "name",
            "identity",
            "名叫{v}",
            rf"(?:^|[，。！？\s])我叫(?P<v>(?!了){_NAME}){_END}|我的名字(?:是|叫)(?P<v2>{_NAME}){_END}|(?:^|[，。！？\s])叫我(?P<v3>{_HAN}{{2,3}}?)(?:就行|就好|吧|就可以)|(?:大家|同事|朋友|家里人)们?都?叫我(?P<v4>{_HAN}{{2,3}}?){_END}",
        ),
        Pattern(
            "age",
            "identity",
            "{v}岁",
            rf"{_WE}{_NOW}(?P<v>{_NUMBER})[岁歲](?!的时候|的時候|那年|时|時|就|开始|開始|之前|以前)"
            rf"|我今年(?:已经)?(?P<v2>{_NUMBER})了",
        ),
        Pattern("birthday", "identity", "生日：{v}", r"我的生日是(?P<v>[^，。！？\s]{3,12})"),
        Pattern(
            "from",
            "identity",
            "来自{v}",
            rf"我(?:是)?[来來]自(?P<v>{_PLACE}){_END}|我是(?P<v2>(?!负责|負責|主持|候选|候選|监护|介绍|联系|聯繫|发言|發言|继承|证|一个|一個|那种|这种|什么|当地|本地|外地){_HAN}{{2,4}}?)人{_END}|我(?:从小|從小|是)?在(?P<v3>{_PLACE})[长長]大|我老家(?:在|是)(?P<v5>{_PLACE}){_END}|我(?:出生在|生在)(?P<v4>{_PLACE}){_END}",
        ),
        Pattern(
            "home",
            "home",
            "住在{v}",
            rf"{_WE}{_NOW}住在(?P<v>{_PLACE}){_END}|{_WE}(?:(?:[0-9一二三四五六七八九十]{{1,3}}月份?|上个?月|上周|昨天|去年|今年|刚|已经|最近)(?:（[^）]{{1,20}}）)?)*+搬(?:到|去)了?(?P<v2>{_PLACE}){_END}|(?:^|[，。！？])(?:上个?月|上周|刚|刚刚|最近|去年|今年)搬到了?(?P<v5>{_PLACE}){_END}|{_WE}{_NOW}在(?P<v3>{_PLACE})(?:定居|生活){_END}|{_WE}{_NOW}定居(?:在)?(?P<v4>{_HAN}{{2,4}}?)(?:好多年|多年|很多年)?{_END}",
        ),
        Pattern("hand", "identity", "是{v}", rf"我{_NOW}是(?:个|個)?(?P<v>左撇子)"),
        Pattern(
            "job",
            "work",
            "职业：{v}",
            rf"我{_NOW}是(?:一?[名个個位])?(?P<v>(?:[初高]中|小学|大学|中学|软件|前端|后端|外科|内科|儿科)?{_JOBS}){_END}|我{_NOW}当(?P<v2>{_JOBS}){_END}"
            rf"|我[^。！？]{{0,30}}在[^。！？，]{{1,15}}(?:做|当)(?P<v3>{_JOBS}){_END}",
        ),
        Pattern("job", "work", "教{v}", rf"我{_NOW}在[^，。！？\s]{{1,10}}教(?P<v>{_HAN}{{2,4}}?){_END}"),
        Pattern("job", "work", "已{v}", rf"{_WE}{_NOW}(?P<v>退休|失业|失業)了"),
        Pattern(
            "employer",
            "work",
            "在{v}工作",
            rf"我{_NOW}在(?P<v>(?!家|这|那|外){_THING})(?:工作|上班){_END}"
            rf"|(?:^|[，。！？])我?(?:现在|目前)在(?:一[家个间所])?(?P<v2>{_HAN}{{1,8}}?(?:公司|医院|学校|银行|大学|工厂|酒店|餐厅))(?:做|当|工作|上班)",
        ),
        Pattern(
            "",
            "",
            "",
            r"我(?:已经|刚|刚刚|昨天|上周|上个月)*(?:辞职|辭職|被裁|被开除|离职)了",
            ends=("job", "employer"),
        ),
        Pattern(
            "studies",
            "education",
            "在{v}读书",
            rf"我{_NOW}在(?P<v>{_HAN}{{2,8}}?(?:大学|大學|学院|中学))(?:读书|讀書|上学|念书|学习){_END}",
        ),
        Pattern(
            "studies", "education", "专业：{v}", rf"我(?:学的是|的专业是|主修)(?P<v>{_HAN}{{2,8}}?){_END}"
        ),
        Pattern(
            "family",
            "family",
            "{k}：{v}",
            rf"我的?(?P<k>{_PARTNERS}|{_RELATIVES}|{_PARENTS})(?:叫|的名字是|名叫)(?P<v>{_NAME}){_END}",
        ),
        Pattern("family", "family", "有{k}", rf"我[和跟]我?(?P<k>{_PARTNERS})(?!叫|的)"),
        Pattern("family", "family", "有{k}", rf"我的?(?P<k>{_PARTNERS}|{_RELATIVES})(?!叫|的名字|名叫)"),
        Pattern(
            "status",
            "family",
            "已{v}",
            rf"{_WE}{_NOW}(?:(?:上个?月|去年|昨天){_NOW})*+(?P<v>结婚|結婚|离婚|離婚|订婚|訂婚|怀孕|懷孕)(?:[一两兩二三四五六七八九十几]{{1,3}}[年个個月]{{1,2}})?[了啦]",
        ),
        Pattern("", "", "", rf"{_WE}{_NOW}(?:离婚|離婚|分手)了", ends=("partner",)),
        Pattern(
            "children",
            "family",
            "有{v}",
            rf"我有(?P<v>{_NUMBER}个(?:孩子|小孩|儿子|女儿|哥哥|姐姐|弟弟|妹妹))",
        ),
        Pattern(
            "pet",
            "pets",
            "{k}：{v}",
            rf"{_WE}(?:家)?(?:养了|有|领养了)一[只条條隻匹](?P<k>{_PET})，?(?:名字)?叫(?P<v>{_NAME}){_END}|{_WE}(?:家)?的?(?P<k2>{_PET})叫(?P<v2>{_NAME}){_END}",
        ),
        Pattern(
            "pet",
            "pets",
            "养{k}",
            rf"{_WE}(?:家)?{_NOW}(?:(?:养了|有|领养了)一[只条條隻匹]|养)(?P<k>{_PET})(?!，?(?:名字)?叫){_END}",
        ),
        Pattern(
            "pet",
            "pets",
            "养{v}",
            rf"{_WE}(?:家)?{_NOW}(?:养了|有|领养了)(?P<v>[两兩二三四五六][只条條隻匹]{_PET})(?={_END}|和)",
        ),
        Pattern(
            "",
            "",
            "",
            rf"{_WE}(?:家)?的?(?P<k>{_PET})(?P<v>{_NAME})??(?:{_HAN}{{0,4}}?)(?:死了|去世了|走了|没了)",
            ends=("pet",),
        ),
        Pattern(
            "favourite",
            "likes",
            "最喜欢的{k}：{v}",
            rf"我最喜[欢歡]的(?P<k>{_HAN}{{1,6}}?)(?:是|叫)(?P<v>{_THING}){_END}",
        ),
        Pattern("likes", "likes", "喜欢{v}", rf"我{_NOW}(?:喜[欢歡]|热爱|爱)(?P<v>{_THING}){_END}"),
        Pattern(
            "dislikes",
            "dislikes",
            "不喜欢{v}",
            rf"我{_NOW}(?:不喜[欢歡]|不[爱愛]|讨厌|討厭)(?P<v>{_THING}){_END}",
        ),
        Pattern("dislikes", "dislikes", "怕{v}", rf"我{_NOW}(?:害怕|怕)(?P<v>{_THING}){_END}"),
        Pattern(
            "allergy",
            "health",
            "对{v}过敏",
            rf"我{_NOW}[对對](?P<v>{_HAN}{{1,6}}?)[过過]敏"
            rf"|^(?P<v2>(?!.{{0,4}}[我他她你妈爸弟妹哥姐儿女老朋友会没不有点是]){_HAN}{{2,5}}?)[过過]敏{_END}",
        ),
        Pattern("condition", "health", "患有{v}", rf"我{_NOW}(?:有|得了|患有|患了)(?P<v>{_ILLNESS})"),
        Pattern(
            "diet", "health", "吃{v}", rf"我{_NOW}(?:吃|是)(?P<v>素)(?:食者)?{_END}", shaped=lambda text: "素"
        ),
        Pattern(
            "diet",
            "health",
            "不吃{v}",
            rf"我{_NOW}不(?:能|可以|爱)?(?:吃|喝)(?P<v>肉|猪肉|牛肉|羊肉|鱼|海鲜|辣|鸡蛋|酒|糖|奶制品){_END}",
        ),
        Pattern("", "", "", r"我(?:已经)?不(?:再)?吃素了", ends=("diet",)),
        Pattern("speaks", "skills", "会说{v}", rf"我{_NOW}[会會](?:说|說|讲)(?P<v>{_LANGUAGES})"),
        Pattern(
            "speaks",
            "skills",
            "会说{v}",
            rf"我{_NOW}[会會](?:说|說|讲){_LANGUAGES}[和、](?:一点儿?)?(?P<v>{_LANGUAGES})",
        ),
        Pattern("plays", "skills", "会{v}", rf"我{_NOW}[会會](?:弹|拉|吹|打)(?P<v>{_HAN}{{1,4}}?){_END}"),
        Pattern(
            "learning",
            "skills",
            "在学{v}",
            rf"我{_NOW}(?:正在|在|开始)[学學](?:习)?(?P<v>(?!校|习|院|生|会|到){_HAN}{{1,6}}?){_END}",
        ),
        Pattern(
            "habit",
            "habits",
            "{v}",
            rf"(?:^|[，。！？\s])我{_NOW}(?P<v>{_OFTEN}(?:都)?(?:会)?[^，。！？\s]{{2,30}})",
        ),
    ),
    unsure=re.compile(
        r"如果|要是|假如|也许|也許|可能|大概|想(?!念)|希望|打算|以前|曾经|过去|梦见|[说說问問][:：]?[“\"「]|不再|还没|還沒|没有|沒有"
    ),
    value_end=re.compile(r"(?:因为|但是|可是|不过|所以|吗|呢|吧|啊|了)$"),
    no_value=re.compile(r"[的这這那你他她它您哪谁誰什啥]|自己|所有|一切|上班|说|看到|听到|是"),
    name_end="",
    first_person="我",
    conjunction="，",
    separator="，",
    full_stop="。",
    partners=frozenset(
        ["妻子", "太太", "老婆", "丈夫", "老公", "先生", "女朋友", "男朋友", "对象", "未婚妻", "未婚夫"]
    ),
    several=frozenset(["儿子", "兒子", "女儿", "女兒", "哥哥", "弟弟", "姐姐", "妹妹"]),
    until="至{year}年{month}月：{v}",
    months=tuple(str(number) for number in range(1, 13)),
)
