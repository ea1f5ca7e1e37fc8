"""What is said later ends or replaces what was known: of illness and medicine, shifts, rank, tools, diet, kin, and how
to reach somebody.
"""

import pytest

from tests.ome.test_profile_lasting import described, known


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("I have asthma.", "My asthma is gone.", "Until May 2025: has asthma"),
        ("I have psoriasis.", "The psoriasis has cleared up completely.", "Until May 2025: has psoriasis"),
        ("I take metformin.", "The doctor took me off metformin.", "Until May 2025: takes metformin"),
        ("I take lisinopril.", "I've switched from lisinopril to losartan.", "Until May 2025: takes lisinopril"),
        ("I take lisinopril.", "I've switched from lisinopril to losartan.", "Takes losartan"),
        ("ich hab borreliose", "die borreliose ist ausgeheilt", "Bis Mai 2025: hat Borreliose"),
        ("Ich nehme Ramipril 5 mg.", "Das Ramipril hab ich abgesetzt.", "Bis Mai 2025: nimmt Ramipril 5 mg"),
        ("Tengo asma.", "El asma se me ha curado.", "Hasta mayo de 2025: tiene asma"),
        ("Tomo enalapril.", "Me han quitado el enalapril.", "Hasta mayo de 2025: toma enalapril"),
        ("我有荨麻疹。", "荨麻疹终于痊愈了。", "至2025年5月：患有荨麻疹"),
        ("我在吃二甲双胍。", "二甲双胍我停了。", "至2025年5月：服用二甲双胍"),
        ("I work nights.", "im off nights now, back on days since Monday", "Works days"),
        ("I work nights.", "I'm off nights at last.", "Until May 2025: works nights"),
        ("Ich arbeite nachts.", "Ich arbeite jetzt tagsüber.", "Arbeitet tagsüber"),
        ("Trabajo de noche.", "He pasado al turno de mañana.", "Trabaja de mañana"),
        ("我上早班。", "我换成晚班了。", "上晚班"),
        ("I'm a teacher at Hill School.", "I was promoted to deputy head last week.", "Works as deputy head"),
        ("I'm a teacher at Hill School.", "I was promoted to deputy head last week.", "Works at Hill School"),
        ("Ich arbeite als Entwickler bei Bosch.", "Ich bin seit heute Teamleiterin.", "Ist Teamleiterin"),
        ("I'm a team leader.", "they made me deputy manager", "Works as deputy manager"),
        ("Soy cajera.", "me han nombrado subdirectora", "Trabaja de subdirectora"),
        ("我家有一只猫。", "我家猫去年十一月走了", "至2025年5月：养猫"),
        ("我是工程师。", "我升职了，现在是车间主任。", "职业：车间主任"),
        ("I use Windows.", "I've moved from Windows to Linux.", "Until May 2025: works with Windows"),
        ("Uso Windows.", "Ya no uso Windows.", "Hasta mayo de 2025: trabaja con Windows"),
        ("I own the docs.", "I no longer own the docs.", "Until May 2025: is responsible for the docs"),
        ("I have a sister.", "My sister died in February.", "Until May 2025: has a sister"),
        ("My sister is called Ana.", "My sister died in February.", "Sister: Ana"),  # it may have been another one
        ("Tengo una hermana.", "Mi hermana murió en febrero.", "Hasta mayo de 2025: tiene una hermana"),
        ("我有一个姐姐。", "我姐姐三月去世了。", "至2025年5月：有一个姐姐"),
        ("I have two sisters.", "My sister died laughing.", "Has two sisters"),
        ("I'm vegetarian.", "i eat fish again lol", "Until May 2025: is vegetarian"),
        ("ich bin vegetarierin", "ich ess wieder fisch", "Bis Mai 2025: ist Vegetarierin"),
        ("Soy vegana.", "Vuelvo a comer pescado.", "Hasta mayo de 2025: es vegana"),
        ("My number is 07700 900111.", "My new number is 07700 900123.", "Phone number: 07700 900123"),
        ("我的手机号是13800001111。", "我换手机号了，新的是13800001234。", "电话：13800001234"),
        ("We live in Hull.", "we got the keys to our house in whitby yesterday!!", "Lives in Whitby"),
        ("Vivo en Madrid.", "nos dieron las llaves del piso de zaragoza", "Vive en Zaragoza"),
        ("我住在重庆。", "上周五刚拿到成都新房的钥匙", "住在成都"),
    ],
)  # fmt: skip
def test_later_words_hold(before: str, after: str, expected: str):
    assert expected in [description for _, description in known(before, after)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I have migraines.", "My migraines are worse now."),
        ("I have asthma.", "Once the asthma is gone I can dance."),
        ("I work nights.", "My boss is on days."),
        ("I work nights.", "I'm on days this week."),
        ("I'm vegetarian.", "I won't eat fish again."),
        ("I have a sister.", "My sister almost died laughing."),
        ("Mein Bruder ist Koch.", "Mein Bruder ist vor Lachen gestorben."),
        ("I live in York.", "We moved to Postgres."),
        ("I'm a nurse.", "I'd love to be promoted to team lead."),
        ("I use Linux.", "My sister doesn't use Linux any more."),
        ("My number is 07700 900111.", "My old number was 07700 900123."),
    ],
)
def test_what_only_sounds_like_a_change_changes_nothing(before: str, after: str):
    [was] = known(before)
    assert was in known(before, after)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I own the billing service.", "Is responsible for the billing service"),
        ("Ich bin für den Importdienst zuständig.", "Ist zuständig für den Importdienst"),
        ("Me encargo del servicio de avisos.", "Es responsable del servicio de avisos"),
        ("消息推送是我在维护。", "负责消息推送"),
        ("I'm on Linux, not Mac.", "Works with Linux"),
        ("Ich arbeite mit PyCharm.", "Arbeitet mit PyCharm"),
        ("Programo en Rust.", "Trabaja con Rust"),
        ("我用Linux，不用Mac。", "使用Linux"),
        ("Meine Durchwahl ist jetzt die 417.", "Durchwahl: 417"),
        ("My mail changed too, its maya@b.example", "E-mail: maya@b.example"),
        ("My new address is 5 Oak Street, Leeds.", "Address: 5 Oak Street, Leeds"),
        ("ich hab jetzt zwei katzen, momo und fips", "Hat zwei Katzen"),
        ("bin letzte woche nach köln gezogen", "Wohnt in Köln"),
        ("meine schwester heißt anna", "Schwester: Anna"),
        ("mi hermana se llama ana", "Hermana: Ana"),
        ("dont eat meat anymore", "Does not eat meat"),
    ],
)
def test_what_colleagues_and_chats_say(said: str, expected: str):
    assert expected in described(said)


@pytest.mark.parametrize(
    "said",
    [
        "I own the blame for the release.",
        "I've had it for ten years.",
        "I play it every day.",
        "Ich spiel das jeden Tag.",
        "我养了十年了。",
        "we moved to tears",
        "I'm in charge of the office party.",
        "I'm responsible for this mess.",
        "We use Excel tomorrow.",
        "My lucky number is 7.",
        "My work number is 020 7946 0000.",
        "got our house in order",
        "vivo en pareja",
        "das heißt anna kommt morgen",
        "Ich nutze Word nicht.",
        "Ich bin für den Nachtisch zuständig.",
        "我负责买菜。",
        "我的手机是3年前买的。",
    ],
)
def test_what_only_sounds_like_it_says_nothing(said: str):
    assert described(said) == []
