"""What people write, draw, reckon and run things with, under the same names in all languages."""

from memory.language.lexicon import any_of

# Names that mean nothing else, also in small letters.
_NAMED = any_of(r"""
    JavaScript, TypeScript, Python, PHP, Kotlin, Haskell, Elixir, Erlang, Clojure, OCaml, COBOL, Fortran, PostgreSQL,
    Postgres, MySQL, MariaDB, SQLite, MongoDB, Elasticsearch, ClickHouse, Snowflake(?= at), Linux, Ubuntu, Debian,
    Fedora(?! hat), NixOS, macOS, FreeBSD, Neovim, Vim, Emacs, VS ?Code, PyCharm, IntelliJ, Xcode, Docker, Podman,
    Kubernetes, Terraform, Ansible, Kafka(?! novel), RabbitMQ, Redis, Grafana, Prometheus, GitHub, GitLab, Jenkins,
    Django, FastAPI, Laravel, Svelte, Angular, Next\.js, Node(?:\.js|JS), Tailwind, Photoshop, Lightroom, InDesign,
    Figma, Blender(?= for), AutoCAD, SolidWorks, Revit, ArchiCAD, SketchUp, PowerPoint, LibreOffice, LaTeX, MATLAB,
    SPSS, Salesforce, HubSpot, DATEV, Jira, Trello, Asana, Obsidian, Zotero, Scrivener, Ableton, QGIS
""")
# Words of everyday language, which are tools with a capital letter.
_CAPITALISED = any_of(r"""
    C\+\+, C#, Go, Rust, Java(?!Script), Ruby(?: on Rails)?, Swift, Scala, Perl, Lua, Julia, Dart, SQL, Bash, Zsh,
    React(?: Native)?, Vue, Flask, Rails, Spring Boot, Windows, Arch, Macs?, Excel, Word, Access, Illustrator, Premiere,
    Final Cut, Logic(?: Pro)?, Notion, SAP, AWS, Azure, GCP, Stata, R(?=[.,;!?)]|$| (?:and|und|y|for|für|para|mostly)\b)
""")
TOOLS = rf"(?:(?i:{_NAMED})|{_CAPITALISED}|[Aa] Mac\b)"
