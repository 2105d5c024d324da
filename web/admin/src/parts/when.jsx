// A date whose parts are typed, by the names of the field's forms.
import { SelectControl, TextControl } from "@wordpress/components";
import { dateI18n } from "@wordpress/date";
import { __ } from "@wordpress/i18n";

const large = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };
const two = (n) => String(n).padStart(2, "0");
const months = Array.from({ length: 12 }, (_, i) => ({ value: two(i + 1), label: `${two(i + 1)}-${dateI18n("M", new Date(2001, i, 15))}` }));

// When is a date, part by part, whose controls have their names as ids too where "ids" says so.
export function When({ value, ids, legend = __("Date"), onChange }) {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(value) ?? [];
  const parts = { year, month, day, hour, minute };
  const set = (part) => (text) => {
    const next = { ...parts, [part]: text };
    onChange(`${next.year}-${next.month}-${next.day}T${next.hour}:${next.minute}:00`, true);
  };
  const one = (name, part, label, width) => <TextControl {...large} id={ids && name} name={name} className={"quoin-when__" + width} label={label} inputMode="numeric" maxLength={width} value={parts[part] ?? ""} onChange={set(part)} />;
  return (
    <fieldset className="quoin-when inline-edit-date">
      <legend className="title quoin-label">{legend}</legend>
      <SelectControl {...large} id={ids && "mm"} name="mm" label={__("Month")} value={month} options={months} onChange={set("month")} />
      {one("jj", "day", __("Day"), 2)}{one("aa", "year", __("Year"), 4)}{one("hh", "hour", __("Hour"), 2)}{one("mn", "minute", __("Minute"), 2)}
    </fieldset>
  );
}

// dateOf is a date whose parts people typed; it fails with what they are told.
export function dateOf(text) {
  const parts = text.split(/[-T:]/).map(Number);
  const [year, month, day, hour, minute] = parts;
  const made = new Date(Date.UTC(year, month - 1, day, hour, minute));
  if (parts.some((n) => !Number.isInteger(n)) || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || hour > 23 || minute > 59) throw new Error(__("This is no date."));
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:00`;
}
