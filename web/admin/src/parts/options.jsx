// Options of the site that the API has no place for. A page brings those of its screen.json
// along, as texts; they are stored by a form.
import { useMemo, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { Form } from "./form.jsx";
import { sendForm } from "./forms.js";

const valueOf = (text, { type }) => (type === "boolean" ? text === "true" : type === "integer" ? Number(text) : text);
const textOf = (value) => (typeof value === "boolean" ? String(value) : String(value ?? ""));

// useOptions is what fields show of the options of a page, and a function that stores
// changed ones and gives back what of the changes isn't an option.
export function useOptions(data, fields) {
  const [stored, setStored] = useState(data.options ?? {});
  const values = useMemo(() => Object.fromEntries(fields.filter((f) => f.id in stored).map((f) => [f.id, valueOf(stored[f.id], f)])), [stored, fields]);
  const save = async (changes) => {
    const options = Object.entries(changes).filter(([name]) => name in stored).map(([name, value]) => [name, textOf(value)]);
    if (options.length) {
      await sendForm(data.base + "options.php", [["_wpnonce", data.optionsNonce], ...options.map(([name, text]) => ["option:" + name, text])]);
      setStored((had) => ({ ...had, ...Object.fromEntries(options) }));
    }
    return Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in stored)));
  };
  return [values, save];
}

// Options is a form of nothing but options.
export function Options({ data, fields }) {
  const [values, save] = useOptions(data, fields);
  return <Form record={values} fields={fields} label={__("Save Changes")} done={__("Settings saved.")} save={save} />;
}

export { area, check, number, onOff, radio, select, text } from "./controls.jsx";
