"""What every route of the house takes, and what hostile people send instead."""

from flask import Flask

#: What each route takes: the fields of its form or its query, and the parts of its path.
FIELDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/"): (),
    ("GET", "/healthz"): (),
    ("GET", "/events"): ("only", "seen"),
    ("GET", "/kiosk"): ("language",),
    ("GET", "/here/<secret>"): ("secret",),
    ("GET", "/here/<secret>/kiosk"): ("secret",),
    ("GET", "/join"): ("code", "again"),
    ("GET", "/static/<path:filename>"): ("filename",),
    ("GET", "/island"): (),
    ("GET", "/island/part"): (),
    ("GET", "/hand"): ("wrong",),
    ("GET", "/hand/part"): ("wrong",),
    ("GET", "/score"): (),
    ("GET", "/score/part"): (),
    ("GET", "/score/as/<name>"): ("name",),
    ("GET", "/history"): ("at", "before", "move", "to", "values"),
    ("GET", "/history/part"): ("at", "before", "move", "to", "values"),
    ("GET", "/history/picture/<name>"): ("name",),
    ("GET", "/host"): ("show", "remove", "place", "which", "from", "edition"),
    ("GET", "/host/part"): ("show", "remove", "place", "which", "from", "edition"),
    ("GET", "/host/game/<name>.zip"): ("name",),
    ("GET", "/photo"): (),
    ("GET", "/photo/part"): (),
    ("GET", "/photo/<int:number>.jpg"): ("number",),
    ("POST", "/photo"): ("of", "photo"),
    ("POST", "/photo/away"): (),
    ("POST", "/language"): ("language", "back"),
    ("POST", "/letters"): ("size", "back"),
    ("POST", "/join"): ("code", "name", "seat", "character"),
    ("POST", "/leave"): (),
    ("POST", "/free"): ("seat",),
    ("POST", "/tap/confirm"): ("game", "serial"),
    ("POST", "/tap/answer"): ("game", "serial", "choice"),
    ("POST", "/tap/disagree"): ("game", "serial", "choice"),
    ("GET", "/telling/part"): (),
    ("POST", "/tap/accept"): ("game", "serial"),
    ("POST", "/tap/mode"): ("game", "seen", "mode"),
    ("POST", "/tap/play"): ("game", "seen", "moves", "values", "page"),
    ("POST", "/tap/repair"): ("game", "seen", "repair", "page"),
    ("POST", "/tap/correct"): ("game", "seen", "event", "move", "to", "values"),
    ("POST", "/tap/<any(undo, redo, pause, resume):word>"): ("game", "seen", "word"),
    ("POST", "/host/new"): ("players", "edition", "mode", "hands", "characters-0", "characters-1"),
    ("POST", "/host/open"): ("name",),
    ("POST", "/host/remove"): ("name", "sure"),
    ("POST", "/host/fact"): ("place", "value", "note"),
    ("POST", "/host/end"): ("game", "seen"),
    ("POST", "/host/restart"): (),
    ("GET", "/camera"): (),
    ("GET", "/camera.jpg"): (),
    ("POST", "/camera/report"): (),
    ("GET", "/teach"): (),
    ("GET", "/teach/<int:number>"): ("number",),
    ("GET", "/teach/pictures/<name>"): ("name",),
    ("GET", "/teach/alike"): (),
    ("GET", "/teach/gallery"): (),
    ("POST", "/teach/photo"): ("photo",),
    ("POST", "/teach/name"): ("cut", "name", "next"),
    ("POST", "/teach/remove"): ("cut",),
    ("POST", "/teach/rename"): ("old", "name"),
    ("POST", "/teach/forget"): ("name",),
    ("POST", "/teach/test"): ("photo",),
    ("POST", "/teach/judge"): ("tile", "name"),
    ("POST", "/teach/agree"): (),
    ("POST", "/teach/gallery"): ("gallery",),
    ("GET", "/setup"): (),
    ("GET", "/setup/<step>"): ("step", "judged"),
    ("GET", "/setup/<step>/now"): ("step",),
    ("GET", "/setup/picture.jpg"): (),
    ("GET", "/setup/picture/<int:number>.jpg"): ("number",),
    ("GET", "/setup/roll/<int:number>.jpg"): ("number",),
    ("POST", "/setup/<step>/keep"): ("step",),
    ("POST", "/setup/<step>/skip"): ("step",),
    ("POST", "/setup/<step>/again"): ("step",),
    ("POST", "/setup/forge/taps"): ("picture", "corners"),
    ("POST", "/setup/zones/draw"): ("picture", "island:0", "island:1", "dock:0"),
    ("POST", "/setup/lens/picture"): (),
    ("POST", "/setup/lens/measure"): (),
    ("POST", "/setup/roll/read"): (),
    ("POST", "/setup/roll/judge"): ("roll", "values"),
}
#: What stands for something in a path, with the name of the field that fills it.
PARTS = {
    "<path:filename>": "filename",
    "<name>": "name",
    "<int:number>": "number",
    "<step>": "step",
    "<secret>": "secret",
    "<any(undo, redo, pause, resume):word>": "word",
}
#: Those that carry a file.
FILES = ("photo", "gallery")
HOSTILE = (
    "", " ", "\0", "0", "-1", "²", "٣", "1e9", "9" * 40, "null", "true", "[]", "{}", "[" * 900, '"',
    "' OR 1=1 --", "<script>alert(1)</script>", "{{7*7}}", "${7*7}", "%s%n", "../../etc/passwd",
    "..%2f..%2f", "\\\\host\\share", "\u202eevil", "\ud7ff", "e\u0301" * 300, "🎲" * 200,
    "x" * 20_000, "a\r\nSet-Cookie: host=1", "file:///etc/passwd", "die 1 2", "fame/0 3",
    "fame/9 3", "stock/0/gear 1", "island/0/(0,0) lying", "roll", "roll 99999", "d7",
    "build Z9 @0,0", "build C1 @999,999", "hold 9 x", "card ?", "stack 999",
    "plan I/e1s1g1/3/joker aside", "tile 99", "pass pass pass",
)  # fmt: skip


def routes(app: Flask) -> set[tuple[str, str]]:
    """Every route with its method."""
    return {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
