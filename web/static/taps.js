// The board by its four corners: its outline and places are drawn as the corners are pulled.
import { at, box, canvas, handle, read, svg, unit, write, zoom } from "./corners.js";

const form = document.getElementById("taps");

// The matrix that carries four points to four others, both as lists of {x, y}.
function homography(from, to) {
  const rows = [];
  from.forEach(({ x, y }, i) => {
    const { x: u, y: v } = to[i];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  for (let column = 0; column < 8; column += 1) {
    let pivot = column;
    for (let row = column; row < 8; row += 1) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    const head = rows[column][column];
    if (Math.abs(head) < 1e-12) return null;
    for (let row = 0; row < 8; row += 1) {
      if (row !== column) {
        const share = rows[row][column] / head;
        for (let k = column; k < 9; k += 1) rows[row][k] -= share * rows[column][k];
      }
    }
  }
  return [...rows.map((row, i) => row[8] / row[i]), 1];
}

function carry(m, { x, y }) {
  const depth = m[6] * x + m[7] * y + m[8];
  return { x: (m[0] * x + m[1] * y + m[2]) / depth, y: (m[3] * x + m[4] * y + m[5]) / depth };
}

function plain(text) {
  return text.split(" ").map((pair) => {
    const [x, y] = pair.split(",").map(Number);
    return { x, y };
  });
}

if (form && canvas) {
  const field = document.getElementById("corners");
  const group = document.getElementById("shapes");
  const from = plain(form.dataset.points);
  const shapes = [...form.querySelectorAll(".shape")].map((shape) => ({
    name: shape.dataset.name,
    outline: plain(shape.dataset.outline),
  }));
  const corners = read(field.value);
  let place = () => {};

  const draw = () => {
    const matrix = homography(from, corners);
    const drawn = [];
    if (matrix) {
      for (const { name, outline } of shapes) {
        const points = outline.map((point) => carry(matrix, point));
        drawn.push(
          svg("polygon", {
            class: name ? "space-shape" : "board-shape",
            points: points.map(({ x, y }) => `${x},${y}`).join(" "),
          }),
        );
        if (name) {
          const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
          const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
          const size = 14 * unit();
          drawn.push(svg("text", { x, y: y + size / 3, "font-size": size }, name));
        }
      }
    }
    group.replaceChildren(...drawn);
    field.value = write(corners);
    place();
  };
  const move = (index, point) => {
    corners[index] = point;
    draw();
  };
  place = handle(() => corners, move);
  // A tap beside the handles brings the nearest corner there: four taps are enough.
  canvas.addEventListener("click", (event) => {
    if (event.target.closest(".handle")) return;
    const point = at(event);
    const away = corners.map((corner) => Math.hypot(corner.x - point.x, corner.y - point.y));
    const nearest = away.indexOf(Math.min(...away));
    if (away[nearest] < box.width / 2) move(nearest, point);
  });
  new ResizeObserver(draw).observe(canvas);
  const closer = zoom(() => corners, draw);
  const xs = corners.map((corner) => corner.x);
  // A found board is shown from near; one that nobody has found may be anywhere.
  closer(form.dataset.found ? (2.6 * (Math.max(...xs) - Math.min(...xs))) / box.width : 1);
}
