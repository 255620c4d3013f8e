// Zones on the picture: the chosen one has corners to pull, and can be pulled as a whole.
import { at, box, canvas, handle, inside, read, svg, unit, write, zoom } from "./corners.js";

const form = document.getElementById("zones");
const marks = [
  (r) => svg("circle", { r }),
  (r) => svg("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r }),
  (r) => svg("polygon", { points: ring(r * 1.15, 6) }),
  (r) => svg("polygon", { points: ring(r * 1.3, 4) }),
];

function ring(r, corners) {
  const points = [];
  for (let k = 0; k < corners; k += 1) {
    const angle = (2 * Math.PI * k) / corners;
    points.push(`${r * Math.cos(angle)},${r * Math.sin(angle)}`);
  }
  return points.join(" ");
}

if (form && canvas) {
  const group = document.getElementById("shapes");
  const fields = [...form.querySelectorAll(".outline")];
  const zones = fields.map((field) => ({
    field,
    seat: Number(field.dataset.seat),
    title: field.closest("label").querySelector(".words").firstChild.textContent.trim(),
    points: read(field.value),
    moved: false,
  }));
  const radios = [...document.getElementsByName("chosen")];
  let chosen = 0;
  let place = () => {};

  const drawn = (zone, index) => {
    const points = zone.points.map(({ x, y }) => `${x},${y}`).join(" ");
    const is = index === chosen ? " chosen" : "";
    const shape = svg("g", { class: `zone-shape seat-${zone.seat}${is}`, "data-zone": index });
    const one = unit();
    const x = zone.points.reduce((sum, point) => sum + point.x, 0) / zone.points.length;
    const y = zone.points.reduce((sum, point) => sum + point.y, 0) / zone.points.length;
    const mark = svg("g", { class: "zone-mark", transform: `translate(${x} ${y})` });
    mark.append(marks[zone.seat % 4](10 * one));
    mark.append(svg("text", { y: 4.5 * one, "font-size": 13 * one }, zone.seat + 1));
    if (index === chosen) {
      // A zone at the rim has its name beside it rather than half outside.
      const half = zone.title.length * 3.4 * one;
      const all = canvas.viewBox.baseVal;
      const middle = Math.min(Math.max(x, all.x + half), all.x + all.width - half);
      const title = { class: "zone-title", x: middle - x, y: 26 * one, "font-size": 12 * one };
      mark.append(svg("text", title, zone.title));
    }
    shape.append(svg("polygon", { points }), mark);
    return shape;
  };
  const draw = () => {
    const order = zones.map((_, index) => index).sort((a, b) => (a === chosen) - (b === chosen));
    group.replaceChildren(...order.map((index) => drawn(zones[index], index)));
    // What nobody has touched is sent as it came, so that it stays the proposal.
    for (const zone of zones) {
      if (zone.moved) zone.field.value = write(zone.points);
    }
    place();
  };
  const choose = (index) => {
    chosen = index;
    radios[index].checked = true;
    place = handle(
      () => zones[chosen].points,
      (corner, point) => {
        zones[chosen].points[corner] = point;
        zones[chosen].moved = true;
        draw();
      },
    );
    draw();
  };
  radios.forEach((radio, index) => radio.addEventListener("change", () => choose(index)));

  let held = null;
  canvas.addEventListener("pointerdown", (event) => {
    const shape = event.target.closest(".zone-shape");
    if (!shape) return;
    const index = Number(shape.dataset.zone);
    if (index !== chosen) {
      choose(index);
      return;
    }
    held = { from: at(event), points: zones[chosen].points.map((point) => ({ ...point })) };
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    const now = at(event);
    const xs = held.points.map((point) => point.x);
    const ys = held.points.map((point) => point.y);
    const limit = (step, values, most) =>
      Math.min(most - Math.max(...values), Math.max(-Math.min(...values), step));
    const x = limit(now.x - held.from.x, xs, box.width);
    const y = limit(now.y - held.from.y, ys, box.height);
    zones[chosen].points = held.points.map((point) => inside({ x: point.x + x, y: point.y + y }));
    zones[chosen].moved = true;
    draw();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, () => {
      held = null;
    });
  }
  new ResizeObserver(draw).observe(canvas);
  choose(0);
  zoom(() => zones[chosen].points, draw)(1);
}
