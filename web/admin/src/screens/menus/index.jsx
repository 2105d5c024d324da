// Menus, where they are shown, and what is in them.
import { SelectControl, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { useDelete, useEdit } from "../../parts/actions.jsx";
import { Form } from "../../parts/form.jsx";
import { List } from "../../parts/list.jsx";
import { plain } from "../../parts/texts.jsx";

const start = { titleField: "title", fields: ["url", "menu_order", "parent"], sort: { field: "menu_order", direction: "asc" }, perPage: 100 };
const entity = { kind: "root", name: "menuItem" };
const named = [{ id: "name", label: __("Menu Name"), type: "text" }];

function Menus() {
  const { records: menus, hasResolved } = useEntityRecords("root", "menu", { per_page: 100, context: "edit" });
  const [chosen, setChosen] = useState("");
  const { saveEntityRecord } = useDispatch(coreStore);
  const menu = menus?.find((m) => String(m.id) === chosen) ?? menus?.[0];
  if (!hasResolved) return <Spinner />;
  return (
    <div className="quoin-columns">
      <section aria-label={__("Menus")}>
        {menu && <SelectControl label={__("Menu")} value={String(menu.id)} options={menus.map((m) => ({ value: String(m.id), label: plain(m.name) }))} onChange={setChosen} __next40pxDefaultSize />}
        {menu && <Places key={menu.id} menu={menu} />}
        <h2>{__("New menu")}</h2>
        <Form record={{ name: "" }} fields={named} label={__("Create Menu")} done={__("Menu created.")}
          save={async (changes) => setChosen(String((await saveEntityRecord("root", "menu", changes, { throwOnError: true })).id))} />
      </section>
      {menu ? <Items key={menu.id} menu={menu} /> : <p>{__("There is no menu yet.")}</p>}
    </div>
  );
}

// Places says where a menu is shown.
function Places({ menu }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { records } = useEntityRecords("root", "menuLocation", {});
  const fields = useMemo(() => (records ?? []).map((p) => ({ id: p.name, label: sprintf(__("Shown at: %s"), p.description), type: "boolean" })), [records]);
  const record = useMemo(() => Object.fromEntries((records ?? []).map((p) => [p.name, menu.locations?.includes(p.name)])), [records, menu]);
  if (!fields.length) return null;
  return <Form record={record} fields={fields} save={(changes, all) => saveEntityRecord("root", "menu", { id: menu.id, locations: Object.keys(record).filter((p) => all[p]) }, { throwOnError: true })} />;
}

function Items({ menu }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const query = useMemo(() => ({ menus: menu.id }), [menu]);
  const { records } = useEntityRecords("root", "menuItem", { ...query, per_page: 100, context: "edit" });
  const form = useMemo(() => [
    { id: "title", label: __("Text"), type: "text" },
    { id: "url", label: __("Address"), type: "text" },
    { id: "menu_order", label: __("Place"), type: "integer" },
    { id: "parent", label: __("Below"), type: "integer", Edit: "select", elements: [{ value: 0, label: __("Nothing") }, ...(records ?? []).map((i) => ({ value: i.id, label: plain(i.title) }))] },
  ], [records]);
  const fields = useMemo(() => [
    { id: "title", label: __("Text"), getValue: ({ item }) => plain(item.title), enableHiding: false },
    { id: "url", label: __("Address"), enableSorting: false },
    { id: "menu_order", label: __("Place"), type: "integer", filterBy: false },
    { id: "parent", label: __("Below"), enableSorting: false, getValue: ({ item }) => plain(records?.find((i) => i.id === item.parent)?.title ?? "") },
  ], [records]);
  const edit = useEdit({ ...entity, fields: form, from: (item) => ({ title: item.title?.raw, url: item.url, menu_order: item.menu_order, parent: item.parent }) });
  const remove = useDelete({ ...entity, label: __("Remove") });
  const next = 1 + Math.max(0, ...(records ?? []).map((i) => i.menu_order));
  return (
    <div>
      <List {...entity} start={start} query={query} fields={fields} actions={[edit, remove]} />
      <section aria-label={__("Add a link")} className="quoin-form">
        <h2>{__("Add a link")}</h2>
        <Form key={next} record={{ title: "", url: "", menu_order: next, parent: 0 }} fields={form} label={__("Add")} done={__("Added.")}
          save={(changes, all) => saveEntityRecord("root", "menuItem", { type: "custom", status: "publish", menus: menu.id, ...all }, { throwOnError: true })} />
      </section>
    </div>
  );
}

(window.quoinScreens ??= {}).menus = Menus;
