// The form of one definition: what most need, and all of it as JSON.
import { Button, CheckboxControl, FormTokenField, SelectControl, TextControl, TextareaControl } from "@wordpress/components";
import { useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { useSay } from "../../parts/say.js";

const usual = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };

// The kinds of definitions.
export const kinds = {
  type: { label: __("Type"), add: __("Add type") },
  taxonomy: { label: __("Taxonomy"), add: __("Add taxonomy") },
  fields: { label: __("Fields"), add: __("Add fields") },
};

// fresh is what a new definition begins with.
export function fresh(kind) {
  if (kind === "fields") return { kind, name: "", object_subtype: [], fields: [emptyField] };
  const shown = { kind, name: "", label: "", public: true, show_in_rest: true };
  return kind === "taxonomy" ? { ...shown, object_type: ["post"], hierarchical: false } : { ...shown, has_archive: true, supports: ["title", "editor", "thumbnail", "revisions", "custom-fields"] };
}

const emptyField = { key: "", label: "", type: "string", single: true, show_in_rest: true };
const features = ["title", "editor", "excerpt", "author", "thumbnail", "comments", "revisions", "custom-fields", "page-attributes"];
const types = { string: __("Text"), number: __("Number"), integer: __("Whole number"), boolean: __("Switch") };
const objects = { post: __("Entries"), term: __("Terms"), user: __("Users"), comment: __("Comments") };

// Definition edits one, and stores it whole.
export function Definition({ given, isNew = false, all, store, onClose }) {
  const [definition, setDefinition] = useState(given);
  const [text, setText] = useState(null); // of the definition while it is edited as JSON
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const set = (more) => setDefinition((had) => ({ ...had, ...more }));
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    if (await say(() => store(text === null ? definition : JSON.parse(text)), __("Saved."))) onClose();
    setBusy(false);
  };
  const toggle = () => say(() => {
    if (text !== null) setDefinition(JSON.parse(text));
    setText(text === null ? JSON.stringify(definition, null, 2) : null);
  });
  return (
    <form className="quoin-form" onSubmit={submit}>
      {text === null ? (
        <>
          <TextControl {...usual} label={__("Name")} help={__("Small letters, digits and dashes; it can't be changed later.")} value={definition.name} disabled={!isNew} required onChange={(name) => set({ name })} />
          <TextControl {...usual} label={__("Label")} value={definition.label ?? ""} onChange={(label) => set({ label })} />
          {definition.kind === "fields" ? <Group definition={definition} set={set} /> : <Kind definition={definition} set={set} all={all} />}
        </>
      ) : (
        <TextareaControl __nextHasNoMarginBottom label={__("Definition as JSON")} rows={20} value={text} onChange={setText} />
      )}
      <div className="quoin-form__buttons">
        <Button variant="tertiary" onClick={toggle} __next40pxDefaultSize>{text === null ? __("All of it as JSON") : __("Back to the form")}</Button>
        <Button variant="tertiary" onClick={onClose} __next40pxDefaultSize>{__("Cancel")}</Button>
        <Button variant="primary" type="submit" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize>{__("Save")}</Button>
      </div>
    </form>
  );
}

