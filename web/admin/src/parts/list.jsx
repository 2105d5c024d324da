// A list of records of the API: search, filters, order and pages are the API's work, so a
// list of any length is as fast as one page of it. How a person looks at it is kept.
import { Modal } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { DataViews } from "@wordpress/dataviews";
import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from "@wordpress/element";
import { useView } from "@wordpress/views";
import { markRows, RowActions, Tools } from "./rows.jsx";

const starts = { type: "table", perPage: 20, page: 1, search: "", filters: [], layout: {} };
const usual = { table: {}, list: {} };
const everything = (values) => values;
// What every list says about its fields beside the fields themselves.
const filterValues = (view) => Object.fromEntries((view.filters ?? []).filter((f) => f.value !== undefined && f.value !== "").map((f) => [f.field, f.value]));
const idOf = (item) => String(item.id ?? item.plugin ?? item.stylesheet);

// List shows the records of an entity of core-data. "start" is the view before somebody
// changed it, "query" what is always asked for, and "ask" may turn values of filters into
// parameters of the API; without it a filter's field is the parameter. "linked" is what
// of the view a link to the page asks for, in place of what is kept. "views" are links to the list with
// a state of its records each, "rows" is how ids of rows begin, and "actionsIn" the field
// below which the actions of a record stand. "onOpen" is the action of a click on a title or
// picture. "counted" is what the links to states count, if not what "query" asks for; "filters"
// stand above the rows, also what is made of the chosen ones when they are a function, and "perPageId" is the id of how many rows there are.
export function List({ kind, name, start, query, counted = query, filters, perPageId, ask = everything, fields, actions, linked: byLink, layouts = usual, views, rows = name, actionsIn = start.titleField, search = true, searchLabel, searchId, onOpen, ...rest }) {
  const address = new URLSearchParams(window.location.search);
  const [place, setPlace] = useState({ page: 1, search: address.get("s") ?? "" });
  const first = useMemo(() => ({ ...starts, ...start }), []);
  const [linked, setLinked] = useState(byLink ?? null);
  const [selection, setSelection] = useState([]);
  const [open, setOpen] = useState(null);
  const root = useRef();
  const { view: kept, updateView } = useView({ kind, name, slug: "quoin", defaultView: first, queryParams: place, onChangeQueryParams: setPlace });
  const view = useMemo(() => (linked ? { ...kept, ...linked } : kept), [kept, linked]);
  // What a link asked for isn't kept, until somebody changes it.
  const change = useCallback((next) => {
    const still = Object.entries(linked ?? {}).filter(([key, value]) => next[key] === value);
    setLinked(still.length ? Object.fromEntries(still) : null);
    updateView({ ...next, ...Object.fromEntries(still.map(([key]) => [key, kept[key]])) });
  }, [updateView, linked, kept]);
  const asked = useMemo(() => ({
    context: "edit", per_page: view.perPage, page: view.page, search: view.search || undefined,
    ...(view.sort ? { orderby: view.sort.field, order: view.sort.direction } : {}),
    ...query, ...ask(filterValues(view)),
  }), [view, query, ask]);
  const found = useEntityRecords(kind, name, asked);
  // While the same is asked again, after a change, what was found stays in use, and with it the focus.
  const last = useRef(found);
  if (found.records || last.current.asked !== asked) last.current = { ...found, asked };
  const { records, totalItems, totalPages } = last.current;
  // An action is done at once, or asks in a window of its own.
  const act = useCallback((action, items) => (action.callback && !action.Inline ? action.callback(items) : setOpen({ action, items })), []);
  const all = useMemo(() => (actions ?? []).map((a) => ({ ...a, isPrimary: false, ...(a.Inline ? { callback: (items) => setOpen({ action: a, items }) } : {}) })), [actions]);
  const opened = useCallback((field) => (onOpen ? { ...field, render: opening(field, (item) => act(onOpen, [item])) } : field), [onOpen, act]);
  const shown = useMemo(() => fields.map((f) => (f.id !== actionsIn ? f : { ...f, render: WithActions })).map((f) => (f.id === start.mediaField ? opened(f) : f)), [fields, actionsIn, opened]);
  const cell = useMemo(() => ({ draw: drawing(opened(fields.find((f) => f.id === actionsIn) ?? { id: actionsIn })), actions: all, act }), [fields, all, act, actionsIn, opened]);
  const chosen = (records ?? []).filter((r) => selection.includes(idOf(r)));
  const close = () => { setOpen(null); setSelection([]); };
  useLayoutEffect(() => markRows(root.current, rows, records ?? [], [start.titleField, ...(view.fields ?? [])], fields.find((f) => f.id === view.sort?.field)?.label));
  return (
    <div className="quoin-list" ref={root}>
      <Tools kind={kind} name={name} query={counted} filters={typeof filters === "function" ? filters(chosen, close) : filters} perPageId={perPageId} fields={fields} views={views} view={view} onChangeView={change} search={search} searchLabel={searchLabel} searchId={searchId}
        actions={all} records={records ?? []} items={chosen} onAct={async (action, items) => { await act(action, items); if (action.callback && !action.Inline) setSelection([]); }} />
      <Cell.Provider value={cell}>
        <DataViews data={records ?? []} fields={shown} actions={all.filter((a) => !a.onlyBulk)} view={view} onChangeView={change} isLoading={found.isResolving && !records} selection={selection} onChangeSelection={setSelection}
          paginationInfo={{ totalItems: totalItems ?? 0, totalPages: totalPages ?? 0 }} defaultLayouts={layouts} getItemId={idOf} {...rest} search={false} />
      </Cell.Provider>
      {open?.action.Inline && <open.action.Inline key={open.items.map(idOf).join()} root={root.current} items={open.items} onClose={() => setOpen(null)} onDone={close} />}
      {open?.action.RenderModal && <Modal title={open.action.modalHeader ?? open.action.label} onRequestClose={() => setOpen(null)} focusOnMount="firstContentElement"><open.action.RenderModal items={open.items} records={records ?? []} onMove={(item) => setOpen({ ...open, items: [item] })} closeModal={close} onActionPerformed={close} /></Modal>}
    </div>
  );
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
  const { draw, actions, act } = useContext(Cell);
  return <div className="quoin-acts">{draw(props)}<RowActions item={props.item} actions={actions} act={act} /></div>;
}
