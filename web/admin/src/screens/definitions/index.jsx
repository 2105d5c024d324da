// The types, taxonomies and fields of the site's own: made, changed and removed.
import apiFetch from "@wordpress/api-fetch";
import { Button, Modal } from "@wordpress/components";
import { DataViews, filterSortAndPaginate } from "@wordpress/dataviews";
import { useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { pencil, plus, trash } from "@wordpress/icons";
import { Ask } from "../../parts/actions.jsx";
import { useSay } from "../../parts/say.js";
import { Definition, fresh, kinds } from "./form.jsx";

const path = "/quoin/v1/definitions";
const start = { type: "table", perPage: 25, page: 1, search: "", filters: [], layout: {}, titleField: "title", fields: ["kind", "name", "has"] };
const layouts = { table: {}, list: {} };

// has says in a few words what a definition holds.
function has({ kind, definition }) {
  if (kind === "fields") return (definition.fields ?? []).map((f) => f.label || f.key).join(", ");
  return (kind === "taxonomy" ? definition.object_type : definition.supports || []).join(", ");
}

function Definitions() {
  const [items, setItems] = useState(null);
  const [view, setView] = useState(start);
  const [made, setMade] = useState(null);
  const say = useSay();
  const read = useCallback(() => say(async () => {
    setItems((await apiFetch({ path })).map((d) => ({ ...d, id: d.kind + "/" + d.name })));
  }), [say]);
  useEffect(() => { read(); }, [read]);
  const store = useCallback(async (definition) => {
    await apiFetch({ path, method: "POST", data: { definitions: [definition] } });
    await read();
  }, [read]);
  const fields = useMemo(() => [
    { id: "title", label: __("Title"), enableGlobalSearch: true, enableHiding: false },
    { id: "kind", label: __("Kind"), elements: Object.entries(kinds).map(([value, { label }]) => ({ value, label })), filterBy: { operators: ["is"] } },
    { id: "name", label: __("Name"), enableGlobalSearch: true },
    { id: "has", label: __("Has"), enableSorting: false, getValue: ({ item }) => has(item) },
  ], []);
  const actions = useMemo(() => [
    {
      id: "edit", label: __("Edit"), icon: pencil, isPrimary: true, modalHeader: __("Edit"), modalSize: "large",
      RenderModal: ({ items: [item], closeModal }) => <Definition given={item.definition} all={items} store={store} onClose={closeModal} />,
    },
    {
      id: "remove", label: __("Remove"), icon: trash, isDestructive: true, modalHeader: __("Remove"),
      RenderModal: ({ items: [item], closeModal }) => (
        <Ask words={__("What was made with it stays in the database and comes back when it is defined again; until then nobody sees it.")} label={__("Remove")}
          onCancel={closeModal} onDone={closeModal}
          work={async () => {
            await apiFetch({ path: `${path}/${item.id}?force=true`, method: "DELETE" });
            await read();
          }} />
      ),
    },
  ], [items, store, read]);
  const page = useMemo(() => filterSortAndPaginate(items ?? [], view, fields), [items, view, fields]);
  return (
    <>
      <div className="quoin-form__buttons">
        {Object.entries(kinds).map(([kind, { add }]) => (
          <Button key={kind} variant="secondary" icon={plus} onClick={() => setMade(kind)} __next40pxDefaultSize>{add}</Button>
        ))}
      </div>
      {made && (
        <Modal title={kinds[made].add} size="large" onRequestClose={() => setMade(null)}>
          <Definition given={fresh(made)} isNew all={items ?? []} store={store} onClose={() => setMade(null)} />
        </Modal>
      )}
      <DataViews data={page.data} paginationInfo={page.paginationInfo} fields={fields} actions={actions} view={view} onChangeView={setView}
        isLoading={!items} defaultLayouts={layouts} getItemId={(item) => item.id} />
    </>
  );
}

(window.quoinScreens ??= {}).definitions = Definitions;
