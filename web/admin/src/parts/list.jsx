// A list of records of the API: search, filters, order and pages are the API's work, so a
// list of any length is as fast as one page of it. How a person looks at it is kept.
import { Modal, Spinner } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { DataViews } from "@wordpress/dataviews";
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { useView } from "@wordpress/views";
import { Below, markCards, markRows, RowActions, Tools } from "./rows.jsx";

const starts = { type: "table", perPage: 20, page: 1, search: "", filters: [], layout: {} };
const usual = { table: {}, list: {} };
// Columns of tables stay where they are: their headings are links.
const fixedColumns = { enableMoving: false };
const everything = (values) => values;
// What every list says about its fields beside the fields themselves.
const filterValues = (view) => Object.fromEntries((view.filters ?? []).filter((f) => f.value !== undefined && f.value !== "").map((f) => [f.field, f.value]));
// askedBy is what of a list an address asks for: the order, by a field that has one, as the field's lists say it.
function askedBy(address, fields) {
  const name = address.get("orderby");
  const field = fields.find((f) => name && (f.id === name || f.orderName === name) && f.enableSorting !== false);
  if (!field) return null;
  return { field: field.id, direction: address.get("order")?.toLowerCase() === "desc" ? "desc" : "asc" };
}

// nameIn is what an order by a field is called, where that isn't the field: by the API ("orderAs") and in the address ("orderName").
const nameIn = (fields, id, where) => fields.find((f) => f.id === id)?.[where] ?? id;

