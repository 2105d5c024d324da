// Fields of forms by what a person does with them. Each is drawn with its id as the id and the
// name of its control, or the id that "html" says and the name that "name" says; "at" tells which. One with "readOnly" stays a
// control that the keyboard reaches: a field that is told so would be drawn as text. "off" tells of all that the form has when it can't be set, and "wrap" is the class of what stands around it on the field's forms.
import { BaseControl, CheckboxControl, RadioControl, SelectControl, TextControl } from "@wordpress/components";

const large = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };

// drawn makes a field whose control is drawn by "draw": it is given what all controls take.
function drawn(id, label, description, type, { html = id, name = html, wrap, readOnly, off, ...more }, draw) {
  const control = ({ data, field, onChange }) => draw({ id: html, name, label, help: description, disabled: off?.(data), ...large }, data[id], (value) => onChange({ [field.id]: value }));
  return { id, label, description, type, at: html, ...more, Edit: wrap ? (props) => <div className={"form-field " + wrap}>{control(props)}</div> : control };
}

export const text = (id, label, description, more = {}) => drawn(id, label, description, "text", more, (has, value, change) => <TextControl {...has} type={more.input ?? "text"} required={more.required} readOnly={more.readOnly} value={value ?? ""} onChange={change} dir="auto" />);
// Area is a text of several lines, with an id of ours: that of the packages has its own, and its label names that.
export function Area({ id, name = id, label, help, value, onChange, ...more }) {
  return (
    <BaseControl id={id} label={label} help={help} __nextHasNoMarginBottom>
      <textarea {...more} id={id} name={name} className="components-textarea-control__input" dir="auto" value={value ?? ""} aria-describedby={help ? id + "__help" : undefined} onChange={(event) => onChange(event.target.value)} />
    </BaseControl>
  );
}
export const area = (id, label, description, more = {}) => drawn(id, label, description, "text", more, ({ id: at, name, label: said, help }, value, change) => <Area id={at} name={name} label={said} help={help} rows={more.rows ?? 5} value={value} onChange={change} />);
export const number = (id, label, description, more = {}) => drawn(id, label, description, "integer", more, (has, value, change) => <TextControl {...has} type="number" min={more.min ?? 0} value={value ?? ""} onChange={(n) => change(n === "" ? "" : Number(n))} />);
export const select = (id, label, elements, type = "text", more = {}) => drawn(id, label, more.description, type, { ...more, elements }, (has, value, change) => (
  <SelectControl {...has} value={String(value ?? "")} options={elements.map((e) => ({ ...e, value: String(e.value) }))} onChange={(chosen) => change(type === "integer" ? Number(chosen) : chosen)} />
));
export const radio = (id, label, elements, more = {}) => drawn(id, label, undefined, more.type ?? "text", { ...more, elements }, ({ __next40pxDefaultSize, __nextHasNoMarginBottom, ...has }, value, change) => (
  <RadioControl {...has} selected={more.is ? more.is(value) : String(value ?? "")} options={elements.map((e) => ({ ...e, value: String(e.value) }))} onChange={(chosen) => change(more.as ? more.as(chosen) : chosen)} />
));

// Radio is one button of a choice, below an id of its own, which the packages' control has no way to say.
export function Radio({ id, name, value, label, description, checked, onChoose }) {
  return (
    <div className="components-radio-control__option">
      <input type="radio" className="components-radio-control__input" id={id} name={name} value={value} checked={checked} onChange={() => onChoose(value)} aria-describedby={description && id + "-description"} />
      <label className="components-radio-control__label" htmlFor={id}>{label}</label>
      {description && <p className="components-radio-control__option-description" id={id + "-description"}>{description}</p>}
    </div>
  );
}

// radios is a choice whose buttons have ids: that of the field, and the value.
export const radios = (id, label, elements) => ({
  id, label, type: "text", elements, Edit: ({ data, onChange }) => (
    <fieldset className="components-radio-control">
      <BaseControl.VisualLabel as="legend">{label}</BaseControl.VisualLabel>
      <div className="components-radio-control__group-wrapper quoin-choices">
        {elements.map((e) => <Radio key={e.value} {...e} id={id + "_" + e.value} name={id} checked={data[id] === e.value} onChoose={(value) => onChange({ [id]: value })} />)}
      </div>
    </fieldset>
  ),
});

// check is a box: "on" and "off" are what it stands for.
export const check = (id, label, { on = true, off = false, description, html } = {}) => drawn(id, label, description, typeof on === "boolean" ? "boolean" : "text", { html }, ({ __next40pxDefaultSize, ...has }, value, change) => <CheckboxControl {...has} checked={value === on} onChange={(checked) => change(checked ? on : off)} />);
export const onOff = (id, label, description) => check(id, label, { description });
