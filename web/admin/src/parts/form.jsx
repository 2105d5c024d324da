// Forms of fields, as lists know them.
import { Button } from "@wordpress/components";
import { DataForm } from "@wordpress/dataviews";
import { useMemo, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { useSay } from "./say.js";

// untold is what a script put into lists of choices, which React isn't told of. What isn't one
// of the choices is put back.
function untold(controls, fields, data) {
  const found = {};
  for (const { id, at, elements } of fields) {
    const list = at && controls.namedItem(at);
    const shown = String(data[id] ?? "");
    if (!(list instanceof HTMLSelectElement) || list.value === shown) continue;
    const chosen = elements.find((e) => String(e.value) === list.value);
    if (chosen && [...list.options].some((o) => o.value === shown)) found[id] = chosen.value;
    else list.value = shown;
  }
  return found;
}

// A field that lacks what it must have is marked as in the field's forms, for all eyes, until it has that.
const marked = ["form-required", "form-invalid"];
const rowOf = (control) => control.closest(".components-base-control") ?? control.parentElement;
function mark({ target }) {
  target.setAttribute("aria-invalid", "true");
  rowOf(target).classList.add(...marked);
}
function unmark({ target }) {
  if (!target.matches("[aria-invalid]") || !target.validity?.valid) return;
  target.removeAttribute("aria-invalid");
  rowOf(target).classList.remove(...marked);
}

const regular = { type: "regular" };

// Form edits one record. "save" is given what was changed and everything; it fails with
// what the person is told, as by "done", which may depend on the record. "id" is that of the button, "name" that of the form, and "notice" that of what is told, with the link "back". Fields with
// a "group" stand below a heading of that name, and "after", without a form of its own, between them and the button. While the form is "blocked", it isn't sent.
// "lacks" says what must be typed before it is sent, which stands in the form until something is typed, and "warns" what is
// doubtful about what stands there, which may be sent.
export function Form({ record, fields, save, label = __("Save"), done = __("Saved."), id, name, notice, back, after, blocked, lacks, warns, onDone, onCancel }) {
  const [changes, setChanges] = useState({});
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState("");
  const say = useSay();
  const data = useMemo(() => ({ ...record, ...changes }), [record, changes]);
  const groups = useMemo(() => {
    const all = [];
    for (const { id: field, group } of fields) {
      if (all.at(-1)?.title !== group || !all.length) all.push({ title: group, layout: regular, fields: [] });
      all.at(-1).fields.push(field);
    }
    return all;
  }, [fields]);
  const doubt = warns?.(data);
  const unable = busy || Boolean(blocked?.(data));
  const submit = async (event) => {
    event.preventDefault();
    if (unable) return;
    const more = untold(event.currentTarget.elements, fields, data);
    if (Object.keys(more).length) setChanges({ ...changes, ...more });
    const without = lacks?.({ ...data, ...more }) ?? "";
    setMissing(without);
    if (without) return;
    setBusy(true);
    if (await say(() => save({ ...changes, ...more }, { ...data, ...more }), typeof done === "function" ? done({ ...data, ...more }) : done, { id: notice, back, type: "form" })) {
      setChanges({});
      onDone?.();
    }
    setBusy(false);
  };
  return (
    <form id={name} className="quoin-form" onSubmit={submit} onInvalidCapture={mark} onInput={unmark}>
      {groups.map((g) => (
        <div key={g.title ?? ""} className="quoin-form__group">
          {g.title && <h2>{g.title}</h2>}
          <DataForm data={data} fields={fields} form={g} onChange={(more) => { setMissing(""); setChanges((had) => ({ ...had, ...more })); }} />
        </div>
      ))}
      {after}
      {lacks && <div role="alert">{missing && <p className="notice notice-error">{missing}</p>}</div>}
      {warns && <div role="status">{doubt && <p className="notice notice-warning">{doubt}</p>}</div>}
      <div className="quoin-form__buttons">
        {onCancel && <Button variant="tertiary" onClick={onCancel} __next40pxDefaultSize>{__("Cancel")}</Button>}
        <input type="submit" id={id} className={"components-button is-primary is-next-40px-default-size button button-primary" + (busy ? " is-busy" : "")} aria-disabled={unable || undefined} value={label} />
      </div>
    </form>
  );
}
