// What stands above the rows of a list and below their titles: links to states, the search,
// actions for many, actions for one. Names, ids and classes are those of the field's lists,
// for whoever drives these.
import { Button } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { createInterpolateElement, useEffect, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";

const one = { per_page: 1, _fields: "id" };

// forMany are the actions for many that some of the records allow, and those that are "always" there with some.
const forMany = (actions, records) => actions.filter((a) => a.supportsBulk && (a.always && records.length > 0 || !a.isEligible || records.some((item) => a.isEligible(item))));

export function Tools({ views, filters, fields, perPageId, search, searchLabel, searchId, view, onChangeView, actions, records, items, busy, onAct, totalItems, totalPages, ...entity }) {
  const many = forMany(actions, records);
  return (
    <>
      <ScreenOptions fields={fields} id={perPageId} view={view} onChangeView={onChangeView} />
      {view.search && <p className="subtitle quoin-subtitle">{createInterpolateElement(sprintf(__("Search results for: <strong>%s</strong>"), "<text />"), { strong: <strong />, text: <>{view.search}</> })}</p>}
      {views?.length > 0 && <Views views={views} {...entity} />}
      <div className="quoin-tools tablenav top">
        {many.length > 0 && <Bulk at="top" actions={many} items={items} busy={busy} onAct={onAct} />}
        {filters}
        {search && <Search id={searchId} label={searchLabel ?? __("Search")} value={view.search ?? ""} onChange={(text) => onChangeView({ ...view, search: text, page: 1 })} />}
        <Pages view={view} onChangeView={onChangeView} items={totalItems} pages={totalPages} />
      </div>
    </>
  );
}

// Below offers the actions for many once more, below the rows, with a box that chooses all of these.
export function Below({ actions, records, items, busy, more, onAct, onChoose }) {
  const many = forMany(actions, records);
  if (many.length === 0 || records.length === 0) return null;
  const able = records.filter((item) => many.some((a) => !a.isEligible || a.isEligible(item)));
  const all = able.length > 0 && able.every((item) => items.includes(item));
  return (
    <div className="quoin-tools tablenav bottom">
      <label><input type="checkbox" id="cb-select-all-2" checked={all} onChange={() => onChoose(all ? [] : able)} /> {__("Select All")}</label>
      <Bulk at="bottom" actions={many} items={items} busy={busy} onAct={onAct} />
      {more}
    </div>
  );
}

// ScreenOptions are which columns a person sees, and how many rows.
function ScreenOptions({ fields, id = "screen-per-page", view, onChangeView }) {
  const [open, setOpen] = useState(false);
  const [many, setMany] = useState(String(view.perPage));
  const [extended, setExtended] = useState(view.showDescription === true);
  const shown = view.fields ?? [];
  const hideable = fields.filter((f) => f.enableHiding !== false && ![view.titleField, view.mediaField, view.descriptionField].includes(f.id));
  const order = fields.map((f) => f.id);
  const toggle = (field, on) => onChangeView({ ...view, fields: on ? [...shown, field].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) : shown.filter((f) => f !== field) });
  const apply = (event) => {
    event.preventDefault();
    const n = Math.min(100, Math.max(1, Math.round(Number(many)) || view.perPage));
    setMany(String(n));
    setOpen(false);
    onChangeView({ ...view, perPage: n, page: 1, ...(view.descriptionField ? { showDescription: extended } : {}) });
  };
  return (
    <div className="quoin-options" id="screen-meta-links">
      <Button id="show-settings-link" variant="secondary" aria-expanded={open} aria-controls="screen-options-wrap" onClick={() => setOpen(!open)} __next40pxDefaultSize>{__("Screen Options")}</Button>
      <form id="screen-options-wrap" hidden={!open} aria-label={__("Screen Options")} onSubmit={apply}>
        <fieldset className="metabox-prefs">
          <legend>{__("Columns")}</legend>
          {hideable.map((f) => <label key={f.id}><input type="checkbox" className="hide-column-tog" id={(columnNames[f.id] ?? f.id) + "-hide"} name={(columnNames[f.id] ?? f.id) + "-hide"} value={columnNames[f.id] ?? f.id} checked={shown.includes(f.id)} onChange={(event) => toggle(f.id, event.target.checked)} /> {f.label}</label>)}
        </fieldset>
        {view.descriptionField && (
          <fieldset className="metabox-prefs view-mode">
            <legend>{__("View mode")}</legend>
            {[["list", __("Compact view"), false], ["excerpt", __("Extended view"), true]].map(([value, label, on]) => <label key={value} htmlFor={value + "-view-mode"}><input type="radio" id={value + "-view-mode"} name="mode" value={value} checked={extended === on} onChange={() => setExtended(on)} /> {label}</label>)}
          </fieldset>
        )}
        <label htmlFor={id}>{__("Number of items per page:")} <input type="number" id={id} name="wp_screen_options[value]" min="1" max="100" className="components-text-control__input" value={many} onChange={(event) => setMany(event.target.value)} /></label>
        <Button id="screen-options-apply" type="submit" variant="primary" __next40pxDefaultSize>{__("Apply")}</Button>
      </form>
    </div>
  );
}

