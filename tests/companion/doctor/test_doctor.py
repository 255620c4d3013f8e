"""`companion doctor`: patients with every illness, each with what to do about it."""

import json
import socket
import sys
from pathlib import Path

import pytest

from companion.archive.shelf import Shelf
from companion.camera import one_picture
from companion.cli import main
from companion.commands.set_up import doctor
from companion.common.finding import BAD, GOOD, SKIPPED, STATES, WARNING
from companion.doctor import camera, machine, network, software
from companion.doctor.patient import Patient, run_program
from companion.games import find
from companion.settings.settings import load
from tests.hardware import standin_picamera2


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(one_picture, "SETTLING", 0.0)
    camera.look.cache_clear()


@pytest.fixture
def patient(tmp_path):
    def make(*options: str, says: dict[str, str] | None = None, **files: str) -> Patient:
        root = tmp_path / "root"
        for name, text in files.items():
            path = root / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        answers = says or {}
        return Patient(
            load(environ={}, options=options),
            root,
            lambda command: answers.get(Path(command[0]).name),
        )

    return make


PI = {"proc__device-tree__model": "Raspberry Pi 5 Model B Rev 1.0\0"}
PYTHON = Path(sys.executable).name


def test_damaged_logs_are_named_and_so_is_what_was_set_aside(patient, tmp_path):
    one = patient("data.folder=" + str(tmp_path / "data"))
    assert software.logs(one).state == SKIPPED
    shelf = Shelf(tmp_path / "data" / "games")
    for _ in range(2):
        shelf.begin(find("propeller-islands"), {"players": 2}).close()
    assert software.logs(one).found == "2 whole"
    name = shelf.records()[0].name
    shelf.log(name).write_bytes(b"damaged")
    found = software.logs(one)
    assert found.state == BAD
    assert f"{name}: The log was damaged" in found.found
    assert "1 event could be read" in found.found
    shelf.open(name, find).close()
    found = software.logs(one)
    assert found.state == WARNING
    assert f"{name}/game.log.damaged-1" in found.found


def test_this_computer_can_be_examined(capsys):
    status = main(["doctor", "--json", "--set", "camera.name=sim:", "--set", "web.port=0"])
    answer = json.loads(capsys.readouterr().out)
    assert [one["check"] for one in answer] == list(doctor.CHECKS)
    assert {one["state"] for one in answer} <= set(STATES)
    states = {one["check"]: one["state"] for one in answer}
    for check in ("python", "packages", "weights", "settings", "data", "camera", "light", "port"):
        assert states[check] == GOOD, check
    assert status == (BAD in states.values())
    assert all(one["advice"] for one in answer if one["state"] in (WARNING, BAD))


def test_people_get_a_line_for_each_and_what_to_do(capsys):
    assert main(["doctor", "camera", "python", "--set", "camera.name=usb:99"]) == 1
    first, advice, second = capsys.readouterr().out.splitlines()
    assert first.startswith("WRONG camera       camera 99 can't be opened")
    assert advice.startswith("                   -> `companion cameras` lists what is there")
    assert second.startswith("ok    python       Python 3.")


def test_a_wrong_check_is_named(capsys):
    assert main(["doctor", "memroy"]) == 2
    assert "no check 'memroy'; did you mean 'memory'?" in capsys.readouterr().err
    assert main(["doctor", "xyz"]) == 2
    assert "no check 'xyz'; there are python, packages, " in capsys.readouterr().err


def meminfo(free: int) -> dict[str, str]:
    return {"proc__meminfo": f"MemTotal: 4000000 kB\nMemAvailable:  {free * 1024} kB\n"}


@pytest.mark.parametrize(("free", "state"), [(2000, GOOD), (400, WARNING), (100, BAD)])
def test_memory(patient, free, state):
    found = machine.memory(patient(**meminfo(free)))
    assert found.state == state
    assert f"{free} MB free" in found.found
    assert machine.memory(Patient(load(environ={}), Path("/nowhere"))).state == SKIPPED


@pytest.mark.parametrize(("degrees", "state"), [(45, GOOD), (78, WARNING), (84, BAD)])
def test_temperature(patient, degrees, state):
    one = patient(sys__class__thermal__thermal_zone0__temp=f"{degrees}123\n")
    assert machine.temperature(one).state == state
    assert machine.temperature(one).found == f"{degrees} °C"


@pytest.mark.parametrize(
    ("answer", "state", "said"),
    [
        ("throttled=0x0", GOOD, "good all the time"),
        ("throttled=0x50000", WARNING, "since it was started: the voltage is too low"),
        ("throttled=0x50005", BAD, "the voltage is too low, the processor is throttled"),
        ("error", SKIPPED, "the firmware does not say"),
    ],
)
def test_power(patient, answer, state, said):
    found = machine.power(patient(says={"vcgencmd": answer}, **PI))
    assert (found.state, said in found.found) == (state, True)


def test_power_is_a_matter_for_pis(patient):
    assert machine.power(patient()).state == SKIPPED


