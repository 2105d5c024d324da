// The fields that the site's owner declared, as panels in the editor's sidebar: a control
// for each value as its schema describes it.
import { Button, RangeControl, SelectControl, TextControl, TextareaControl, ToggleControl } from "@wordpress/components";
import { useEntityProp } from "@wordpress/core-data";
import { PluginDocumentSettingPanel } from "@wordpress/editor";
import { __, sprintf } from "@wordpress/i18n";
import { registerPlugin } from "@wordpress/plugins";

// showFields adds a panel for each group of the page.
export function showFields({ fields, type }) {
  (fields ?? []).forEach((group, i) => registerPlugin("quoin-fields-" + i, {
    render: () => (
      <PluginDocumentSettingPanel name={"quoin-fields-" + i} title={group.label}>
        {group.fields.map((field) => <Field key={field.key} field={field} type={type} />)}
      </PluginDocumentSettingPanel>
    ),
  }));
}

function Field({ field, type }) {
  const [meta, setMeta] = useEntityProp("postType", type, "meta");
  const schema = field.repeated ? { type: "array", title: field.schema.title, description: field.schema.description, items: { ...field.schema, title: undefined, description: undefined } } : field.schema;
  return <Value schema={schema} label={field.schema.title || field.key} value={meta?.[field.key]} onChange={(value) => setMeta({ ...meta, [field.key]: value })} />;
}

// kindOf is the type of a schema, the first that isn't null where there are several.
const kindOf = ({ type }) => (Array.isArray(type) ? type.find((t) => t !== "null") : type);
// Browsers edit a date and time without seconds and zone.
const minutes = "2026-03-05T10:00".length;
// A text that may be as long as this gets more than one line.
const long = 200;

// emptyOf is what a new value of a schema is.
function emptyOf(schema) {
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  return { boolean: false, integer: schema.minimum ?? 0, number: schema.minimum ?? 0, array: [], object: Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, emptyOf(inner)])) }[kindOf(schema)] ?? "";
}

function Value({ schema, label, value, onChange }) {
  const usual = { label, help: schema.description || undefined, __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };
  const kind = kindOf(schema);
  if (schema.enum) {
    return <SelectControl {...usual} value={String(value ?? "")} options={schema.enum.map((v) => ({ value: String(v), label: String(v) || __("None") }))} onChange={(text) => onChange(schema.enum.find((v) => String(v) === text))} />;
  }
  switch (kind) {
    case "boolean":
      return <ToggleControl label={label} help={usual.help} __nextHasNoMarginBottom checked={!!value} onChange={onChange} />;
    case "integer":
    case "number":
      if (schema.minimum !== undefined && schema.maximum !== undefined && schema.maximum - schema.minimum <= 100) {
        return <RangeControl {...usual} value={value} min={schema.minimum} max={schema.maximum} step={kind === "integer" ? 1 : "any"} onChange={onChange} />;
      }
      return <TextControl {...usual} type="number" step={kind === "integer" ? 1 : "any"} min={schema.minimum} max={schema.maximum} value={value ?? ""} onChange={(text) => text !== "" && onChange(Number(text))} />;
    case "array":
      return <Rows schema={schema} label={label} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "object":
      return (
        <fieldset className="quoin-fields">
          <legend>{label}</legend>
          {Object.entries(schema.properties ?? {}).map(([name, inner]) => <Value key={name} schema={inner} label={inner.title || name} value={value?.[name]} onChange={(v) => onChange({ ...value, [name]: v })} />)}
        </fieldset>
      );
  }
  if (schema.format === "date-time") return <TextControl {...usual} type="datetime-local" value={(value ?? "").slice(0, minutes)} onChange={(text) => onChange(text.length === minutes ? text + ":00" : text)} />;
  if (schema.maxLength > long || schema.format === "textarea-field") return <TextareaControl label={label} help={usual.help} __nextHasNoMarginBottom value={value ?? ""} onChange={onChange} />;
  return <TextControl {...usual} type={{ uri: "url", email: "email" }[schema.format] ?? "text"} value={value ?? ""} maxLength={schema.maxLength} onChange={onChange} />;
}

// Rows are the values of a list, one below the other.
function Rows({ schema, label, value, onChange }) {
  const items = schema.items ?? { type: "string" };
  return (
    <fieldset className="quoin-fields">
      <legend>{label}</legend>
      {value.map((v, i) => (
        <div key={i} className="quoin-fields__row">
          <Value schema={items} label={`${label} ${i + 1}`} value={v} onChange={(now) => onChange(value.map((had, j) => (j === i ? now : had)))} />
          <Button variant="tertiary" isDestructive size="small" onClick={() => onChange(value.filter((_, j) => j !== i))} aria-label={sprintf(__("Remove: %s"), `${label} ${i + 1}`)}>{__("Remove")}</Button>
        </div>
      ))}
      <Button variant="secondary" size="compact" disabled={schema.maxItems !== undefined && value.length >= schema.maxItems} onClick={() => onChange([...value, emptyOf(items)])}>{sprintf(__("Add: %s"), label)}</Button>
    </fieldset>
  );
}