// Views are links to the lists of records of each state.
export const Views = ({ views, ...entity }) => <ul className="subsubsub quoin-views">{views.map((v) => <View key={v.href} {...v} {...entity} />)}</ul>;

// The class of a count is that of the state, which the addresses call otherwise.
const counted = { moderated: "pending" };

// View leads to the list with the records of one state, and tells how many these are. Those
// that have none stay away, but for the one that has all.
function View({ kind, name, query, id, label, href, ask, always, here }) {
  const { totalItems } = useEntityRecords(kind, name, { context: "edit", ...query, _embed: undefined, ...one, ...ask });
  if (!totalItems && !always && !here) return null;
  return <li className={id}><a href={href} className={here ? "current" : undefined} aria-current={here ? "page" : undefined}>{typeof label === "function" ? label(totalItems) : label} <span className="count">(<span className={(counted[id] ?? id) + "-count"}>{totalItems ?? "…"}</span>)</span></a></li>;
}

// Pages tell how many rows there are, and lead to the first, previous, next and last of them.
export function Pages({ view, onChangeView, items, pages }) {
  const [typed, setTyped] = useState(String(view.page));
  useEffect(() => setTyped(String(view.page)), [view.page]);
  const go = (page) => onChangeView({ ...view, page: Math.min(Math.max(1, Math.round(page) || view.page), pages) });
  const submit = (event) => {
    event.preventDefault();
    go(Number(typed));
  };
  const link = (name, page, sign, label) => {
    if (page < 1 || page > pages || page === view.page) return <span className="button disabled" aria-hidden="true">{sign}</span>;
    const address = new URL(window.location);
    address.searchParams.set("paged", page);
    const follow = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      go(page);
    };
    return <a className={name + " button"} href={address.href} onClick={follow}><span className="screen-reader-text">{label}</span><span aria-hidden="true">{sign}</span></a>;
  };
  return (
    <div className={"tablenav-pages" + (pages > 1 ? "" : " one-page")}>
      <span className="displaying-num">{items === null || items === undefined ? "…" : sprintf(_n("%s item", "%s items", items), items.toLocaleString(document.documentElement.lang || undefined))}</span>
      {pages > 1 && (
        <span className="pagination-links">
          {link("first-page", 1, "«", __("First page"))}
          {link("prev-page", view.page - 1, "‹", __("Previous page"))}
          <form className="paging-input" onSubmit={submit}>
            <label htmlFor="current-page-selector" className="screen-reader-text">{__("Current Page")}</label>
            <input id="current-page-selector" className="current-page" type="text" inputMode="numeric" name="paged" size={Math.max(1, String(pages).length)} value={typed} onChange={(event) => setTyped(event.target.value)} />
            <span className="tablenav-paging-text"> {__("of")} <span className="total-pages">{pages}</span></span>
          </form>
          {link("next-page", view.page + 1, "›", __("Next page"))}
          {link("last-page", pages, "»", __("Last page"))}
        </span>
      )}
    </div>
  );
}

export function Search({ id = "post-search-input", label, value, onChange }) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  const submit = (event) => {
    event.preventDefault();
    const address = new URL(window.location);
    address.searchParams.set("s", text);
    window.history.replaceState(null, "", address);
    onChange(text);
  };
  return (
    <form role="search" className="search-box" onSubmit={submit}>
      <label className="screen-reader-text" htmlFor={id}>{label}:</label>
      <input type="search" id={id} name="s" className="components-text-control__input" value={text} onChange={(event) => setText(event.target.value)} />
      <Button id="search-submit" type="submit" variant="secondary" __next40pxDefaultSize>{label}</Button>
    </form>
  );
}

