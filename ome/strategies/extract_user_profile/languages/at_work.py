"""What colleagues have to know of each other: promotions, shifts, what somebody is responsible for and works with, and
how to reach them. "I own the billing service", "Ich bin jetzt in der Frühschicht". The same slots in four languages.
"""

from memory.language.lexicon import any_of, chinese
from ome.strategies.extract_user_profile.languages.grammar import Pattern, ending

# What people write, draw, reckon and run things with, under the same names in all languages.
# Names that mean nothing else, also in small letters.
_NAMED_TOOLS = any_of(r"""
    JavaScript, TypeScript, Python, PHP, Kotlin, Haskell, Elixir, Erlang, Clojure, OCaml, COBOL, Fortran, PostgreSQL,
    Postgres, MySQL, MariaDB, SQLite, MongoDB, Elasticsearch, ClickHouse, Snowflake(?= at), Linux, Ubuntu, Debian,
    Fedora(?! hat), NixOS, macOS, FreeBSD, Neovim, Vim, Emacs, VS ?Code, PyCharm, IntelliJ, Xcode, Docker, Podman,
    Kubernetes, Terraform, Ansible, Kafka(?! novel), RabbitMQ, Redis, Grafana, Prometheus, GitHub, GitLab, Jenkins,
    Django, FastAPI, Laravel, Svelte, Angular, Next\.js, Node(?:\.js|JS), Tailwind, Photoshop, Lightroom, InDesign,
    Figma, Blender(?= for), AutoCAD, SolidWorks, Revit, ArchiCAD, SketchUp, PowerPoint, LibreOffice, LaTeX, MATLAB,
    SPSS, Salesforce, HubSpot, DATEV, Jira, Trello, Asana, Obsidian, Zotero, Scrivener, Ableton, QGIS
""")
# Words of everyday language, which are tools with a capital letter.
_CAPITALISED_TOOLS = any_of(r"""
    C\+\+, C#, Go, Rust, Java(?!Script), Ruby(?: on Rails)?, Swift, Scala, Perl, Lua, Julia, Dart, SQL, Bash, Zsh,
    React(?: Native)?, Vue, Flask, Rails, Spring Boot, Windows, Arch, Macs?, Excel, Word, Access, Illustrator, Premiere,
    Final Cut, Logic(?: Pro)?, Notion, SAP, AWS, Azure, GCP, Stata, R(?=[.,;!?)]|$| (?:and|und|y|for|für|para|mostly)\b)
""")
TOOLS = rf"(?:(?i:{_NAMED_TOOLS})|{_CAPITALISED_TOOLS}|[Aa] Mac\b)"

_STOPS = any_of(
    "and, but, so, since, because, now, too, btw, y, pero, desde, porque, und, aber, weil, seit, jetzt, auch"
)
_STOP = rf"(?=[.,;!)]|$| {_STOPS}\b)"


def _of(text: str) -> str:
    """`el servicio` as `del servicio`, `la web` as `de la web`."""
    return text if text.startswith("del ") else f"de {text}".replace("de el ", "del ", 1)


_PHONE = r"\+?\(?\d[\d ()/.-]{4,18}\d"
_MAIL = r"[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,4}"
_ADDRESS = r"(?=[^.;!?\n]{0,60}\d)[^.;!?\n@]{6,80}?(?=[.;!?\n]|$)"
_TOOLS = rf"{TOOLS}(?:(?:, | and | und | y ){TOOLS}){{0,3}}"
_TOOLS += r"(?![\w+#]| (?:of|by|for word|documents?|files?|games?|nicht|nie|kaum|ungern)\b)"
_ONE_TIME = any_of(
    "today, tonight, tomorrow, this, next, until, till, yesterday, first time, to learn, instead"
)
_NOT_NOW = rf"(?![^.!?\n]{{0,60}}\b{_ONE_TIME}\b)"