// keepInAddress puts into the address what a page that is loaded again shall show.
export function keepInAddress(values) {
  const address = new URL(window.location);
  for (const [name, value] of Object.entries(values)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  window.history.replaceState(null, "", address);
}

const idOf = (item) => String(item.id ?? item.plugin ?? item.stylesheet);

// List shows the records of an entity of core-data. "start" is the view before somebody
// changed it, "query" what is always asked for, and "ask" may turn values of filters into
// parameters of the API; without it a filter's field is the parameter. "linked" is what
// of the view a link to the page asks for, in place of what is kept. "views" are links to the list with
// a state of its records each, "rows" is how ids of rows begin, and "actionsIn" the field
// below which the actions of a record stand. "onOpen" is the action of a click on a title or
// picture, or anywhere on a card, which chooses it instead while the list is "picking"; "classesOf" are classes of the row of a record, "onFound" is told the records that are shown, "unsorted" is how they are asked for while nobody orders them, which "orderedBy" says in words, and "none" says that there is no record. "counted" is what the links to states count, if not what "query" asks for; "filters"
// stand above the rows, also what is made of the chosen ones when they are a function, "below" makes what stands below them of those, and "perPageId" is the id of how many rows there are.
// "matches" tells whether a record is one that a text looks for, where the API doesn't look for texts.
// "added" is a record that was made beside the list: it stands first, also where the order has it on another page, until something else is asked for.
// What else is chosen above the rows is "narrow": another begins on its first page.
// "Cards" draws the grid in place of the package.
// The "style" of a field is the width and the side of its column, as the package has them.
export function List({ kind, name, start, query, counted = query, filters, below, perPageId, ask = everything, fields, actions, linked: byLink, layouts = usual, views, rows = name, actionsIn = start.titleField, search = true, searchLabel, searchId, onOpen, classesOf, none, Cards, picking = false, onFound, unsorted, orderedBy, matches, narrow, added, ...rest }) {
  const address = new URLSearchParams(window.location.search);
  const [place, setPlace] = useState({ page: Math.max(1, Math.round(Number(address.get("paged"))) || 1), search: address.get("s") ?? address.get("search") ?? "" });
  const first = useMemo(() => ({ ...starts, ...start }), []);
  const [linked, setLinked] = useState(byLink ?? null);
  // The order is the address's alone: the next visit begins without one, as in the field's lists.
  const [sort, setSort] = useState(() => askedBy(address, fields) ?? first.sort);
  const [selection, setSelection] = useState([]);
  const [open, setOpen] = useState(null);
  const root = useRef();
  const { view: kept, updateView } = useView({ kind, name, slug: "quoin", defaultView: first, queryParams: place, onChangeQueryParams: (next) => { keepInAddress({ paged: next.page > 1 && next.page }); setPlace(next); } });
  const before = useRef(narrow);
  useEffect(() => {
    if (before.current !== narrow) setPlace((had) => ({ ...had, page: 1 }));
    before.current = narrow;
  }, [narrow]);
  const styles = useMemo(() => Object.fromEntries(fields.filter((f) => f.style).map((f) => [f.id, f.style])), [fields]);
  const view = useMemo(() => {
    const seen = { ...kept, ...linked, sort };
    return seen.type === "table" ? { ...seen, layout: { ...seen.layout, ...fixedColumns, styles: { ...styles, ...seen.layout?.styles } } } : seen;
  }, [kept, linked, sort, styles]);
  // What a link asked for isn't kept, until somebody changes it.
  const change = useCallback((next) => {
    if (next.sort !== view.sort) {
      keepInAddress({ orderby: nameIn(fields, next.sort?.field, "orderName"), order: next.sort?.direction });
      setSort(next.sort);
    }
    const still = Object.entries(linked ?? {}).filter(([key, value]) => next[key] === value);
    setLinked(still.length ? Object.fromEntries(still) : null);
    updateView({ ...next, ...Object.fromEntries(still.map(([key]) => [key, kept[key]])), sort: first.sort });
  }, [updateView, linked, kept, view.sort, first]);
  const asks = {
    context: "edit", per_page: view.perPage, page: view.page, search: matches ? undefined : view.search || undefined,
    ...(view.sort ? { orderby: nameIn(fields, view.sort.field, "orderAs"), order: view.sort.direction } : unsorted),
    ...query, ...(first.descriptionField && view.showDescription && query._fields ? { _fields: query._fields + "," + first.descriptionField } : {}), ...ask(filterValues(view)),
  };
  // The same question is the same value, whatever it was made of anew.
  const asked = useMemo(() => asks, [JSON.stringify(asks)]);
  const found = useEntityRecords(kind, name, asked);
  // While the same is asked again, after a change, what was found stays in use, and with it the focus.
  const last = useRef(found);
  if (found.records || last.current.asked !== asked) last.current = { ...found, asked };
  // A record that was changed in its row stays there, also as one that isn't looked for any more, until something else is done with it or asked for.
  const [held, setHeld] = useState([]);
  const { totalPages, ...now } = last.current;
  const [records, totalItems] = useMemo(() => matching(holding(now, held), matches, view.search), [now.records, now.totalItems, now.asked, held, matches, view.search]);
  useEffect(() => setHeld((had) => had.filter((one) => !one.added)), [view.page, view.search, sort]);
  useEffect(() => { if (added) setHeld((had) => [...had, { added: true, at: 0, item: added }]); }, [added]);
  const drop = (items) => setHeld((had) => had.filter((one) => !items.some((item) => item.id === one.item.id)));
  useEffect(() => { if (records) onFound?.(records); }, [records, onFound]);
  // An action is done at once, or asks in a window of its own.
  const act = useCallback(async (action, items) => {
    if (!action.callback || action.Inline) return setOpen({ action, items });
    await action.callback(items);
    return drop(items);
  }, []);
  const hold = (item, changed) => setHeld((had) => [...had.filter((one) => one.item.id !== item.id), { asked, at: records.findIndex((r) => r.id === item.id), item: { ...item, ...changed } }]);
  const all = useMemo(() => (actions ?? []).map((a) => ({ ...a, isPrimary: false, ...(a.Inline ? { callback: (items) => setOpen({ action: a, items }) } : {}) })), [actions]);
  const show = useCallback((item) => {
    const id = idOf(item);
    if (picking) setSelection((had) => (had.includes(id) ? had.filter((other) => other !== id) : [...had, id]));
    else act(onOpen, [item]);
  }, [picking, onOpen, act]);
  const opened = useCallback((field) => (onOpen ? { ...field, render: opening(field, show) } : field), [onOpen, show]);
  // A card opens, or is chosen, wherever it is clicked, but for what does something else there.
  const clicked = (event) => {
    const card = onOpen && !event.ctrlKey && !event.metaKey && !event.target.closest("a, button, input, label, [role=checkbox]") && event.target.closest("[data-id]");
    const item = card && (records ?? []).find((r) => idOf(r) === card.dataset.id);
    if (item) show(item);
  };
  const shown = useMemo(() => fields.map((f) => (f.id !== actionsIn ? f : { ...f, render: WithActions })).map((f) => (f.id === start.mediaField ? opened(f) : f)).map((f) => (view.type === "table" ? byLinks(f, view, change) : f)), [fields, actionsIn, opened, view, change]);
  // Where there is little room a row shows its name alone, and the rest when it is unfolded.
  const [unfolded, setUnfolded] = useState([]);
  const cell = useMemo(() => {
    const unfold = (id) => setUnfolded((had) => (had.includes(id) ? had.filter((other) => other !== id) : [...had, id]));
    return { draw: drawing(opened(fields.find((f) => f.id === actionsIn) ?? { id: actionsIn })), actions: all, act, unfolded, unfold };
  }, [fields, all, act, actionsIn, opened, unfolded]);
  const chosen = (records ?? []).filter((r) => selection.includes(idOf(r)));
  const close = () => { setOpen(null); setSelection([]); };
  // What is chosen is let go as soon as its action has begun: what is chosen meanwhile is for the next, which waits.
  const [busy, setBusy] = useState(false);
  const actOnMany = async (action, items) => {
    if (!action.callback || action.Inline) return act(action, items);
    const work = action.callback(items, { bulk: true });
    if (!work) return undefined;
    setSelection([]);
    setBusy(true);
    try {
      await work;
    } finally {
      setBusy(false);
    }
    return drop(items);
  };
  useLayoutEffect(() => markRows(root.current, rows, records ?? [], [start.titleField, ...(view.fields ?? [])].map((id) => ({ id, label: fields.find((f) => f.id === id)?.label ?? "" })), view.sort ? fields.find((f) => f.id === view.sort.field)?.label : orderedBy, view.sort, classesOf, actionsIn));
  useLayoutEffect(() => {
    const mark = () => markCards(root.current, records ?? []);
    mark();
    // Cards come when the grid knows how wide it is, which isn't told here.
    const cards = new MutationObserver(mark);
    cards.observe(root.current, { childList: true, subtree: true });
    return () => cards.disconnect();
  }, [records]);
  return (
    <div className={"quoin-list" + (picking ? " is-picking" : "")} ref={root} onClick={clicked}>
      <Tools kind={kind} name={name} query={counted} filters={typeof filters === "function" ? filters(chosen, close) : filters} perPageId={perPageId} fields={fields} views={views} view={view} onChangeView={change} search={search} searchLabel={searchLabel} searchId={searchId} totalItems={totalItems} totalPages={totalPages}
        actions={all} records={records ?? []} items={chosen} busy={busy} onAct={actOnMany} />
      <Cell.Provider value={cell}>
        <DataViews data={records ?? []} fields={shown} actions={all.filter((a) => !a.onlyBulk)} view={view} onChangeView={change} isLoading={found.isResolving && !records} selection={selection} onChangeSelection={setSelection}
          paginationInfo={{ totalItems: totalItems ?? 0, totalPages: totalPages ?? 0 }} defaultLayouts={layouts} getItemId={idOf} empty={<None id={rows === "comment" ? "the-comment-list" : "the-list"} words={none ?? __("There are none.")} />} {...rest} search={false}>
          {Cards && view.type === "grid" ? <AsCards>{found.isResolving && !records ? <Spinner /> : <Cards records={records ?? []} selection={selection} show={show} none={none} />}</AsCards> : undefined}
        </DataViews>
      </Cell.Provider>
      <Below actions={all} records={records ?? []} items={chosen} busy={busy} onAct={actOnMany} more={below?.(chosen, close)} onChoose={(items) => setSelection(items.map(idOf))} />
      {open?.action.Inline && <open.action.Inline key={open.items.map(idOf).join()} root={root.current} items={open.items} onClose={() => setOpen(null)} onDone={() => { drop(open.items); close(); }} onKept={(changed) => hold(open.items[0], changed)} />}
      {open?.action.RenderModal && <Modal title={open.action.modalHeader ?? open.action.label} onRequestClose={() => setOpen(null)} focusOnMount="firstContentElement"><open.action.RenderModal items={open.items} records={records ?? []} onMove={(item) => setOpen({ ...open, items: [item] })} closeModal={close} onActionPerformed={close} /></Modal>}
    </div>
  );
}

// holding puts records that are held among those that were found, where they stood. What was added
// stands first, but below a parent that is there.
function holding({ records, totalItems, asked }, held) {
  if (!records || held.length === 0) return [records, totalItems];
  const found = ({ item }) => records.find((one) => one.id === item.id);
  const first = held.filter((one) => one.added && !(one.item.parent && found(one))).toReversed();
  const left = held.filter((one) => !one.added && one.asked === asked && !found(one)).toSorted((a, b) => a.at - b.at);
  const others = records.filter((one) => !first.some(({ item }) => item.id === one.id));
  return [[...first.map((one) => found(one) ?? one.item), ...left.reduce((all, { at, item }) => all.toSpliced(at, 0, item), others)], totalItems + left.length];
}

// AsCards is a grid that a screen draws itself, with what the package has above one.
function AsCards({ children }) {
  return (
    <>
      <div className="quoin-row quoin-cards-tools"><DataViews.FiltersToggle /><DataViews.LayoutSwitcher /><DataViews.ViewConfig /></div>
      <DataViews.FiltersToggled />
      {children}
    </>
  );
}

// matching leaves those records that a text looks for.
function matching([records, totalItems], matches, text) {
  if (!matches || !text || !records) return [records, totalItems];
  const left = records.filter((item) => matches(item, text.toLowerCase()));
  return [left, left.length];
}

// None is a table that says that nothing is found, as the field's lists do.
const None = ({ words, id }) => <table className="wp-list-table"><tbody id={id}><tr className="no-items"><td className="colspanchange">{words}</td></tr></tbody></table>;

// byLinks gives the column of a field a link that orders the rows by it, and the other way round
// when they are, as in the field's lists. Such a column has no menu: what that would offer, the options of the screen have.
function byLinks(field, view, onChangeView) {
  if (field.enableSorting === false || field.elements) return field;
  const ordered = view.sort?.field === field.id ? view.sort.direction : null;
  const direction = ordered === "asc" ? "desc" : "asc";
  const address = new URL(window.location);
  address.searchParams.set("orderby", field.orderName ?? field.id);
  address.searchParams.set("order", direction);
  const order = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button > 0) return;
    event.preventDefault();
    onChangeView({ ...view, sort: { field: field.id, direction }, page: 1 });
  };
  return {
    ...field, enableSorting: false, enableHiding: false, filterBy: false,
    header: (
      <a className="quoin-order" href={address.href} onClick={order}>
        <span>{field.label}</span> <span className="sorting-indicator" aria-hidden="true">{{ asc: "↑", desc: "↓" }[ordered] ?? ""}</span>
        {!ordered && <span className="screen-reader-text">{__("Sort ascending.")}</span>}
      </a>
    ),
  };
}

const drawing = (field) => field.render ?? (({ item }) => <span>{field.getValue ? field.getValue({ item }) : item[field.id]}</span>);

// opening shows a field of a record as a button.
function opening(field, open) {
  const Render = drawing(field);
  return function Opens(props) {
    return <button type="button" className="button-link row-title quoin-opens" onClick={() => open(props.item)}><Render {...props} /></button>;
  };
}

// Cell is how the field with the actions is drawn, and what these are.
const Cell = createContext(null);

// WithActions shows a field of a record with what may be done with the record below it. It is one
// component for good, so that what has the focus keeps it when fields and actions change.
function WithActions(props) {
  const { draw, actions, act, unfolded, unfold } = useContext(Cell);
  const id = idOf(props.item);
  return (
    <div className="quoin-acts">
      {draw(props)}<RowActions item={props.item} actions={actions} act={act} />
      <button type="button" className="toggle-row" aria-expanded={unfolded.includes(id)} onClick={() => unfold(id)}><span className="screen-reader-text">{__("Show more details")}</span></button>
    </div>
  );
}