// The id of the notice that an action has nothing to be done with.
const nothingChosen = "no-items-selected";

// Bulk offers actions for the chosen records, one after the other: while it is busy the next waits.
export function Bulk({ at, actions, items, busy = false, onAct }) {
  const id = "bulk-action-selector-" + at;
  const [chosen, setChosen] = useState("-1");
  const { createErrorNotice, removeNotice } = useDispatch(notices);
  const apply = () => {
    removeNotice(nothingChosen);
    const action = actions.find((a) => (a.value ?? a.id) === chosen);
    const able = items.filter((item) => !action?.isEligible || action.isEligible(item));
    if (action && able.length) onAct(action, able);
    else if (action && !items.length) createErrorNotice(__("Choose first what the action is for."), { id: nothingChosen });
  };
  return (
    <div className="quoin-bulk bulkactions">
      <label className="screen-reader-text" htmlFor={id}>{__("Select bulk action")}</label>
      <select id={id} className="quoin-select" value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="-1">{__("Bulk actions")}</option>
        {actions.map((a) => <option key={a.id} value={a.value ?? a.id}>{a.label}</option>)}
      </select>
      <Button id={at === "top" ? "doaction" : "doaction2"} variant="secondary" isBusy={busy} disabled={busy} accessibleWhenDisabled onClick={apply} __next40pxDefaultSize>{__("Apply")}</Button>
    </div>
  );
}

// RowActions are what may be done with one record. An action with "href" is a link. The others are told as buttons, one
// with "link" as a link, since it is one on the field's lists; what is done at once has an anchor there and here. One with
// "says" has a longer name for those who don't see the row, and "short" is what is seen.
export function RowActions({ item, actions, act }) {
  const able = actions.filter((a) => !a.onlyBulk && (!a.isEligible || a.isEligible(item)));
  if (able.length === 0) return null;
  return (
    <div className="row-actions">
      {able.map((a) => (
        <span key={a.id} className={a.id}>
          {a.href
            ? <a href={a.href(item)} className={a.isDestructive ? destructive : undefined} download={a.download} target={a.away ? "_blank" : undefined} rel={a.away ? "noopener" : undefined} aria-label={a.says?.(item)}>{a.short ?? a.label}</a>
            : <Act action={a} item={item} act={act} />}
        </span>
      ))}
    </div>
  );
}

// What takes a record away is found by this in the rows of the field, and seen by the other.
const destructive = "is-destructive submitdelete";

function Act({ action, item, act }) {
  const Tag = action.Inline || action.RenderModal && !action.link ? "button" : "a";
  const does = (event) => {
    event.preventDefault();
    act(action, [item]);
  };
  const own = Tag === "button" ? { type: "button" } : { href: "#", role: action.link ? undefined : "button", onKeyDown: (event) => event.key === " " && does(event) };
  return <Tag {...own} className={"button-link" + (action.isDestructive ? " " + destructive : "") + (action.id === "inline" ? " editinline" : "")} aria-label={action.says?.(item)} onClick={does}>{action.short ?? action.label}</Tag>;
}

// saying makes the longer name of an action: words with %s for what a record is called.
export const saying = (words, nameOf) => (item) => sprintf(words, nameOf(item));

// What columns are called on the field's lists, where that isn't the name of the API.
const columnNames = { count: "posts", author_name: "author", content: "comment", post: "response", roles: "role", attached: "parent" };

// What tables are called in the field's lists, by how ids of their rows begin.
const tables = { comment: "comments", tag: "tags", user: "users", plugin: "plugins", post: "posts" };

// What the boxes of rows are called there.
const boxNames = { attachment: "media[]", comment: "delete_comments[]", tag: "delete_tags[]", user: "users[]", plugin: "checked[]" };

// The class of what a row shows only when it is unfolded, where there is little room.
const more = "quoin-more";

