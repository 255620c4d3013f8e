// What somebody was about to do outlives the drawing of a region: lists that are open, fields that
// are filled in, how far something was swiped, and where the keyboard is.
"use strict";

// What a list belongs to. When its form has become another one it is closed: the same words on a
// button would be another move now.
function contextOf(details) {
  const form = details.closest("form.taps-form");
  return form ? form.textContent : "";
}

// Fields are known by their form, their name and how much fits in; a choice also by its value.
function keyOf(field) {
  const of = field.form ? field.form.getAttribute("action") || field.form.id : "";
  const which = field.type === "radio" || field.type === "checkbox" ? field.value : "";
  return [of, field.name, field.maxLength, which].join("|");
}

function fieldsOf(place) {
  return [...place.querySelectorAll("input[name]:not([type=hidden], [type=file]), textarea[name], select[name]")];
}

function isTouched(field) {
  if (field.type === "radio" || field.type === "checkbox") {
    return field.checked !== field.defaultChecked;
  }
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  return field.value !== field.defaultValue;
}

function remember(place) {
  return {
    open: [...place.querySelectorAll("details[open][id]")].map((one) => [one.id, contextOf(one)]),
    focused: place.contains(document.activeElement) ? document.activeElement.id : "",
    fields: new Map(fieldsOf(place).filter(isTouched).map((one) => [keyOf(one), one])),
    swiped: [...place.querySelectorAll(".wall")].map((one) => one.scrollLeft),
  };
}

function restore(place, { open, focused, fields, swiped }) {
  for (const [id, was] of open) {
    const one = document.getElementById(id);
    if (one && contextOf(one) === was) {
      one.open = true;
    }
  }
  for (const field of fieldsOf(place)) {
    const old = fields.get(keyOf(field));
    if (old && (field.type === "radio" || field.type === "checkbox")) {
      field.checked = old.checked;
    } else if (old) {
      field.value = old.value;
    }
  }
  [...place.querySelectorAll(".wall")].forEach((one, i) => {
    one.scrollLeft = swiped[i] || 0;
  });
  const again = focused && document.getElementById(focused);
  if (again) {
    again.focus({ preventScroll: true });
  }
}
