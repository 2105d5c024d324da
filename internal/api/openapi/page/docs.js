"use strict";
// Shows the description that lies beside it, and sends the requests that it
// describes. Everything is set as text, nothing as HTML.
const $ = (id) => document.getElementById(id);
const make = (tag, props = {}, ...children) => {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children.filter((c) => c !== null));
  return e;
};
let spec;
const resolve = (o) => {
  while (o && o.$ref) o = o.$ref.slice(2).split("/").reduce((at, key) => at && at[key], spec);
  return o || {};
};
const typeOf = (schema) => {
  if (schema && schema.$ref) return schema.$ref.split("/").pop();
  const s = resolve(schema);
  if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(" | ");
  const one = [].concat(s.type || "any").join(" | ");
  return s.items && one.includes("array") ? one + " of " + typeOf(s.items) : one;
};

function table(rows) {
  const t = make("table");
  for (const row of rows) t.append(make("tr", {}, ...row.map((cell) => (cell instanceof Node && cell.tagName === "TD" ? cell : make("td", {}, cell)))));
  return t;
}

function operation(path, method, op) {
  const box = make("details", { className: "operation" }, make("summary", {}, make("b", { textContent: method.toUpperCase() }), path));
  box.dataset.text = (method + " " + path + " " + (op.summary || "")).toLowerCase();
  box.addEventListener("toggle", () => { if (box.open && box.childElementCount === 1) fill(box, path, method, op); });
  return box;
}

function fill(box, path, method, op) {
  const inputs = [];
  const rows = [];
  for (const p of op.parameters || []) {
    const s = resolve(p.schema);
    const input = make("input", { placeholder: s.default === undefined ? "" : JSON.stringify(s.default) });
    input.setAttribute("aria-label", p.name);
    inputs.push([p, input]);
    rows.push([make("td", { className: p.required ? "needed" : "", textContent: p.name }), input, make("small", { textContent: p.in + ", " + typeOf(p.schema) + ". " + (p.description || "") })]);
  }
  if (rows.length) box.append(make("h2", { textContent: "Parameters" }), table(rows));
  let body = null;
  const media = op.requestBody && op.requestBody.content["application/json"];
  if (media) {
    const properties = resolve(media.schema).properties || {};
    const names = Object.keys(properties);
    body = make("textarea", { value: "{}" });
    body.setAttribute("aria-label", "Body");
    const needed = resolve(media.schema).required || [];
    box.append(make("h2", { textContent: "Body (JSON)" }), table(names.map((name) => [
      make("td", { className: needed.includes(name) ? "needed" : "", textContent: name }), typeOf(properties[name]), make("small", { textContent: resolve(properties[name]).description || "" }),
    ])), body);
  }
  const answers = Object.entries(op.responses).map(([status, r]) => {
    const content = resolve(r).content;
    return [status, content ? typeOf(Object.values(content)[0].schema) : "", make("small", { textContent: resolve(r).description || "" })];
  });
  const out = make("pre", { hidden: true, tabIndex: 0 }); // it scrolls, also by keyboard
  out.setAttribute("role", "region");
  out.setAttribute("aria-label", "Answer to " + method.toUpperCase() + " " + path);
  const button = make("button", { type: "button", textContent: "Send" });
  button.addEventListener("click", async () => {
    out.hidden = false;
    out.textContent = "...";
    try { out.textContent = await send(path, method, inputs, body); } catch (e) { out.textContent = String(e); }
  });
  box.append(button, out, make("h2", { textContent: "Answers" }), table(answers));
}

async function send(path, method, inputs, body) {
  const query = new URLSearchParams();
  for (const [p, input] of inputs) {
    if (p.in === "path") path = path.replace("{" + p.name + "}", encodeURIComponent(input.value));
    else if (input.value !== "") query.append(p.name, input.value);
  }
  const options = { method: method.toUpperCase(), headers: {}, credentials: "omit" };
  if (body) {
    JSON.parse(body.value);
    options.body = body.value;
    options.headers["Content-Type"] = "application/json";
  }
  if ($("login").value) {
    const bytes = new TextEncoder().encode($("login").value + ":" + $("secret").value);
    options.headers.Authorization = "Basic " + btoa(String.fromCharCode(...bytes));
  }
  const address = spec.servers[0].url.replace(/\/$/, "") + path + (query.size ? "?" + query : "");
  const began = performance.now();
  const r = await fetch(address, options);
  let text = await r.text();
  try { text = JSON.stringify(JSON.parse(text), null, 2); } catch { /* it is no JSON */ }
  const head = [...r.headers].map(([k, v]) => k + ": " + v).join("\n");
  return r.status + " " + r.statusText + ", " + Math.round(performance.now() - began) + " ms\n" + options.method + " " + address + "\n\n" + head + "\n\n" + text;
}

function find() {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of document.querySelectorAll(".group")) {
    let some = false;
    for (const op of group.querySelectorAll(".operation")) {
      op.hidden = !words.every((w) => op.dataset.text.includes(w));
      some = some || !op.hidden;
    }
    group.hidden = !some;
    if (words.length) group.open = some;
  }
}

fetch("openapi.json").then((r) => r.json()).then((loaded) => {
  spec = loaded;
  document.title = spec.info.title;
  $("title").textContent = spec.info.title;
  $("about").textContent = spec.info.description;
  $("server").textContent = spec.servers[0].url;
  const groups = new Map();
  for (const [path, item] of Object.entries(spec.paths)) {
    for (const [method, op] of Object.entries(item)) {
      const tag = op.tags[0];
      if (!groups.has(tag)) groups.set(tag, make("details", { className: "group" }, make("summary", { textContent: tag })));
      groups.get(tag).append(operation(path, method, op));
    }
  }
  $("groups").replaceChildren(...groups.values());
  $("find").addEventListener("input", find);
}).catch((e) => { $("groups").textContent = "The description can't be read: " + e; });
