// One item of a menu: where it stands, and what is known of it.
import { Button } from "@wordpress/components";
import { useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { moves } from "./tree.js";

export function Item({ item, items, others, onChange, onMove, onRemove, drag }) {
  const [open, setOpen] = useState(false);
  const { key, depth } = item;
  const name = item.title || __("(no label)");
  const field = (id, label, prop, more) => <p className={"field-" + prop}><label htmlFor={`edit-menu-item-${id}-${key}`}>{label}</label> <input type="text" className={"components-text-control__input edit-menu-item-" + id} id={`edit-menu-item-${id}-${key}`} dir="auto" value={item[prop]} onChange={(event) => onChange({ [prop]: event.target.value })} {...more} /></p>;
  const all = items.filter((one) => one.parent === item.parent);
  const above = all[all.findIndex((one) => one.key === key) - 1];
  const parent = items.find((one) => one.key === item.parent);
  const ways = [["up", __("Up one")], ["down", __("Down one")], ["left", parent && sprintf(__("Out from under %s"), parent.title)], ["right", above && sprintf(__("Under %s"), above.title)], ["top", __("To the top")]];
  return (
    <li id={"menu-item-" + key} className={["menu-item", "menu-item-depth-" + depth, "menu-item-" + (item.object || "custom"), "menu-item-edit-" + (open ? "active" : "inactive")].join(" ")} style={{ marginInlineStart: depth * 30 }} {...drag}>
      <div className="menu-item-handle" draggable="true">
        <label className="item-title"><span className="menu-item-title">{name}</span>{depth > 0 && <span className="is-submenu"> {__("sub item")}</span>}</label>
        <span className="item-controls">
          <span className="item-type">{item.type_label}</span>
          <a className="item-edit" id={"edit-" + key} href={"#menu-item-settings-" + key} role="button" aria-expanded={open} aria-label={sprintf(__("%s. Edit menu item."), name)} onClick={(event) => { event.preventDefault(); setOpen(!open); }} onKeyDown={(event) => event.key === " " && (event.preventDefault(), setOpen(!open))}><span aria-hidden="true">{open ? "▴" : "▾"}</span></a>
        </span>
      </div>
      {open && (
        <div className="menu-item-settings" id={"menu-item-settings-" + key}>
          {item.type === "custom" && field("url", __("URL"), "url", { dir: "ltr" })}
          {field("title", __("Navigation Label"), "title")}
          {field("attr-title", __("Title Attribute"), "attr_title")}
          <p className="field-link-target"><label><input type="checkbox" id={"edit-menu-item-target-" + key} checked={item.target === "_blank"} onChange={(event) => onChange({ target: event.target.checked ? "_blank" : "" })} /> {__("Open link in a new tab")}</label></p>
          {field("classes", __("CSS Classes (optional)"), "classes", { dir: "ltr" })}
          {field("description", __("Description"), "description")}
          <p className="field-parent"><label htmlFor={"edit-menu-item-parent-" + key}>{__("Menu Parent")}</label> <select className="quoin-select edit-menu-item-parent" id={"edit-menu-item-parent-" + key} value={item.parent} onChange={(event) => onMove({ parent: event.target.value })}><option value="">{__("No Parent")}</option>{others.map((o) => <option key={o.key} value={o.key}>{o.title}</option>)}</select></p>
          <fieldset className="field-move quoin-row">
            <legend>{__("Move")}</legend>
            {ways.map(([way, label]) => label && moves[way](items, item) && <button key={way} type="button" className={"button-link menus-move menus-move-" + way} onClick={() => onMove({ way })}>{label}</button>)}
          </fieldset>
          <div className="menu-item-actions quoin-row">
            {item.url && item.type !== "custom" && <span className="link-to-original">{__("Original:")} <a href={item.url}>{name}</a></span>}
            <Button className="item-delete submitdelete" id={"delete-" + key} variant="link" isDestructive onClick={onRemove}>{__("Remove")}</Button>
            <Button className="item-cancel" id={"cancel-" + key} variant="link" onClick={() => setOpen(false)}>{__("Cancel")}</Button>
          </div>
        </div>
      )}
    </li>
  );
}
