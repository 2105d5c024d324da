// A list of records of the API: search, filters, order and pages are the API's work, so a
// list of any length is as fast as one page of it. How a person looks at it is kept.
import { useEntityRecords } from "@wordpress/core-data";
import { DataViews } from "@wordpress/dataviews";
import { useCallback, useMemo, useState } from "@wordpress/element";
import { useView } from "@wordpress/views";

const starts = { type: "table", perPage: 20, page: 1, search: "", filters: [], layout: {} };
const usual = { table: {}, list: {} };
// What every list says about its fields beside the fields themselves.
const filterValues = (view) => Object.fromEntries((view.filters ?? []).filter((f) => f.value !== undefined && f.value !== "").map((f) => [f.field, f.value]));

// List shows the records of an entity of core-data. "start" is the view before somebody
// changed it, "query" what is always asked for, and "ask" may turn values of filters into
// parameters of the API; without it a filter's field is the parameter. "filters" are those
// that a link to the page asks for, in place of kept ones.
export function List({ kind, name, start, query, ask, fields, actions, filters, layouts = usual, ...rest }) {
  const address = new URLSearchParams(window.location.search);
  const [place, setPlace] = useState({ page: 1, search: address.get("s") ?? "" });
  const first = useMemo(() => ({ ...starts, ...start }), []);
  const [linked, setLinked] = useState(filters?.length ? filters : null);
  const { view: kept, updateView } = useView({ kind, name, slug: "quoin", defaultView: first, queryParams: place, onChangeQueryParams: setPlace });
  const view = useMemo(() => (linked ? { ...kept, filters: linked } : kept), [kept, linked]);
  const change = useCallback((next) => { setLinked(null); updateView(next); }, [updateView]);
  const asked = useMemo(() => ({
    context: "edit", per_page: view.perPage, page: view.page, search: view.search || undefined,
    ...(view.sort ? { orderby: view.sort.field, order: view.sort.direction } : {}),
    ...query, ...(ask ?? ((values) => values))(filterValues(view)),
  }), [view, query, ask]);
  const { records, isResolving, totalItems, totalPages } = useEntityRecords(kind, name, asked);
  return (
    <DataViews data={records ?? []} fields={fields} actions={actions} view={view} onChangeView={change} isLoading={isResolving}
      paginationInfo={{ totalItems: totalItems ?? 0, totalPages: totalPages ?? 0 }} defaultLayouts={layouts}
      getItemId={useCallback((item) => String(item.id ?? item.plugin ?? item.stylesheet), [])} {...rest} />
  );
}
