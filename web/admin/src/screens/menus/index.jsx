// Menus, what is in them, and where they are shown.
import { Button, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { keepInAddress } from "../../parts/list.jsx";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";
import { Boxes } from "./boxes.jsx";
import { Item } from "./item.jsx";
import { below, drop, flat, moves, read, without } from "./tree.js";

const address = new URLSearchParams(window.location.search);
const everyMenu = { per_page: 100, context: "edit" };
const fresh = { id: 0, name: "", locations: [], auto_add: false };

function Menus({ data }) {
  const { records: menus, hasResolved } = useEntityRecords("root", "menu", everyMenu);
  const { records: places, hasResolved: placed } = useEntityRecords("root", "menuLocation", {});
  const [chosen, setChosen] = useState(address.get("menu"));
  const last = useRef();
  if (menus) last.current = menus;
  const all = last.current;
  if (!all || !hasResolved && !all.length || !placed) return <Spinner />;
  const menu = chosen === "0" ? fresh : all.find((m) => String(m.id) === chosen) ?? all[0] ?? fresh;
  const choose = (id) => {
    keepInAddress({ menu: id, action: "edit" });
    setChosen(String(id));
  };
  const at = address.get("action") === "locations";
  const page = data.base + "nav-menus.php";
  return (
    <>
      <nav className="quoin-row nav-tab-wrapper" aria-label={__("Secondary menu")}>
        <a className={"nav-tab" + (at ? "" : " nav-tab-active")} aria-current={at ? undefined : "page"} href={page}>{__("Edit Menus")}</a>
        {places.length > 0 && all.length > 0 && <a className={"nav-tab" + (at ? " nav-tab-active" : "")} aria-current={at ? "page" : undefined} href={page + "?action=locations"}>{__("Manage Locations")}</a>}
      </nav>
      {at ? <Locations menus={all} places={places} page={page} /> : <Edit menus={all} menu={menu} places={places} page={page} onChoose={choose} />}
    </>
  );
}

// Edit shows one menu, and leads to the others.
function Edit({ menus, menu, places, page, onChoose }) {
  const [picked, setPicked] = useState(String(menu.id));
  useEffect(() => setPicked(String(menu.id)), [menu.id]);
  return (
    <>
      {menus.length === 0 && <p className="first-menu-message">{__("There is no menu yet. Name your first one, and create it.")}</p>}
      {menus.length > 0 && (
        <form className="manage-menus quoin-row" onSubmit={(event) => { event.preventDefault(); onChoose(picked); }}>
          <label htmlFor="select-menu-to-edit">{__("Select a menu to edit:")}</label>
          <select id="select-menu-to-edit" name="menu" className="quoin-select" value={picked} onChange={(event) => setPicked(event.target.value)}>
            {menu.id === 0 && <option value="0">{__("— Select —")}</option>}
            {menus.map((m) => <option key={m.id} value={m.id}>{plain(m.name)}</option>)}
          </select>
          <Button type="submit" variant="secondary" __next40pxDefaultSize>{__("Select")}</Button>
          <span className="add-edit-menu-action"><a href={page + "?action=edit&menu=0"}>{__("create a new menu")}</a></span>
        </form>
      )}
      <Menu key={menu.id} menu={menu} places={places} onChoose={onChoose} />
    </>
  );
}

// stored is an item as the API takes it.
const stored = ({ title, url, type, object, object_id, attr_title, target, classes, description }) => ({ title, ...(type === "custom" ? { url } : {}), type, object, object_id, attr_title, target, classes: classes.split(/\s+/).filter(Boolean), description, status: "publish" });

// Menu is what a menu is called, what is in it, and where it is shown. All is stored together.
function Menu({ menu, places, onChoose }) {
  const { saveEntityRecord, deleteEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const query = useMemo(() => ({ menus: menu.id, per_page: -1, context: "edit" }), [menu.id]); // all: an item without its parent would move
  const { records, hasResolved } = useEntityRecords("root", "menuItem", query, { enabled: menu.id > 0 });
  const [name, setName] = useState(() => plain(menu.name));
  const [locations, setLocations] = useState(() => menu.locations ?? []);
  const [adds, setAdds] = useState(menu.auto_add === true);
  const [items, setItems] = useState(menu.id ? null : []);
  const [gone, setGone] = useState([]);
  const [busy, setBusy] = useState(false);
  const [saves, setSaves] = useState(0);
  const made = useRef(0);
  const dragged = useRef(null);
  useEffect(() => { if (records && items === null) setItems(read(records)); }, [records, items]);
  if (menu.id > 0 && (!hasResolved && !items || items === null)) return <Spinner />;
  const change = (key, changes) => setItems((had) => had.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const add = (more) => setItems((had) => [...had, ...more.map((one) => ({ key: `new-${++made.current}`, id: 0, parent: "", attr_title: "", target: "", classes: "", description: "", ...one }))]);
  const move = (item, { way, parent }) => setItems((had) => {
    const one = had.find((o) => o.key === item.key);
    return way ? moves[way](had, one) || had : [...had.filter((o) => o !== one), { ...one, parent }];
  });
  const remove = (item) => {
    if (item.id) setGone((had) => [...had, item.id]);
    setItems((had) => without(had, item));
  };
  const store = async () => {
    const { id } = await saveEntityRecord("root", "menu", { ...(menu.id ? { id: menu.id } : {}), name, locations, auto_add: adds }, { throwOnError: true });
    for (const item of gone) await deleteEntityRecord("root", "menuItem", item, { force: true }, { throwOnError: true });
    setGone([]);
    const ids = {};
    // Parents come before what is below them.
    for (const [at, item] of flat(items).entries()) {
      const saved = await saveEntityRecord("root", "menuItem", { ...(item.id ? { id: item.id } : {}), ...stored(item), menus: id, menu_order: at + 1, parent: item.parent ? ids[item.parent] : 0 }, { throwOnError: true });
      ids[item.key] = saved.id;
    }
    setItems((had) => had.map((one) => ({ ...one, key: String(ids[one.key]), id: ids[one.key], parent: one.parent ? String(ids[one.parent]) : "" })));
    setSaves((had) => had + 1); // what was open is folded
    if (!menu.id) onChoose(id);
  };
  const save = async (event) => {
    event.preventDefault();
    setBusy(true);
    await say(store, sprintf(menu.id ? __("%s has been updated.") : __("%s has been created."), name));
    setBusy(false);
  };
  const destroy = async () => {
    if (!window.confirm(__("This can't be undone."))) return;
    if (await say(() => deleteEntityRecord("root", "menu", menu.id, { force: true }, { throwOnError: true }), __("The menu has been successfully deleted."))) onChoose("");
  };
  const dragging = (item) => ({
    onDragStart: (event) => { event.stopPropagation(); dragged.current = item; },
    onDragOver: (event) => event.preventDefault(),
    onDrop: (event) => {
      event.preventDefault();
      event.stopPropagation();
      const box = event.currentTarget.getBoundingClientRect();
      const from = dragged.current;
      if (from && from.key !== item.key) setItems((had) => drop(had, had.find((o) => o.key === from.key), item, event.clientY > box.top + box.height / 2));
    },
  });
  const list = flat(items);
  return (
    <div className="quoin-columns" id="nav-menus-frame">
      {menu.id > 0 && <Boxes onAdd={add} />}
      <form id="update-nav-menu" className="quoin-form" onSubmit={save}>
        <h2>{__("Menu structure")}</h2>
        <p><label htmlFor="menu-name">{__("Menu Name")}</label> <input id="menu-name" name="menu-name" type="text" className="components-text-control__input menu-name" required dir="auto" value={name} onChange={(event) => setName(event.target.value)} /></p>
        {menu.id > 0 && list.length === 0 && <p>{__("Add menu items from the column on the left.")}</p>}
        {menu.id > 0 && (
          <ul className="menu" id="menu-to-edit">
            {list.map((item) => <Item key={`${item.key} ${saves}`} item={item} items={items} others={items.filter((o) => !below(items, o.key, item.key))} onChange={(changes) => change(item.key, changes)} onMove={(to) => move(item, to)} onRemove={() => remove(item)} drag={dragging(item)} />)}
          </ul>
        )}
        <div className="menu-settings">
          <h3>{__("Menu Settings")}</h3>
          <fieldset className="quoin-choices auto-add-pages">
            <legend>{__("Auto add pages")}</legend>
            <label htmlFor="auto-add-pages"><input type="checkbox" id="auto-add-pages" checked={adds} onChange={(event) => setAdds(event.target.checked)} /> {__("Automatically add new top-level pages to this menu")}</label>
          </fieldset>
          {places.length > 0 && (
            <fieldset className="quoin-choices menu-theme-locations">
              <legend>{__("Menu location")}</legend>
              {places.map((p) => <label key={p.name} htmlFor={"locations-" + p.name}><input type="checkbox" id={"locations-" + p.name} name={`menu-locations[${p.name}]`} checked={locations.includes(p.name)} onChange={(event) => setLocations((had) => (event.target.checked ? [...had, p.name] : had.filter((o) => o !== p.name)))} /> {p.description}</label>)}
            </fieldset>
          )}
        </div>
        <div className="quoin-form__buttons" id="nav-menu-footer">
          {menu.id > 0 && <a className="submitdelete deletion menu-delete" href="#" onClick={(event) => { event.preventDefault(); destroy(); }}>{__("Delete Menu")}</a>}
          <Button id="save_menu_footer" name="save_menu" className="menu-save" type="submit" variant="primary" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize>{menu.id ? __("Save Menu") : __("Create Menu")}</Button>
        </div>
      </form>
    </div>
  );
}

// Locations says of each place of the theme which menu it shows.
function Locations({ menus, places, page }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const first = useMemo(() => Object.fromEntries(places.map((p) => [p.name, String(menus.find((m) => m.locations?.includes(p.name))?.id ?? 0)])), [places, menus]);
  const [now, setNow] = useState(first);
  const save = (event) => {
    event.preventDefault();
    return say(async () => {
      for (const menu of menus) {
        const locations = places.filter((p) => now[p.name] === String(menu.id)).map((p) => p.name);
        if (locations.join() !== (menu.locations ?? []).join()) await saveEntityRecord("root", "menu", { id: menu.id, locations }, { throwOnError: true });
      }
    }, __("Menu locations updated."));
  };
  return (
    <form id="menu-locations-wrap" className="quoin-form" onSubmit={save}>
      <table className="quoin-table" id="menu-locations-table">
        <thead><tr><th scope="col">{__("Menu Location")}</th><th scope="col">{__("Assigned Menu")}</th></tr></thead>
        <tbody className="menu-locations">
          {places.map((p) => (
            <tr key={p.name} className="menu-locations-row">
              <td className="menu-location-title"><label htmlFor={"locations-" + p.name}>{p.description}</label></td>
              <td>
                <select id={"locations-" + p.name} name={`menu-locations[${p.name}]`} className="quoin-select" value={now[p.name]} onChange={(event) => setNow({ ...now, [p.name]: event.target.value })}>
                  <option value="0">{__("— Select a Menu —")}</option>
                  {menus.map((m) => <option key={m.id} value={m.id}>{plain(m.name)}</option>)}
                </select>
                {now[p.name] !== "0" && <> <a className="locations-edit-menu-link" href={`${page}?action=edit&menu=${now[p.name]}`}>{__("Edit")}</a></>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="quoin-form__buttons"><Button id="nav-menu-locations" type="submit" variant="primary" __next40pxDefaultSize>{__("Save Changes")}</Button></div>
    </form>
  );
}

(window.quoinScreens ??= {}).menus = Menus;