_SHIFTS = r"(?:the )?(?:nights|days|lates|earlies|(?:night|day|late|early|morning|evening) shifts?)"
_PARTS = any_of("""
    services?, modules?, pipelines?, exporters?, importers?, backends?, frontends?, APIs?, codebase, repo, repository,
    apps?, dashboards?, integrations?, roadmap, clusters?, librar(?:y|ies), components?, platform, infrastructure,
    databases?, website, newsletter, onboarding, releases?, deployments?, budget, payroll, hiring, recruitment,
    accounts?, marketing, sales, support, logistics, purchasing, procurement, training, teams?, department, office,
    region, branch, warehouse, project, product, systems?, security, compliance, documentation, docs
""")
_PART = (
    r"(?P<v>(?:the |our |all )?(?:(?!for\b|of\b|to\b|the\b|and\b|in\b)[A-Za-z][\w&-]{1,20} ){0,3}"
    rf"{_PARTS}(?: and the (?:[a-z-]{{2,20}} ){{0,2}}[a-z-]{{3,20}})?)"
)
ENGLISH: tuple[Pattern, ...] = (
    Pattern(
        "job: Works as {v}",
        r"\bI(?:['’]ve| have| was| got)?(?: just)?(?: been)? promoted to "
        r"(?P<v>(?!the\b|(?:great[- ]?)?grand|aunt|uncle)[a-z][a-z -]{3,40}?)"
        r"(?=[.,;!)]|$| (?:at|in|and|last|this|on|from|yesterday|today)\b)",
        r"\bI(?:['’]m| am) (?:now )?(?P<v>(?:an? )?(?:[a-z-]+ ){0,2}(?:supervisor|team lead(?:er)?|foreman|forewoman"
        r"|lead (?:developer|engineer|designer)|head of [a-z][a-z -]{2,25}?))(?=[.,;!)]|$| (?:now|at|and)\b)",
    ),
    Pattern(
        "job: Works as {v}",
        r"\b[Tt]hey(?:['’]ve| have)?(?: just)? made me "
        r"(?P<v>(?:an? |the )?(?:(?:deputy|assistant|senior|head|general|acting"
        r"|store|area|regional) )*(?:manager|supervisor|director|team lead(?:er)?|partner|foreman|forewoman"
        r"|head of [a-z][a-z -]{2,25}?))(?=[.,;!)]|$| (?:now|at|and|in|last)\b)",
    ),
    ending(
        r"\bI(?:['’]m| am)(?: (?:now|finally))* off (?:nights|lates|earlies|days(?= now| since))\b",
        ends=("shift",),
    ),
    Pattern(
        "shift: Works {v}",
        rf"(?:^\W*|[,;] |\band )back on (?P<v>{_SHIFTS})(?! (?:when|like|of|out)\b){_NOT_NOW}",
        rf"\bI(?:['’]m| am)(?: (?:now|back|still|permanently|mostly))* on (?P<v>{_SHIFTS})(?! (?:off|out)\b){_NOT_NOW}",
        rf"\bI(?:['’]ve| have)? (?:switched|moved|changed) (?:back )?to (?P<v>{_SHIFTS}){_NOT_NOW}",
        rf"\bI (?:(?:now|still|only|usually|mostly) )*work (?P<v>{_SHIFTS}){_NOT_NOW}",
        values=_SHIFTS,
    ),
    Pattern(
        "responsible: Is responsible for {v}",
        rf"\bI(?: (?:now|also|still))? (?:own (?=the |our |all )|(?:maintain|look after|run|manage) ){_PART}{_STOP}",
        rf"\bI(?:['’]m| am)(?: (?:now|also|still))* (?:responsible for|in charge of) {_PART}{_STOP}{_NOT_NOW}",
        shaped=lambda text: text.replace("our ", "the ", 1),
    ),
    Pattern(
        "tool: Works with {v}",
        r"\b(?:I|[Ww]e)(?: (?:mostly|mainly|still|now|also|only|usually|always|really))*"
        r" (?:use|work (?:with|in)|write|code in|program in|develop in)"
        rf"(?: (?:mostly|mainly|only))? (?P<v>{_TOOLS}){_NOT_NOW}",
        r"\bI(?:['’]m| am)(?: (?:mostly|mainly|still|now|always))* (?:on|using|writing|coding in)"
        rf" (?P<v>{_TOOLS}){_NOT_NOW}",
        rf"\b[Mm]y (?:main )?(?:editor|IDE|operating system|OS|language|laptop|stack) (?:is|runs) (?P<v>{_TOOLS})",
    ),
    Pattern(
        "tool: Works with {v}",
        rf"\bI(?:['’]ve| have)? (?:switched|moved|migrated) (?:from \w+ )?to (?P<v>{_TOOLS})",
    ),
    ending(
        rf"\bI (?:don['’]?t (?:use|write|code in|work with)|no longer (?:use|write|code in|work with)) (?P<v>{TOOLS})"
        r"(?: any ?more| these days| now)?(?=[.,;!)]|$| (?:and|but|since|because)\b)",
        rf"\bI(?:['’]ve| have)? (?:switched|moved|migrated) from (?P<v>{TOOLS}) to\b",
        ends=("tool",),
    ),
    Pattern(
        "phone: Phone number: {v}",
        r"\b[Mm]y (?:new )?(?:(?:phone|mobile|cell|cellphone) )?(?:number|mobile|cell|phone)(?: number)?"
        rf"(?: is|['’]s| changed to)(?: now)? (?P<v>{_PHONE})",
    ),
    Pattern(
        "extension: Extension: {v}", r"\b[Mm]y (?:new )?extension (?:is|['’]s)(?: now)? (?P<v>\d{2,6})\b"
    ),
    Pattern(
        "email: E-mail: {v}",
        r"\b[Mm]y (?:new )?(?:e-?)?mail(?: address)?(?: (?:has )?changed(?: too)?,? (?:it['’]s|its|to)| is|['’]s)"
        rf"(?: now)? (?P<v>{_MAIL})",
    ),
    Pattern(
        "address: Address: {v}",
        rf"\b[Mm]y (?:new )?(?:home |postal )?address(?: is|['’]s)(?: now)? (?P<v>{_ADDRESS})",
    ),
)

