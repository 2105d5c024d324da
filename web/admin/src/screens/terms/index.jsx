// The terms of a taxonomy, with a form for a new one beside them.
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { useDelete, useEdit } from "../../parts/actions.jsx";
import { Form } from "../../parts/form.jsx";
import { List } from "../../parts/list.jsx";
import { plain } from "../../parts/texts.jsx";

const start = { titleField: "name", fields: ["description", "slug", "count"], sort: { field: "name", direction: "asc" } };

function Terms({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [made, setMade] = useState(0);
  const entity = { kind: "taxonomy", name: data.taxonomy };
  const { records: parents } = useEntityRecords("taxonomy", data.taxonomy, { per_page: 100, context: "view", _fields: "id,name" }, { enabled: data.hierarchical });
  const form = useMemo(() => [
    { id: "name", label: __("Name"), type: "text" },
    { id: "slug", label: __("Slug"), type: "text", description: __("The name in addresses; left empty, it is made of the name.") },
    ...(data.hierarchical ? [{ id: "parent", label: __("Parent"), type: "integer", Edit: "select", elements: [{ value: 0, label: __("None") }, ...(parents ?? []).map((t) => ({ value: t.id, label: plain(t.name) }))] }] : []),
    { id: "description", label: __("Description"), type: "text", Edit: "textarea" },
  ], [data, parents]);
  const fields = useMemo(() => [
    { id: "name", label: __("Name"), getValue: ({ item }) => plain(item.name), enableHiding: false },
    { id: "description", label: __("Description"), enableSorting: false },
    { id: "slug", label: __("Slug") },
    { id: "count", label: __("Entries"), type: "integer", filterBy: false, render: ({ item }) => <a href={item.link}>{item.count}</a> },
  ], []);
  const edit = useEdit({ ...entity, fields: form, from: (item) => ({ name: plain(item.name), slug: item.slug, parent: item.parent, description: item.description }) });
  const remove = useDelete({ ...entity, isEligible: (item) => item.id !== data.fixed, words: __("Entries keep their other terms.") });
  return (
    <div className="quoin-columns">
      <section aria-label={sprintf(__("Add: %s"), data.title)}>
        <h2>{__("Add")}</h2>
        <Form key={made} record={{ name: "", slug: "", parent: 0, description: "" }} fields={form} label={__("Add")} done={__("Added.")} onDone={() => setMade(made + 1)}
          save={(changes) => saveEntityRecord("taxonomy", data.taxonomy, changes, { throwOnError: true })} />
      </section>
      <List {...entity} start={start} fields={fields} actions={[edit, remove]} />
    </div>
  );
}

(window.quoinScreens ??= {}).terms = Terms;