// markRows gives the table of a list, its rows and its cells the ids and classes of the
// field's lists. The rows stand in the order of the records; "ordered" says by what, and "sort" how. "classesOf" are
// classes that the row of a record has, and "primary" is the column with what may be done with it.
export function markRows(root, prefix, records, columns, ordered, sort, classesOf, primary) {
  const table = root?.querySelector("table.dataviews-view-table");
  if (!table) return;
  table.classList.add("wp-list-table", "widefat", ...(tables[prefix] ? [tables[prefix]] : []));
  if (ordered) table.setAttribute("aria-label", sprintf(__("Table ordered by %s."), ordered));
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].filter((cell) => !cell.classList.contains("dataviews-view-table__checkbox-column"));
  columns.forEach(({ id: column }, at) => {
    const head = heads[at];
    if (!head) return;
    head.classList.toggle(more, at > 0 && column !== primary);
    head.classList.toggle("column-primary", column === primary);
    head.id = columnNames[column] ?? column;
    head.classList.add("manage-column", "column-" + head.id);
    if (!head.querySelector(".quoin-order")) return;
    head.classList.add("sortable");
    for (const direction of ["asc", "desc"]) head.classList.toggle(direction, sort?.field === column && sort.direction === direction);
    head.classList.toggle("sorted", sort?.field === column);
    if (sort?.field === column) head.setAttribute("aria-sort", sort.direction === "asc" ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  });
  const body = table.tBodies[0];
  if (!body) return;
  body.id = prefix === "comment" ? "the-comment-list" : "the-list";
  [...body.rows].filter((row) => !row.matches(".quoin-inline, .undo")).forEach((row, i) => {
    if (!records[i]) return;
    const id = `${prefix}-${records[i].id ?? records[i].plugin?.split("/")[0] ?? i}`;
    row.id = id;
    const classes = classesOf?.(records[i]) ?? [];
    for (const old of (row.dataset.marked ?? "").split(" ")) if (old && !classes.includes(old)) row.classList.remove(old);
    row.classList.add(...classes);
    row.dataset.marked = classes.join(" ");
    if (records[i].plugin) row.dataset.slug = records[i].plugin.split("/")[0];
    const box = row.querySelector("input[type=checkbox]");
    const from = box ? 1 : 0;
    if (box) {
      row.cells[0].classList.add("check-column");
      box.id = (prefix === "user" ? "user_" : "cb-select-") + (records[i].id ?? i);
      box.name = boxNames[records[i].type === "attachment" ? "attachment" : prefix] ?? "post[]";
      box.value = records[i].id ?? records[i].plugin ?? "";
      const label = box.getAttribute("aria-label");
      if (label !== box.dataset.label) box.setAttribute("aria-label", (box.dataset.label = sprintf(__("Select %s"), label)));
    }
    row.cells[from]?.setAttribute("role", "rowheader");
    row.classList.toggle("is-expanded", Boolean(row.querySelector('.toggle-row[aria-expanded="true"]')));
    columns.forEach(({ id: column, label }, at) => {
      const cell = row.cells[from + at];
      if (!cell) return;
      const called = columnNames[column] ?? column;
      cell.classList.add(called, "column-" + called, ...(column === primary ? ["has-row-actions", "column-primary"] : []), ...(column === primary && prefix === "post" ? ["page-title"] : []));
      cell.classList.toggle(more, at > 0 && column !== primary);
      cell.dataset.colname = label;
    });
  });
  const whole = table.tHead?.querySelector("input[type=checkbox]");
  if (!whole) return;
  whole.id = "cb-select-all-1";
  whole.closest("th")?.classList.add("check-column");
  whole.setAttribute("aria-label", __("Select All"));
}

// markCards gives the cards of themes and files the classes of the field's, and says which each is.
export function markCards(root, records) {
  const files = records[0]?.type === "attachment";
  root?.querySelector(".dataviews-view-grid")?.classList.toggle("attachments", files);
  [...(root?.querySelectorAll(".dataviews-view-grid__card") ?? [])].forEach((card, i) => {
    const record = records[i];
    if (record?.stylesheet) {
      card.classList.add("theme");
      card.classList.toggle("active", record.status === "active");
      card.dataset.slug = record.stylesheet;
      card.querySelector(".row-actions")?.classList.add("theme-actions");
      card.querySelector(".row-actions .use a")?.classList.add("activate");
    } else if (record?.type === "attachment") {
      card.classList.add("attachment");
      card.dataset.id = record.id;
    }
  });
}
