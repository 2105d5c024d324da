// Texts with variables, and what becomes of them.
import { Button, Dropdown, MenuGroup, MenuItem, TextControl, TextareaControl } from "@wordpress/components";
import { useRef } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";

// fill puts the values of variables into a template, as heads do: separators meet no
// separator, and stay at the ends.
export function fill(template, values) {
  const all = { sep: "-", ...values };
  let filled = (template ?? "").replace(/%%([^%]+)%%/g, (_, name) => all[name] ?? "");
  if (all.sep && template?.includes("%%sep%%")) {
    filled = filled.split(all.sep).filter((piece, i, pieces) => i === 0 || i === pieces.length - 1 || piece.trim()).join(all.sep);
  }
  return filled.replace(/\s+/g, " ").trim();
}

// Template edits one. Variables are put where the cursor was.
export function Template({ label, help, value, values, placeholder, long, onChange }) {
  const at = useRef(null);
  const input = useRef(null);
  const remember = (event) => { at.current = event.target.selectionStart; };
  const insert = (name, close) => {
    const had = value ?? "";
    const place = at.current ?? had.length;
    const variable = `%%${name}%%`;
    onChange(had.slice(0, place) + variable + had.slice(place));
    at.current = place + variable.length;
    close();
    input.current?.focus();
  };
  const Control = long ? TextareaControl : TextControl;
  return (
    <div className="quoin-template">
      <Control ref={input} label={label} help={help} value={value ?? ""} placeholder={placeholder} onChange={onChange} onBlur={remember} {...(long ? { rows: 3 } : { __next40pxDefaultSize: true })} __nextHasNoMarginBottom />
      <Dropdown
        renderToggle={({ isOpen, onToggle }) => <Button variant="link" aria-expanded={isOpen} onClick={onToggle} aria-label={sprintf(__("Insert a variable: %s"), label)}>{__("Insert a variable")}</Button>}
        renderContent={({ onClose }) => (
          // A press gives no focus: focus would scroll an item that is seen in part into view,
          // away from the pointer, and the click would be lost.
          <div className="quoin-variables" onMouseDown={(event) => event.preventDefault()}>
            <MenuGroup label={__("Variables")}>
              {Object.entries(values ?? {}).map(([name, now]) => <MenuItem key={name} info={String(now).slice(0, 60) || __("(empty here)")} onClick={() => insert(name, onClose)}>{name}</MenuItem>)}
            </MenuGroup>
          </div>
        )}
      />
    </div>
  );
}

// Search engines show about so much of a title, in pixels, and of a description, in letters.
const titleWidth = 600;
const descriptionLength = 156;

let context = null;

// widthOf is how wide a title is in a list of results.
export function widthOf(title) {
  context ??= document.createElement("canvas").getContext("2d");
  context.font = "20px arial";
  return Math.round(context.measureText(title).width);
}

// Result is an entry as search engines show it.
export function Result({ title, description, address, site }) {
  const wide = widthOf(title) > titleWidth;
  return (
    <figure className="quoin-result" aria-label={__("Preview")}>
      <figcaption className="quoin-result__site">{site}<br /><small>{address}</small></figcaption>
      <p className="quoin-result__title">{title || __("(no title)")}</p>
      <p className="quoin-result__text">{description.length > descriptionLength ? description.slice(0, descriptionLength) + "…" : description || __("Search engines choose a part of the text.")}</p>
      {wide && <p><small>{__("The title is wider than what is shown.")}</small></p>}
    </figure>
  );
}

// Shared is it as social networks show it.
export function Shared({ title, description, image, site }) {
  return (
    <figure className="quoin-result" aria-label={__("Social preview")}>
      {image && <img className="quoin-picture" src={image} alt="" />}
      <figcaption className="quoin-result__site">{site}</figcaption>
      <p className="quoin-result__title">{title}</p>
      <p className="quoin-result__text">{description}</p>
    </figure>
  );
}