_NACH_ROLLE = r"(?=[.,;!)]|$| (?:und|bei|bei der|im|in|am|befördert|ernannt)\b)"
_LEAD = any_of(
    "leitung, leiter, leiterin, chef, chefin, führer, führerin, meister, meisterin, sprecher, sprecherin"
)
_SCHICHTEN = r"(?:Früh|Spät|Nacht|Tag)(?:schicht(?:en)?|dienst)"
_TEIL = r"[A-ZÄÖÜ][\wäöüß-]{3,40}"
_KEIN_BEREICH = any_of(r"""
    Chaos, Unfall, Schaden, Kuchen, Essen, Nachtisch, Salat, Musik, Getränke, Grill, Kinder, Kind, Hund, Katze, Glück,
    Fehler, Verspätung, Stau, Wetter, Laune
""")
_TEILE = (
    rf"(?P<v>(?:d(?:en|ie|as) |unsere?n? )?(?!{_KEIN_BEREICH}){_TEIL}(?: und (?:d(?:en|ie|as) )?{_TEIL})?)"
)
GERMAN: tuple[Pattern, ...] = (
    Pattern(
        "job: Ist {v}",
        r"\b(?:[Ii]ch (?:wurde|bin)|(?:wurde|bin) ich) (?:[\wäöüß.]+ ){0,3}?zu[mr] (?P<v>[A-ZÄÖÜ][\wäöüß-]{3,30})"
        r" befördert\b",
        r"\b[Ii]ch bin (?:(?:jetzt|nun|übrigens|seit (?:heute|gestern|\w+)(?: \w+)?) ){1,3}"
        rf"(?P<v>[A-ZÄÖÜ]?[a-zäöüß]{{2,20}}(?:{_LEAD})){_NACH_ROLLE}",
    ),
    ending(
        r"\b[Ii]ch (?:mache?|habe?|arbeite) (?:jetzt |zum Glück )?keine (?:Früh|Spät|Nacht)schicht(?:en)? mehr\b",
        r"\b[Ii]ch arbeite (?:jetzt |zum Glück )?nicht mehr nachts\b",
        ends=("shift",),
    ),
    Pattern(
        "shift: Arbeitet {v}",
        rf"\b[Ii]ch arbeite (?:(?:jetzt|nur|noch|wieder|immer|meistens) )*(?P<v>nachts|tagsüber){_STOP}",
        values="nachts|tagsüber",
    ),
    Pattern(
        "shift: Arbeitet in der {v}",
        rf"\b[Ii]ch (?:bin|arbeite) (?:[a-zäöüß]+ ){{0,2}}in der (?P<v>{_SCHICHTEN})"
        r"(?![^.!?\n]{0,40}\b(?:heute|diese|bis)\b)",
        values=_SCHICHTEN,
    ),
    Pattern(
        "responsible: Ist zuständig für {v}",
        rf"\b[Ii]ch (?:betreue|verantworte) (?:(?:jetzt|auch|noch|hier) )*{_TEILE}"
        r"(?=[.,;!)]|$| und\b)(?![^.!?\n]{0,40}\b(?:heute|morgen|gerade)\b)",
        rf"\b[Ii]ch bin (?:(?:jetzt|auch|noch|hier) )*für {_TEILE} "
        r"(?:zuständig|verantwortlich)\b",
    ),
    Pattern(
        "tool: Arbeitet mit {v}",
        r"\b(?:[Ii]ch|[Ww]ir) (?:nutzen?|benutzen?|verwenden?|arbeiten? (?:mit|unter)|programmieren? in|schreiben?"
        r"|nehmen?)"
        rf"(?: (?:nur|meistens|meist|immer|noch|vor allem|hauptsächlich|auch))* (?P<v>{_TOOLS})"
        r"(?![^.!?\n]{0,40}\b(?:heute|morgen|lernen|statt|ausnahmsweise)\b)",
        rf"\b[Mm]ein (?:Editor|Betriebssystem|Rechner) (?:ist|läuft (?:mit|unter)) (?P<v>{_TOOLS})",
    ),
    Pattern(
        "tool: Arbeitet mit {v}",
        rf"\b[Ii]ch bin (?:[a-zäöüß]+ ){{0,2}}(?:von \w+ )?(?:auf|zu) (?P<v>{_TOOLS}) (?:umgestiegen|gewechselt)\b",
    ),
    ending(
        rf"\b[Ii]ch (?:nutze?|benutze?|verwende) kein (?P<v>{TOOLS}) mehr\b",
        rf"\b[Ii]ch (?:nutze?|benutze?|verwende) (?P<v>{TOOLS}) nicht mehr\b",
        rf"\b[Ii]ch bin (?:[a-zäöüß]+ ){{0,2}}von (?P<v>{TOOLS}) (?:auf|zu)\b",
        ends=("tool",),
    ),
    Pattern(
        "phone: Telefonnummer: {v}",
        r"\b[Mm]eine (?:neue )?(?:Handy|Telefon|Mobil|Mobilfunk)?-?[Nn]ummer (?:ist|lautet)(?: (?:jetzt|die)){0,2} "
        rf"(?P<v>{_PHONE})",
    ),
    Pattern(
        "extension: Durchwahl: {v}",
        r"\b[Mm]eine (?:neue )?[Dd]urchwahl ist(?: (?:jetzt|die)){0,2} (?P<v>\d{2,6})\b",
    ),
    Pattern(
        "email: E-Mail: {v}",
        r"\b[Mm]eine (?:neue )?(?:E-?)?[Mm]ail(?:-?[Aa]dresse)? (?:ist|lautet)(?: jetzt)? "
        rf"(?P<v>{_MAIL})",
    ),
    Pattern(
        "address: Adresse: {v}",
        rf"\b[Mm]eine (?:neue )?(?:Adresse|Anschrift) (?:ist|lautet)(?: jetzt)? (?P<v>{_ADDRESS})",
    ),
)

