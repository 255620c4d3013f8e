"""Settings: from everywhere, checked, and a wrong one is named with the one that was meant."""

import json
import tomllib
from pathlib import Path

import pytest

from companion.cli import main
from companion.common.errors import CompanionError, InputError
from companion.settings.keys import ALL, SECTIONS
from companion.settings.settings import load, to_toml


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    return tmp_path


@pytest.fixture
def file(tmp_path):
    def write(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(text, "utf-8")
        return path

    return write


def test_without_a_file_everything_has_its_default():
    settings = load(environ={})
    assert all(settings[key.name].value == key.default for key in ALL)
    assert settings.is_default("web.port")


def test_the_command_line_beats_the_environment_and_that_beats_the_file(file):
    path = file("[web]\nport = 1\nhost = 'a'\nnames = ['pi.local']\n[camera]\nrate = 2\n")
    environ = {"COMPANION_WEB_PORT": "2", "COMPANION_WEB_HOST": "b"}
    settings = load(path, environ, ["web.port=3"])
    assert (settings.number("web.port"), settings["web.port"].origin) == (3, "option")
    assert (settings.text("web.host"), settings["web.host"].origin) == ("b", "COMPANION_WEB_HOST")
    assert (settings.words("web.names"), settings["web.names"].origin) == (("pi.local",), "line 4")
    assert (settings.decimal("camera.rate"), settings["camera.rate"].origin) == (2.0, "line 6")


def test_the_file_is_found_where_settings_are_kept(home):
    folder = home / "xdg_config_home" / "table-companion"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[web]\nport = 8123\n")
    assert load(environ={}).number("web.port") == 8123
    (home / "other.toml").write_text("[web]\nport = 8124\n")
    named = {"COMPANION_CONFIG": str(home / "other.toml")}
    assert load(environ=named).number("web.port") == 8124


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[web]\n\nprot = 1", "line 3: web.prot: unknown key; did you mean 'web.port'?"),
        ("[wep]\nport = 1", r"line 1: \[wep\]: unknown; did you mean 'web'?"),
        ("web = 1", r"line 1: web is a section; write \[web\]"),
        ("[web]\nport = '80'", 'line 2: web.port: a whole number is needed, not "80"'),
        ("[web]\nport = true", "line 2: web.port: a whole number is needed, not true"),
        ("[web]\nport = 70000", "line 2: web.port: 70000: between 0 and 65535, please"),
        ("[web]\nnames = 'pi.local'", "line 2: web.names: a list of texts is needed"),
        ("[web]\nannounce = 1", "line 2: web.announce: true or false is needed, not 1"),
        ("[table]\ngame = 'chess'", 'line 2: table.game: "chess": there is propeller-islands'),
        ("[camera]\nrate = nan", "line 2: camera.rate: nan is no number"),
        ("[camera]\nwidth = 7", "line 2: camera.width: 7: between 160 and 10000, please"),
        ("[mqtt]\ntopic = 'a/#'", r"line 2: mqtt.topic: .*: a topic has no \+ and no #"),
        ("[web]\ntrusted_proxies = ['pi']", "pi is no address, and no network such as"),
        ("[web]\ntrusted_proxies = ['0.0.0.0/0']", "0.0.0.0/0 is everybody"),
        ("[web]\nport == 1", "this is no TOML: "),
        ("[web]\nport = 1\nport = 2", "this is no TOML: "),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_reason(file, text, complaint):
    with pytest.raises(InputError, match=f"mine.toml.*{complaint}"):
        load(file(text), {})


@pytest.mark.parametrize(
    ("environ", "options", "complaint"),
    [
        ({"COMPANION_WEB_PROT": "1"}, [], "did you mean 'COMPANION_WEB_PORT'?"),
        (
            {"COMPANION_WEB_PORT": "many"},
            [],
            'COMPANION_WEB_PORT: a whole number is needed, not "m',
        ),
        ({"COMPANION_WEB_ANNOUNCE": "perhaps"}, [], "true or false is needed"),
        ({}, ["web.prot=1"], "did you mean 'web.port'?"),
        ({}, ["web.port"], "it goes KEY=VALUE"),
        ({}, ["web.port=-1"], "between 0 and 65535"),
    ],
)
def test_a_wrong_variable_or_option_is_refused(environ, options, complaint):
    with pytest.raises(InputError) as refused:
        load(environ=environ, options=options)
    assert complaint in str(refused.value)


def test_values_can_be_typed():
    options = ["web.names=pi.local, table.local", "web.announce=off", "camera.rate=2"]
    settings = load(environ={"COMPANION_WEIGHTS": "elsewhere"}, options=options)
    assert settings.words("web.names") == ("pi.local", "table.local")
    assert settings.flag("web.announce") is False
    assert settings.decimal("camera.rate") == 2.0


def test_a_file_that_is_named_must_be_there(tmp_path):
    with pytest.raises(CompanionError, match=r"none.toml: No such file"):
        load(tmp_path / "none.toml", {})


def test_the_template_has_every_key_with_its_default(capsys, file):
    assert main(["config", "--template"]) == 0
    text = capsys.readouterr().out
    load(file(text), {})
    active = "\n".join(
        line.removeprefix("# ") if " = " in line and "#" in line[:2] else line
        for line in text.splitlines()
    )
    document = tomllib.loads(active)
    assert tuple(document) == SECTIONS
    for key in ALL:
        section, _, name = key.name.partition(".")
        assert document[section][name] == json.loads(to_toml(key.default))


def test_what_counts_is_shown_with_its_origin_and_passwords_are_not(capsys, monkeypatch):
    monkeypatch.setenv("COMPANION_MQTT_PASSWORD", "open sesame")
    assert main(["config", "--set", "web.port=8099"]) == 0
    out = capsys.readouterr().out
    assert "port = 8099  # option" in out
    assert 'password = "..."  # COMPANION_MQTT_PASSWORD' in out
    assert main(["config", "--json"]) == 0
    out += (shown := capsys.readouterr().out)
    assert json.loads(shown)["settings"]["web.port"] == {"value": 8000, "origin": "default"}
    assert "sesame" not in out


def test_every_key_is_on_the_page():
    page = (Path(__file__).parents[3] / "docs" / "config.md").read_text("utf-8")
    for key in ALL:
        row = f"| `{key.name}` | `{to_toml(key.default)}` | {key.help} |"
        assert row in page
