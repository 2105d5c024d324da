// The lists of entries: search, filters and views by the API, so that a list of any
// length is as fast as one page of it.
import { useEntityRecords, store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { DataViews } from "@wordpress/dataviews";
import { decodeEntities } from "@wordpress/html-entities";
import { dateI18n, getSettings } from "@wordpress/date";
import { useMemo, useState } from "@wordpress/element";
import { trash } from "@wordpress/icons";

const statuses = [["publish", "Published"], ["future", "Scheduled"], ["draft", "Draft"], ["pending", "Pending"], ["private", "Private"], ["trash", "Trash"]];
const all = "publish,future,draft,pending,private";

function Entries({ data }) {
  const [view, setView] = useState({
    type: "table", perPage: 20, page: 1, search: "", filters: [], sort: { field: "date", direction: "desc" },
    titleField: "title", fields: ["author", "status", "date"], layout: {},
  });
  const asked = useMemo(() => ({
    per_page: view.perPage, page: view.page, search: view.search || undefined, orderby: view.sort?.field, order: view.sort?.direction,
    status: view.filters?.find((f) => f.field === "status")?.value ?? all, context: "edit", _embed: "author",
  }), [view]);
  const { records, isResolving, totalItems, totalPages } = useEntityRecords("postType", data.type, asked);
  const { deleteEntityRecord } = useDispatch(coreStore);
  const fields = useMemo(() => [
    { id: "title", label: "Title", enableHiding: false, getValue: ({ item }) => decodeEntities(item.title?.raw ?? "") || "(no title)",
      render: ({ item }) => <a href={data.edit + item.id}>{decodeEntities(item.title?.raw ?? "") || "(no title)"}</a> },
    { id: "author", label: "Author", getValue: ({ item }) => item._embedded?.author?.[0]?.name ?? "" },
    { id: "status", label: "Status", elements: statuses.map(([value, label]) => ({ value, label })), filterBy: { operators: ["is"] }, enableSorting: false },
    { id: "date", label: "Date", type: "datetime", render: ({ item }) => dateI18n(getSettings().formats.datetime, item.date) },
  ], [data]);
  const actions = useMemo(() => [{
    id: "trash", label: "Move to trash", icon: trash, supportsBulk: true, isDestructive: true,
    isEligible: (item) => item.status !== "trash",
    callback: (items) => Promise.all(items.map((item) => deleteEntityRecord("postType", data.type, item.id, {}))),
  }], [data, deleteEntityRecord]);
  return (
    <DataViews data={records ?? []} fields={fields} actions={actions} view={view} onChangeView={setView} isLoading={isResolving}
      paginationInfo={{ totalItems: totalItems ?? 0, totalPages: totalPages ?? 0 }} defaultLayouts={{ table: {}, list: {} }} getItemId={(item) => String(item.id)} />
  );
}

(window.quoinScreens ??= {}).entries = Entries;
