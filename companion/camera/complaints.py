"""What cameras, photos and galleries complain about, as sentences for every language.

Their rooms know no languages and say it in plain English. Here it is recognised by its pattern and
becomes a `Said`; what is not known stays as it was said.
"""

import re
from string import Formatter

from companion.common.words import Said, say

_SENTENCES = (
    # photos
    say("the photo is empty (0 bytes); copy it again from the camera"),
    say("the photo is cut off: its end is missing; copy it again from the camera"),
    say("the photo is damaged; copy it again from the camera"),
    say("the photo is a damaged {format} file: {reason}"),
    say("the photo is a damaged {format} file; copy it again from the camera"),
    say(
        "the photo is a HEIC photo: install pillow-heif to read it (pip install pillow-heif), or "
        "set the phone to save JPEG"
    ),
    say(
        "the photo has {width} x {height} pixels ({size} MP); at most {most} MP can be looked at: "
        "save a smaller copy"
    ),
    say("the photo is {what}; a JPEG, PNG, WebP or HEIC photo is needed"),
    say("no picture"),
    say("a GIF"),
    say("a BMP"),
    say("a TIFF or raw photo"),
    say("a PDF"),
    say("a ZIP archive"),
    say("an SVG drawing"),
    # galleries
    say("the file is broken, or no gallery at all"),
    say("the file is too large; a gallery has at most {n} faces"),
    say("its names and its pictures don't belong together"),
    say("its pictures are damaged"),
    say("the file is no gallery"),
    say("the file is of version {version}, and this companion reads version {ours}"),
    say("its list of names is damaged"),
    # the board
    say("the camera is being moved"),
    say("nobody has shown the board yet"),
    say("the board was not found"),
    say("only {n} details of the board were found again: is it in the picture, sharp, and lit?"),
    say("details of the board were found, but not where they belong"),
    say(
        "what was found looks like the board in {share}% of its parts only: is something lying on "
        "it?"
    ),
    say("what was found can't be the board: it would be folded or a speck"),
    say("the board is there, but {reason}: is there enough light?"),
    say("the picture has too few details to notice a bump by"),
    say("four corners are needed"),
    say("the four taps must go around the board, one in each corner"),
    say("the taps go around the wrong way: the board would be seen from below"),
    say(
        "the camera hangs elsewhere than when the corners of the board were tapped: tap them again"
    ),
    # the lens
    say("the pictures contradict each other by {n} pixels: is the sheet flat?"),
    # cameras
    say("{camera}: no such camera; did you mean '{other}'?"),
    say("{camera}: no such video; give a camera's number, a URL, a video file, or one of {kinds}"),
    say("{camera}: a number is needed after the colon, not '{text}'"),
    say("{camera}: no such folder"),
    say("{camera}: no picture in it ({endings})"),
    say("{path} is no picture; take it out of the folder"),
    say("{camera}: no such video"),
    say(
        "{camera} can't be opened: libcamera sees {n} cameras; is the ribbon cable in, with the Pi "
        "switched off when it was put in?"
    ),
    say("{camera} can't be opened: {reason}; does another program use it?"),
    say("{camera} can't be opened: {reason}"),
    say("is it plugged in, and free?"),
    say("does the address open in a browser or VLC?"),
    say("is it a video?"),
    say("{camera} stopped sending pictures: check its cable or network"),
    say("{camera} stopped sending pictures: {reason}"),
    say("libcamera can't list its cameras: {reason}"),
    say(
        "picamera2 is not there ({reason}): install it with `apt install python3-picamera2`, and "
        "make the Python environment with --system-site-packages"
    ),
    say("picamera2 can't be loaded ({reason}): see `companion doctor`"),
)


def translated(text: str) -> str:
    """The same as a sentence for every language, if it is known.

    >>> translated("the board is there, but nobody knows why: is there enough light?").values
    {'reason': 'nobody knows why'}
    """
    for sentence, form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return sentence.fill(**{name: translated(of) for name, of in match.groupdict().items()})
    return text


def _form(sentence: Said) -> re.Pattern[str]:
    parts = Formatter().parse(sentence.key)
    forms = (f"{re.escape(text)}{f'(?P<{name}>.+?)' if name else ''}" for text, name, _, _ in parts)
    return re.compile("".join(forms), re.DOTALL)


_FORMS = tuple((sentence, _form(sentence)) for sentence in _SENTENCES)
