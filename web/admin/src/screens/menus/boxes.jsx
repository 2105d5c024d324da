// What may be put into a menu: entries and terms of each kind, and links.
import { Button } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { plain } from "../../parts/texts.jsx";

const some = { per_page: 100, context: "edit" };
const inMenus = (list) => (list ?? []).filter((one) => one.visibility?.show_in_nav_menus ?? one.viewable);

// Boxes are folded one beside the other: one of them is open.
export function Boxes({ onAdd }) {
  const { records: types } = useEntityRecords("root", "postType", some);
  const { records: taxonomies } = useEntityRecords("root", "taxonomy", some);
  const [open, setOpen] = useState("post-type-page");
  // Pages come first, as what a menu is mostly made of.
  const entries = useMemo(() => inMenus(types).filter((t) => t.slug !== "attachment").toSorted((a, b) => (b.slug === "page") - (a.slug === "page")), [types]);
  const terms = useMemo(() => inMenus(taxonomies), [taxonomies]);
  const box = (id, title, children) => (
    <li key={id} id={"add-" + id} className={["control-section", "accordion-section", "add-" + id, open === id && "open"].filter(Boolean).join(" ")}>
      <h3 className="accordion-section-title"><button type="button" className="accordion-trigger" aria-expanded={open === id} aria-controls={`add-${id}-content`} onClick={() => setOpen(open === id ? "" : id)}>{title}</button></h3>
      <div id={`add-${id}-content`} className="accordion-section-content" hidden={open !== id}>{open === id && children}</div>
    </li>
  );
  return (
    <div id="menu-settings-column">
      <h2>{__("Add menu items")}</h2>
      <ul className="quoin-boxes" id="side-sortables">
        {entries.map((t) => box("post-type-" + t.slug, t.labels?.name ?? t.name, <Records kind="postType" one={t} as={(r) => ({ type: "post_type", object: t.slug, object_id: r.id, title: plain(r.title) || __("(no title)"), url: r.link, type_label: t.labels?.singular_name ?? t.name })} onAdd={onAdd} />))}
        {box("custom-links", __("Custom Links"), <Link onAdd={onAdd} />)}
        {terms.map((t) => box(t.slug, t.labels?.name ?? t.name, <Records kind="taxonomy" one={t} as={(r) => ({ type: "taxonomy", object: t.slug, object_id: r.id, title: plain(r.name), url: r.link, type_label: t.labels?.singular_name ?? t.name })} onAdd={onAdd} />))}
      </ul>
    </div>
  );
}

// Records are entries of a type, or terms of a taxonomy, of which some are chosen.
function Records({ kind, one, as, onAdd }) {
  const entries = kind === "postType";
  const id = (entries ? "posttype-" : "taxonomy-") + one.slug;
  const [tab, setTab] = useState("recent");
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState([]);
  useEffect(() => {
    const soon = setTimeout(() => setSearch(typed), 300);
    return () => clearTimeout(soon);
  }, [typed]);
  const query = useMemo(() => ({
    context: "view", _fields: "id,title,name,link", ...(entries ? { status: "publish" } : {}),
    ...(tab === "recent" ? { per_page: 15, ...(entries ? { orderby: "date", order: "desc" } : { orderby: "count", order: "desc" }) } : { per_page: 100, orderby: entries ? "title" : "name", order: "asc" }),
    ...(tab === "search" ? { search } : {}),
  }), [entries, tab, search]);
  const { records } = useEntityRecords(kind, one.slug, query, { enabled: tab !== "search" || search !== "" });
  const shown = tab === "search" && !search ? [] : records ?? [];
  const all = shown.length > 0 && shown.every((r) => chosen.some((c) => c.id === r.id));
  const toggle = (r) => setChosen((had) => (had.some((c) => c.id === r.id) ? had.filter((c) => c.id !== r.id) : [...had, r]));
  const turn = (to) => { setTab(to); setChosen([]); };
  const add = () => { onAdd(chosen.map(as)); setChosen([]); };
  return (
    <div id={id}>
      <ul className="add-menu-item-tabs" id={id + "-tabs"}>
        {[["recent", entries ? __("Most Recent") : __("Most Used")], ["all", __("View All")], ["search", __("Search")]].map(([to, label]) => (
          <li key={to} className={tab === to ? "tabs" : undefined}><a className="nav-tab-link" href={"#" + id} aria-current={tab === to ? "true" : undefined} onClick={(event) => { event.preventDefault(); turn(to); }}>{label}</a></li>
        ))}
      </ul>
      <div className="tabs-panel tabs-panel-active" role="region" tabIndex={0} aria-label={{ recent: entries ? __("Most Recent") : __("Most Used"), all: __("View All"), search: __("Search") }[tab]}>
        {tab === "search" && (
          <p className="quick-search-wrap">
            <label className="screen-reader-text" htmlFor={"quick-search-" + id}>{__("Search")}</label>
            <input type="search" id={"quick-search-" + id} className="quick-search components-text-control__input" value={typed} onChange={(event) => setTyped(event.target.value)} />
          </p>
        )}
        <ul className="categorychecklist">
          {shown.map((r) => <li key={r.id}><label className="menu-item-title"><input type="checkbox" className="menu-item-checkbox" value={r.id} checked={chosen.some((c) => c.id === r.id)} onChange={() => toggle(r)} /> {plain(r.title ?? r.name) || __("(no title)")}</label></li>)}
        </ul>
        {records && shown.length === 0 && tab !== "search" && <p>{__("There are none.")}</p>}
      </div>
      <div className="quoin-row button-controls">
        <label className="select-all"><input type="checkbox" id={one.slug + "-tab"} checked={all} onChange={() => setChosen(all ? [] : shown)} /> {__("Select All")}</label>
        <Button id={"submit-" + id} className="submit-add-to-menu" variant="secondary" disabled={chosen.length === 0} accessibleWhenDisabled onClick={add} __next40pxDefaultSize>{__("Add to Menu")}</Button>
      </div>
    </div>
  );
}

// Link is a link to any address.
function Link({ onAdd }) {
  const [url, setURL] = useState("");
  const [title, setTitle] = useState("");
  const add = (event) => {
    event.preventDefault();
    const address = url.trim();
    if (!address) return;
    onAdd([{ type: "custom", object: "custom", object_id: 0, title: title || address, url: address, type_label: __("Custom Link") }]);
    setURL("");
    setTitle("");
  };
  return (
    <form id="customlinkdiv" className="customlinkdiv" onSubmit={add}>
      <p><label htmlFor="custom-menu-item-url">{__("URL")}</label> <input id="custom-menu-item-url" type="text" inputMode="url" className="components-text-control__input" placeholder="https://" dir="ltr" required value={url} onChange={(event) => setURL(event.target.value)} /></p>
      <p><label htmlFor="custom-menu-item-name">{__("Link Text")}</label> <input id="custom-menu-item-name" type="text" className="components-text-control__input" dir="auto" value={title} onChange={(event) => setTitle(event.target.value)} /></p>
      <div className="quoin-row button-controls"><Button id="submit-customlinkdiv" type="submit" className="submit-add-to-menu" variant="secondary" __next40pxDefaultSize>{__("Add to Menu")}</Button></div>
    </form>
  );
}
