"""What the host taps: another game, one from the shelf, one thrown away, a fact, a restart."""

import tempfile
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request, send_file
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.archive.parcel import pack
from companion.common.errors import CompanionError, InputError
from companion.common.json_reading import Json
from companion.common.words import said_by, say
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.log.events import End
from companion.phones.desk import Desk
from companion.phones.evening import Evening, Wish
from companion.settings.owners_file import correct
from web.live.web_table import WebTable
from web.pages.forms import answered, done, number_in
from web.translation import told


def blueprint(web_table: WebTable, desk: Desk, evening: Evening) -> Blueprint:
    """The taps of the host."""
    taps = Blueprint("host", __name__)
    taps.before_request(web_table.door.only_host)

    @taps.errorhandler(CompanionError)
    def explain(error: CompanionError) -> AnyResponse:
        return Response(told(said_by(error)), 409, mimetype="text/plain")

    @taps.post("/host/new")
    def new() -> AnyResponse:
        form = request.form
        game = evening.find(form["game"]) if form.get("game") else evening.game
        kind, mode = form.get("kind", ""), form.get("mode", "")
        evening.wish(Wish(_config(game), mode, game=game.id, kind=kind))
        return done("pages.table")

    @taps.post("/host/open")
    def open_() -> AnyResponse:
        name = request.form.get("name", "")
        evening.shelf.log(name)  # one without a name would be a new game
        evening.wish(Wish(name=name))
        return done("pages.table")

    @taps.post("/host/remove")
    def remove() -> AnyResponse:
        name = request.form.get("name", "")
        found = desk.on_table()
        if found is not None and found[0] == name:
            raise InputError(say("This game is on the table."))
        if request.form.get("sure") != "yes":
            raise BadRequest(say("Say that you are sure."))
        evening.shelf.remove(name)
        return done("side.host", show="games")

    @taps.get("/host/game/<name>.zip")
    def parcel(name: str) -> AnyResponse:
        log = evening.shelf.log(name)
        if not log.exists():
            raise NotFound(say("There is no such game."))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.zip"
            pack(log, path)
            # The open file outlives its folder on the systems that we run on.
            # Its name says what else is in it: nobody opens it by mistake while they play.
            return send_file(path.open("rb"), "application/zip", True, f"{name}-with-all-hands.zip")

    @taps.post("/host/fact")
    def fact() -> AnyResponse:
        form = request.form
        correct(
            evening.game, evening.shelf.folder, form.get("place", ""), form.get("value", ""),
            form.get("note", ""),
        )  # fmt: skip
        return done("side.host", show="data")

    @taps.post("/host/end")
    def end() -> AnyResponse:
        who = web_table.door.who_asks(request).who
        return answered(desk.post(request.form.get("game", ""), End(), who, number_in("seen")))

    @taps.post("/host/restart")
    def restart() -> AnyResponse:
        evening.restart()
        return done("pages.table")

    return taps


def _config(game: Rules[Any, Any]) -> dict[str, Json]:
    """The set-up that a form describes; whether it can be played is for the game to say."""
    form = request.form
    players = number_in("players")
    if players not in game.players:
        raise InputError(say("{players} can't play this game.", players=players))
    config: dict[str, Json] = {"players": players}
    if game.editions:
        config["edition"] = form.get("edition", "")
    for option in defaults.options(game):
        values: dict[str, Json] = {str(number): v for number, (v, _) in enumerate(option.values)}
        keys = (
            [f"{option.key}-{seat}" for seat in range(players)] if option.per_seat else [option.key]
        )
        chosen = [values.get(form.get(key, "0"), option.values[0][0]) for key in keys]
        config[option.key] = [*chosen] if option.per_seat else chosen[0]
    return config