// Kind is what types and taxonomies have.
function Kind({ definition, set, all }) {
  const isType = definition.kind === "type";
  const named = (kind) => all.filter((d) => d.kind === kind).map((d) => d.name);
  const check = (name, label) => <CheckboxControl __nextHasNoMarginBottom label={label} checked={!!definition[name]} onChange={(on) => set({ [name]: on })} />;
  const supports = definition.supports || [];
  return (
    <>
      <TextControl {...usual} label={__("Label of one")} value={definition.labels?.singular_name ?? ""} onChange={(one) => set({ labels: { ...definition.labels, singular_name: one || undefined } })} />
      {check("public", __("Visitors see it"))}
      {check("hierarchical", isType ? __("Entries have parents") : __("Terms have parents"))}
      {isType && check("has_archive", __("It has a list of its own"))}
      {check("show_in_rest", __("The API and the editor have it"))}
      {definition.show_in_rest && <TextControl {...usual} label={__("Route in the API")} help={__("The name when it is empty.")} value={definition.rest_base ?? ""} onChange={(base) => set({ rest_base: base || undefined })} />}
      {isType ? (
        <>
          <fieldset className="quoin-fields">
            <legend>{__("Features")}</legend>
            {features.map((name) => (
              <CheckboxControl key={name} __nextHasNoMarginBottom label={name} checked={supports.includes(name)}
                onChange={(on) => set({ supports: on ? [...supports, name] : supports.filter((had) => had !== name) })} />
            ))}
          </fieldset>
          <FormTokenField {...usual} label={__("Taxonomies")} value={definition.taxonomies ?? []} suggestions={["category", "post_tag", ...named("taxonomy")]} onChange={(taxonomies) => set({ taxonomies })} />
        </>
      ) : (
        <FormTokenField {...usual} label={__("Types whose entries have its terms")} value={definition.object_type ?? []} suggestions={["post", "page", ...named("type")]} onChange={(list) => set({ object_type: list })} />
      )}
    </>
  );
}

// Group is what a group of fields has.
function Group({ definition, set }) {
  const object = definition.object_type ?? "post";
  const fields = definition.fields ?? [];
  const change = (i, more) => set({ fields: fields.map((f, j) => (j === i ? { ...f, ...more } : f)) });
  return (
    <>
      <SelectControl {...usual} label={__("Fields of")} value={object} options={Object.entries(objects).map(([value, label]) => ({ value, label }))} onChange={(of) => set({ object_type: of })} />
      {(object === "post" || object === "term") && (
        <FormTokenField {...usual} label={object === "post" ? __("Types that have them") : __("Taxonomies that have them")} value={definition.object_subtype ?? []} onChange={(list) => set({ object_subtype: list })} />
      )}
      {fields.map((field, i) => <Field key={i} n={i + 1} field={field} entries={object === "post"} change={(more) => change(i, more)} remove={() => set({ fields: fields.filter((_, j) => j !== i) })} />)}
      <Button variant="secondary" onClick={() => set({ fields: [...fields, emptyField] })} __next40pxDefaultSize>{__("Add field")}</Button>
    </>
  );
}

// Field is one field of a group. What the form has no control for stays as it is.
function Field({ n, field, entries, change, remove }) {
  const check = (name, label) => <CheckboxControl __nextHasNoMarginBottom label={label} checked={!!field[name]} onChange={(on) => change({ [name]: on || undefined })} />;
  return (
    <fieldset className="quoin-fields">
      <legend>{field.label || field.key || sprintf(__("Field %d"), n)}</legend>
      <TextControl {...usual} label={__("Key")} value={field.key} required onChange={(key) => change({ key })} />
      <TextControl {...usual} label={__("Label")} value={field.label ?? ""} onChange={(label) => change({ label })} />
      <TextControl {...usual} label={__("Help")} value={field.help ?? ""} onChange={(help) => change({ help: help || undefined })} />
      {types[field.type] ? (
        <SelectControl {...usual} label={__("Kind of value")} value={field.type} options={Object.entries(types).map(([value, label]) => ({ value, label }))} onChange={(type) => change({ type })} />
      ) : <p>{__("Lists and objects are described as JSON.")}</p>}
      {entries && (
        <>
          {check("required", __("It has to be filled in"))}
          {check("index", __("Lists filter and order by it"))}
          {check("unique", __("No two entries have the same"))}
        </>
      )}
      <Button variant="tertiary" isDestructive size="small" onClick={remove} aria-label={sprintf(__("Remove: %s"), field.label || field.key || sprintf(__("Field %d"), n))}>{__("Remove")}</Button>
    </fieldset>
  );
}