_TURNOS = r"(?:noches?|tardes?|mañanas?|días?)"
_PARTES = any_of("""
    servicio, módulo, pasarela, plataforma, web, página, base de datos, infraestructura, integración, proyecto,
    producto, departamento, equipo, almacén, nóminas, facturación, compras, ventas, soporte, formación,
    logística, oficina, tienda, correo, seguridad, documentación, panel, cobros, pagos, despliegues
""")
_DE_ALGO = r"(?: (?:de|del|de la|de los|de las) [\wáéíóúñ]{3,20})"
_PARTE = rf"(?P<v>(?:(?:el|la|los|las|nuestr[oa]s?) )?{_PARTES}{_DE_ALGO}?)"
_YO = r"(?<![Nn]o )(?<![Nn]o me )\b"
SPANISH: tuple[Pattern, ...] = (
    ending(
        r"\b[Yy]a no (?:hago|trabajo (?:de|por las?)) (?:las )?(?:noches?|tardes?|mañanas)\b", ends=("shift",)
    ),
    Pattern(
        "shift: Trabaja de {v}",
        rf"{_YO}(?:[Aa]hora |[Yy]a )?[Tt]rabajo (?:siempre )?(?:de|por l[ao]s?) (?P<v>{_TURNOS}){_STOP}",
        rf"\b[Hh]e (?:pasado|vuelto) al turno de (?P<v>{_TURNOS}){_STOP}",
        rf"{_YO}[Ee]stoy (?:ahora )?(?:en el|de) turno de (?P<v>{_TURNOS}){_STOP}",
        values=_TURNOS,
    ),
    Pattern(
        "responsible: Es responsable {v}",
        rf"{_YO}(?:[Ll]levo|[Mm]antengo|[Gg]estiono) {_PARTE}(?=[.,;!)]|$| (?:y|desde)\b)",
        rf"{_YO}(?:[Ss]oy (?:el |la )?responsable|[Mm]e encargo) de {_PARTE}(?=[.,;!)]|$| (?:y|desde)\b)",
        rf"{_YO}(?:[Ss]oy (?:el |la )?responsable|[Mm]e encargo) (?P<v>del {_PARTES}{_DE_ALGO}?)"
        r"(?=[.,;!)]|$| (?:y|desde)\b)",
        shaped=_of,
    ),
    Pattern(
        "tool: Trabaja con {v}",
        rf"{_YO}(?:[Uu]s(?:o|amos)|[Tt]rabaj(?:o|amos) (?:con|en)|[Pp]rogramo(?: \w+ todo)? (?:en|con)|[Ee]scribo en)"
        rf"(?: (?:sobre todo|solo|siempre))? (?P<v>{_TOOLS})(?![^.!?\n]{{0,40}}\b(?:hoy|mañana|aprender)\b)",
        rf"{_YO}[Pp]rogramo (?:sobre todo |casi siempre |más bien )?en (?P<v>{_TOOLS})",
    ),
    Pattern("tool: Trabaja con {v}", rf"\b[Mm]e (?:he )?pas(?:ado|é) a (?P<v>{_TOOLS})"),
    ending(rf"\b[Yy]a no (?:uso|programo en|trabajo con) (?P<v>{TOOLS})(?![\w+#])", ends=("tool",)),
    Pattern(
        "phone: Teléfono: {v}",
        r"\b[Mm]i (?:nuevo )?(?:número|teléfono|móvil|celular)(?: de (?:teléfono|móvil))?(?: nuevo)? (?:ahora )?es"
        rf"(?: ahora)?(?: el)? (?P<v>{_PHONE})",
    ),
    Pattern(
        "extension: Extensión: {v}", r"\b[Mm]i extensión (?:nueva )?es(?: ahora)?(?: la)? (?P<v>\d{2,6})\b"
    ),
    Pattern(
        "email: Correo: {v}",
        r"\b[Mm]i (?:nuevo )?(?:correo|e-?mail|mail)(?: electrónico)?(?: nuevo)? (?:ahora )?es(?: ahora)? "
        rf"(?P<v>{_MAIL})",
    ),
    Pattern(
        "address: Dirección: {v}",
        rf"\b[Mm]i (?:nueva )?dirección(?: nueva)? (?:ahora )?es(?: ahora)? (?P<v>{_ADDRESS})",
    ),
)