@pytest.mark.parametrize(
    ("answer", "state"), [("absent", SKIPPED), ("fits", GOOD), ("clash", BAD), ("", BAD)]
)
def test_numpy_and_simplejpeg(patient, answer, state):
    found = software.numpy_and_simplejpeg(patient(says={PYTHON: answer}))
    assert found.state == state
    assert ("pip install --force-reinstall --no-deps simplejpeg" in found.advice) == (state == BAD)


def test_a_real_clash_is_seen(patient, monkeypatch, tmp_path):
    (tmp_path / "simplejpeg.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    one = Patient(load(environ={}), tmp_path, run_program)
    assert software.numpy_and_simplejpeg(one).state == BAD
    (tmp_path / "simplejpeg.py").write_text("")
    assert software.numpy_and_simplejpeg(one).state == GOOD


def test_libcamera(patient):
    assert software.libcamera(patient()).state == SKIPPED
    assert software.libcamera(patient(says={PYTHON: "loaded"}, **PI)).state == GOOD
    assert software.libcamera(patient(**PI)).state == WARNING
    found = software.libcamera(patient("camera.name=picamera2"))
    assert found.state == BAD
    assert "apt install python3-picamera2" in found.advice


def test_packages_that_can_not_be_loaded(patient):
    assert software.packages(patient(says={PYTHON: "loaded"})).state == GOOD
    assert software.packages(patient()).state == BAD
    lacking = patient(says={PYTHON: "cv2: libGL.so.1: cannot open shared object file"})
    assert "apt install libgl1" in software.packages(lacking).advice
    other = patient(says={PYTHON: "cv2: No module named cv2"})
    assert "install the companion again" in software.packages(other).advice


def test_other_weights_are_noticed(patient, monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_WEIGHTS", str(tmp_path))
    found = software.weights(patient())
    assert found.state == BAD
    assert "unset COMPANION_WEIGHTS" in found.advice


def test_data(patient, tmp_path):
    assert software.data(patient()).state == GOOD
    (tmp_path / "file").write_text("")
    assert software.data(patient(f"data.folder={tmp_path / 'file'}")).state == BAD
    (tmp_path / "share" / "table-companion" / "data.json").write_text(
        '{"version": 99, "companion": "9"}'
    )
    found = software.data(patient())
    assert found.state == BAD
    assert "newer" in found.found
    assert "update the companion" in found.advice


def test_disk(patient, monkeypatch):
    class Usage:
        free = 0.0

    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: Usage)
    for Usage.free, state in ((5e9, GOOD), (5e8, WARNING), (5e7, BAD)):
        assert machine.disk(patient()).state == state


def test_clock(patient, monkeypatch):
    assert machine.clock(patient(says={"timedatectl": "yes"})).state == GOOD
    assert machine.clock(patient()).state == GOOD
    assert machine.clock(patient(says={"timedatectl": "no"})).state == WARNING
    import time

    past = time.gmtime(86400 * 365)
    monkeypatch.setattr(machine.time, "localtime", lambda: past)
    assert machine.clock(patient()).state == BAD


def test_a_port_that_somebody_else_has(patient):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        number = other.getsockname()[1]
        found = network.port(patient("web.host=127.0.0.1", f"web.port={number}"))
        assert found.state == BAD
        assert "set web.port" in found.advice
    found = network.port(patient("web.host=127.0.0.1", f"web.port={number}"))
    assert found.found == f"{number} is free"


def test_addresses(patient, monkeypatch):
    import web.server

    monkeypatch.setattr(web.server, "lan_addresses", lambda: ("192.168.1.5",))
    assert network.addresses(patient()).found == "http://192.168.1.5:8000/"
    monkeypatch.setattr(web.server, "lan_addresses", lambda: ())
    assert network.addresses(patient()).state == BAD
    assert network.addresses(patient("web.host=127.0.0.1")).state == WARNING


def test_name(patient, monkeypatch):
    import companion.running.announcing

    assert network.name(patient("web.announce=no")).state == SKIPPED
    assert network.name(patient(**{"run__avahi-daemon__socket": ""})).found.endswith("by Avahi")
    monkeypatch.setattr(companion.running.announcing, "can_announce", lambda: False)
    bare = Patient(load(environ={}), Path("/nowhere"))
    assert "avahi" in network.name(bare).advice
    monkeypatch.setattr(companion.running.announcing, "can_announce", lambda: True)
    assert network.name(bare).state == GOOD


def test_camera_and_light_share_one_picture(patient, monkeypatch):
    standin = standin_picamera2.install(monkeypatch)
    one = patient("camera.name=picamera2")
    assert camera.camera(one).found == "picamera2, 1152 x 648"
    used = standin.last
    assert camera.light(one).state in (GOOD, WARNING)
    assert standin.last is used
    assert camera.camera(patient()).state == SKIPPED
    assert camera.light(patient()).state == SKIPPED


def test_a_check_that_fails_is_a_finding_and_hides_nothing(patient):
    def fails(_: Patient) -> None:
        raise OSError("no such thing")

    found = doctor.examine(fails, patient())
    assert (found.state, found.found) == (BAD, "the check itself failed: no such thing")
