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

// Form edits one record. "save" is given what was changed and everything; it fails with
// what the person is told. "id" is that of the button, "name" that of the form.
export function Form({ name, record, fields, save, label = __("Save"), done = __("Saved."), id, onDone, onCancel }) {
  const [changes, setChanges] = useState({});
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const data = useMemo(() => ({ ...record, ...changes }), [record, changes]);
  const form = useMemo(() => ({ layout: { type: "regular" }, fields: fields.map((f) => f.id) }), [fields]);
  const submit = async (event) => {
    event.preventDefault();
    const more = untold(event.currentTarget.elements, fields, data);
    if (Object.keys(more).length) setChanges({ ...changes, ...more });
    setBusy(true);
    if (await say(() => save({ ...changes, ...more }, { ...data, ...more }), done)) {
      setChanges({});
      onDone?.();
    }
    setBusy(false);
  };
  return (
    <form id={name} className="quoin-form" onSubmit={submit}>
      <DataForm data={data} fields={fields} form={form} onChange={(more) => setChanges((had) => ({ ...had, ...more }))} />
      <div className="quoin-form__buttons">
        {onCancel && <Button variant="tertiary" onClick={onCancel} __next40pxDefaultSize>{__("Cancel")}</Button>}
        <Button id={id} variant="primary" type="submit" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize>{label}</Button>
      </div>
    </form>
  );
}
