"""What can be wrong with photos, galleries, boards, lenses and cameras: codes and their sentences.

Cameras and eyes name a code and its values and know no languages. The sentence is made from them
here; it is told in the language of whoever reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.common.words import Said, say

TAP_AGAIN = "tap-again"

SENTENCES: dict[str, str] = {
    "photo-empty": say("the photo is empty (0 bytes); copy it again from the camera"),
    "photo-cut-off": say("the photo is cut off: its end is missing; copy it again from the camera"),
    "photo-damaged": say("the photo is damaged; copy it again from the camera"),
    "photo-not-unpacked": say("the photo is a damaged {format} file: {reason}"),
    "photo-half-unpacked": say(
        "the photo is a damaged {format} file; copy it again from the camera"
    ),
    "photo-heic": say(
        "the photo is a HEIC photo: install pillow-heif to read it (pip install pillow-heif), or "
        "set the phone to save JPEG"
    ),
    "photo-huge": say(
        "the photo has {width} x {height} pixels ({size} MP); at most {most} MP can be looked at: "
        "save a smaller copy"
    ),
    "photo-of-another-kind": say("the photo is {what}; a JPEG, PNG, WebP or HEIC photo is needed"),
    "no-picture": say("no picture"),
    "gif": say("a GIF"),
    "bmp": say("a BMP"),
    "tiff": say("a TIFF or raw photo"),
    "pdf": say("a PDF"),
    "zip": say("a ZIP archive"),
    "svg": say("an SVG drawing"),
    "gallery-broken": say("the file is broken, or no gallery at all"),
    "gallery-too-large": say("the file is too large; a gallery has at most {n} faces"),
    "gallery-mixed-up": say("its names and its pictures don't belong together"),
    "gallery-pictures-damaged": say("its pictures are damaged"),
    "gallery-is-none": say("the file is no gallery"),
    "gallery-version": say(
        "the file is of version {version}, and this companion reads version {ours}"
    ),
    "gallery-names-damaged": say("its list of names is damaged"),
    "camera-being-moved": say("the camera is being moved"),
    "board-not-shown": say("nobody has shown the board yet"),
    "board-not-found": say("the board was not found"),
    "board-few-details": say(
        "only {n} details of the board were found again: is it in the picture, sharp, and lit?"
    ),
    "board-details-elsewhere": say("details of the board were found, but not where they belong"),
    "board-unlike": say(
        "what was found looks like the board in {share}% of its parts only: is something lying on "
        "it?"
    ),
    "board-impossible": say("what was found can't be the board: it would be folded or a speck"),
    "board-in-the-dark": say("the board is there, but {reason}: is there enough light?"),
    "few-details": say("the picture has too few details to notice a bump by"),
    "taps-not-four": say("four corners are needed"),
    "taps-not-around": say("the four taps must go around the board, one in each corner"),
    "taps-from-below": say("the taps go around the wrong way: the board would be seen from below"),
    TAP_AGAIN: say(
        "the camera hangs elsewhere than when the corners of the board were tapped: tap them again"
    ),
    "lens-contradictory": say(
        "the pictures contradict each other by {n} pixels: is the sheet flat?"
    ),
    "camera-misspelt": say("{camera}: no such camera; did you mean '{other}'?"),
    "camera-unknown": say(
        "{camera}: no such video; give a camera's number, a URL, a video file, or one of {kinds}"
    ),
    "camera-number": say("{camera}: a number is needed after the colon, not '{text}'"),
    "folder-missing": say("{camera}: no such folder"),
    "folder-empty": say("{camera}: no picture in it ({endings})"),
    "folder-with-other-file": say("{path} is no picture; take it out of the folder"),
    "video-missing": say("{camera}: no such video"),
    "camera-not-on-ribbon": say(
        "{camera} can't be opened: libcamera sees {n} cameras; is the ribbon cable in, with the Pi "
        "switched off when it was put in?"
    ),
    "camera-in-use": say("{camera} can't be opened: {reason}; does another program use it?"),
    "camera-not-opened": say("{camera} can't be opened: {reason}"),
    "ask-plug": say("is it plugged in, and free?"),
    "ask-address": say("does the address open in a browser or VLC?"),
    "ask-video": say("is it a video?"),
    "camera-stopped": say("{camera} stopped sending pictures: check its cable or network"),
    "camera-failed": say("{camera} stopped sending pictures: {reason}"),
    "libcamera-failed": say("libcamera can't list its cameras: {reason}"),
    "picamera2-missing": say(
        "picamera2 is not there ({reason}): install it with `apt install python3-picamera2`, and "
        "make the Python environment with --system-site-packages"
    ),
    "picamera2-broken": say("picamera2 can't be loaded ({reason}): see `companion doctor`"),
    # How a camera does, by its state.
    "camera-opening": say("The camera is being opened."),
    "camera-good": "",
    "camera-lost": say("The camera is gone: is its cable in?"),
    "camera-silent": say("The camera sends no pictures any more: check its cable or network."),
    "camera-busy": say("The computer has too much to do: the camera's pictures come late."),
    "camera-frozen": say("The camera shows the same picture again and again."),
    "camera-black": say("The camera sees nothing: is the light on and the lens free?"),
    "camera-blank": say("The camera shows one colour and nothing else."),
    "camera-noise": say("The camera sends garbage: is its cable whole?"),
    "camera-ended": say("The recording has ended."),
    # Only the command line says these, in English.
    "photo-is-folder": "the photo is a folder; name the photos in it",
    "photo-missing": "the photo does not exist",
    "photo-is-no-file": "the photo is no ordinary file",
    "photo-too-large": "the photo is {size} MB large: that is no photo",
    "photo-unreadable": "the photo can't be read: {reason}",
    "gallery-unreadable": "{name}: can't be read ({reason})",
    "gallery-refused": "{name}: {reason}",
    "markers-hidden": (
        "{n} of the {all} markers can be seen, and two are needed: are they covered, or out of the "
        "picture?"
    ),
    "markers-moved": "the markers don't lie where they should: has one been moved?",
    "lens-sizes": "pictures of the sheet must all be of the same size, and there must be any",
    "lens-few-pictures": (
        "the sheet can be read in {n} of {all} pictures, and {least} are needed: hold it flat, "
        "wholly in the picture, from several sides"
    ),
    "folder-unreadable": "{path}: {reason}",
    "camera-without-picture": "{camera} shows no picture",
    "process-ended": "its process ended",
    "silent-for": "no picture for {n} seconds",
}


@dataclass(frozen=True)
class Problem:
    """What is wrong.

    Attributes:
        code: One of `SENTENCES`; what the system or a library says is its own sentence.
        values: What is filled in; may be problems themselves.
    """

    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """The sentence, for every language in which it is known."""
        sentence = SENTENCES.get(self.code, self.code)
        values = {
            name: value.said if isinstance(value, Problem) else value
            for name, value in self.values.items()
        }
        if isinstance(sentence, Said):
            return sentence.fill(**values)
        return sentence.format_map(values) if values else sentence

    def __str__(self) -> str:
        return str(self.said)

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> "Problem":
        """One from its `asdict`, refused where it is damaged; a text is its own sentence."""
        if isinstance(data, str):
            return cls(data)
        values = {
            name: cls.from_json(value) if isinstance(value, Mapping) else value
            for name, value in data["values"].items()
        }
        problem = cls(data["code"], values)
        str(problem)  # a value that is missing is missed now
        return problem


class ProblemError(Exception):
    """An error with a code and values; its message is their sentence."""

    def __init__(self, code: str, /, **values: object) -> None:
        self.problem = Problem(code, values)
        super().__init__(self.problem.said)
