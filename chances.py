import numpy as np
from models.places import find_places
from models.steps import Workshop, read_recipe
from models.evaluate import _sights
from models.sources import read_source
from models.measure import match
w = Workshop(find_places(), read_recipe(), threads=1)
f = w.places.runs / "ship"
for s in ("byler_d6","roboflow_dice"):
    photos = list(read_source(w.places.dice_photos / s))[::9]
    for sight in _sights(w, photos, f"seen-{s}", f):
        rep, _ = match([x for x in sight.seen if x.score>0.3], sight.photo.boxes, sight.photo.values, sight.photo.ignored)
        for r in rep:
            if r.fate=="false": print(s, round(r.seen.score,2), np.round(r.seen.chances,2))