_HAN = r"[\u4e00-\u9fff]"
_END = r"(?=[，。！；\s]|了|$)"
_ZH_NOW = "(?:现在|目前|也|还|一直|主要|平时|都){0,3}"
_ZH_LEADS = any_of(
    "主任, 经理, 总监, 主管, 组长, 部长, 店长, 总裁, 校长, 院长, 厂长, 处长, 科长, 班长, 负责人"
)
_ZH_LEAD = rf"(?:{_HAN}{{0,5}}?(?:{_ZH_LEADS}|{chinese.JOBS}))"
_ZH_PART = (
    rf"(?![不得好])(?:{_HAN}|[A-Za-z]){{2,10}}?(?:服务|系统|模块|接口|平台|项目|后台|前端|后端|数据库|推送|导出|报表|网站|运维|测试|财务|招聘"
    r"|采购|仓库|客服|市场|销售|培训)"
)
CHINESE: tuple[Pattern, ...] = (
    Pattern(
        "job: 职业：{v}",
        rf"我(?:最近|刚|上周|上个月|今年)?(?:(?:升职|升|提拔|被提拔|晋升|被任命)(?:为|成|到|当|做)|升任|荣升)了?(?P<v>{_ZH_LEAD}){_END}",
        rf"我(?:最近|刚|上周|上个月|今年)?升职了，(?:我)?(?:现在)?(?:是|当|做|担任)了?(?P<v>{_ZH_LEAD}){_END}",
        rf"我{_ZH_NOW}担任(?P<v>{_ZH_LEAD}){_END}",
    ),
    Pattern(
        "home: 住在{v}",
        rf"我{_ZH_NOW}(?:常驻|长住|定居)在?(?P<v>{_HAN}{{2,4}}?)(?=了|[好很]多|多年|快|已|[\d一二三四五六七八九十两]|[，。！]|$)",
    ),
    ending(rf"我{_ZH_NOW}不再?(?:上|倒|值)[白夜早晚中]班了", ends=("shift",)),
    Pattern(
        "shift: 上{v}",
        rf"(?:^|[，。])(?:我)?(?:现在|最近)?(?:终于)?(?:改上|换成|调到|改成|调成|调回|换回)(?P<v>[白夜早晚中]班)了?{_END}",
        rf"我{_ZH_NOW}(?:上|是)(?P<v>[白夜早晚中]班){_END}",
        values="[白夜早晚中]班",
    ),
    Pattern(
        "responsible: 负责{v}",
        rf"(?:^|[，。])(?P<v>{_ZH_PART}(?:和{_HAN}{{2,6}}?)?)(?:现在|目前)?(?:都)?(?:是我(?:在)?(?:负责|维护|管)|归我管|由我负责)",
        rf"我{_ZH_NOW}(?:负责|维护|管)(?P<v>{_ZH_PART}){_END}",
    ),
    Pattern(
        "tool: 使用{v}",
        rf"(?:我们?|(?:^|[，。])(?=平时|主要)){_ZH_NOW}(?:用|写|使用)(?:的是)?(?P<v>{TOOLS})(?![\w+#])(?!写的|做的)",
    ),
    ending(rf"我{_ZH_NOW}不再?(?:用|写)(?P<v>{TOOLS})了", ends=("tool",)),
    Pattern(
        "phone: 电话：{v}",
        rf"我的?(?:新)?(?:手机|电话)(?:号码?)?(?:是|换成了?|改成了?|：){_PHONE.join(('(?P<v>', ')'))}"
        rf"|我?(?:换了?(?:手机|电话)?号(?:码)?了?)，(?:新(?:的|号码?)?)(?:是|：)(?P<v2>{_PHONE})",
    ),
    Pattern("email: 邮箱：{v}", rf"我的?(?:新)?邮箱(?:地址)?(?:是|换成了?|改成了?|：)(?P<v>{_MAIL})"),
    Pattern(
        "address: 地址：{v}",
        r"我的?(?:新)?(?:家庭)?(?:住址|地址)(?:是|换成了?|改成了?)(?P<v>(?!不是|什么|哪)[^，。！？\s@]{6,40})",
    ),
)
