// Webhooks: where changes are told of, and how that goes.
import apiFetch from "@wordpress/api-fetch";
import { Notice, Spinner } from "@wordpress/components";
import { DataViews, filterSortAndPaginate } from "@wordpress/dataviews";
import { useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { pencil, trash } from "@wordpress/icons";
import { Ask } from "@quoin/parts/actions.jsx";
import { Form } from "@quoin/parts/form.jsx";
import { onOff, select, text } from "@quoin/parts/options.jsx";
import { useSay } from "@quoin/parts/say.js";
import { when } from "@quoin/parts/texts.jsx";

const path = "/quoin/v1/webhooks";
const send = (to, method, data) => apiFetch({ path: path + to, method, data });
const audiences = [{ value: "readers", label: "What readers see" }, { value: "editors", label: "What editors see" }];
const listed = (all) => (Array.isArray(all) ? all.join(", ") : all ?? "");
const toList = (words) => words.split(",").map((w) => w.trim()).filter(Boolean);
const form = [
  { id: "url", label: "Address", type: "url" }, text("name", "Name"), text("events", "Events", "With commas between them; none means all."),
  text("types", "Types", "With commas between them; none means all."), select("audience", "It is told", audiences),
];
const toAPI = ({ events, types, ...changes }) => ({ ...changes, ...(events !== undefined ? { events: toList(events) } : {}), ...(types !== undefined ? { types: toList(types) } : {}) });
const asForm = (hook) => ({ ...hook, events: listed(hook.events), types: listed(hook.types) });

function Webhooks() {
  const [list, setList] = useState(null);
  const [secret, setSecret] = useState(null);
  const [view, setView] = useState({ type: "table", page: 1, perPage: 20, search: "", filters: [], titleField: "url", fields: ["name", "audience", "state"], layout: {} });
  const say = useSay();
  const read = useCallback(() => say(async () => setList(await apiFetch({ path }))), [say]);
  useEffect(() => { read(); }, [read]);
  const fields = useMemo(() => [
    { id: "url", label: "Address", enableHiding: false }, { id: "name", label: "Name" }, { id: "audience", label: "Told", elements: audiences, filterBy: false },
    { id: "state", label: "State", enableSorting: false, getValue: ({ item }) => (!item.active ? "Off" + (item.note ? ": " + item.note : "") : item.failing_since ? "Failing since " + when(item.failing_since) : "Works") },
  ], []);
  const actions = useMemo(() => [
    { id: "edit", label: "Edit", icon: pencil, isPrimary: true, modalHeader: "Edit a webhook", RenderModal: ({ items: [item], closeModal }) => <Form record={asForm(item)} fields={[...form, onOff("active", "On")]} onCancel={closeModal} onDone={() => { closeModal(); read(); }} save={(changes) => send("/" + item.id, "PUT", toAPI(changes))} /> },
    { id: "test", label: "Send a test", callback: ([item]) => say(async () => {
      const answer = await send(`/${item.id}/test`, "POST", {});
      if (answer.state !== "done") throw new Error(`It answered ${answer.status || "nothing"}. ${answer.error}`);
    }, "The test arrived.") },
    { id: "deliveries", label: "Deliveries", modalHeader: "Deliveries", RenderModal: ({ items: [item] }) => <Deliveries hook={item} /> },
    { id: "delete", label: "Delete", icon: trash, isDestructive: true, modalHeader: "Delete a webhook", RenderModal: ({ items: [item], closeModal }) => <Ask words="It is told nothing more." label="Delete" onCancel={closeModal} onDone={() => { closeModal(); read(); }} work={() => send("/" + item.id, "DELETE")} /> },
  ], [read, say]);
  if (!list) return <Spinner />;
  const { data: shown, paginationInfo } = filterSortAndPaginate(list, view, fields);
  return (
    <>
      {secret && <div className="quoin-lead"><Notice status="success" onRemove={() => setSecret(null)}>Deliveries are signed with the secret <code>{secret}</code>. It is shown only now.</Notice></div>}
      <section aria-label="Add a webhook" className="quoin-form">
        <h2>Add a webhook</h2>
        <Form key={list.length} record={{ url: "", name: "", events: "", types: "", audience: "readers" }} fields={form} label="Add" done="The webhook is there." onDone={read} save={async (changes) => setSecret((await send("", "POST", toAPI(changes))).secret)} />
      </section>
      <DataViews data={shown} fields={fields} actions={actions} view={view} onChangeView={setView} paginationInfo={paginationInfo} defaultLayouts={{ table: {}, list: {} }} getItemId={(item) => String(item.id)} />
    </>
  );
}

function Deliveries({ hook }) {
  const [list, setList] = useState(null);
  const say = useSay();
  useEffect(() => { say(async () => setList(await send(`/${hook.id}/deliveries?per_page=50`, "GET"))); }, [hook, say]);
  if (!list) return <Spinner />;
  if (list.length === 0) return <p>Nothing was sent yet.</p>;
  return (
    <table className="quoin-table">
      <thead><tr><th scope="col">Made</th><th scope="col">Kind</th><th scope="col">State</th><th scope="col">Answer</th><th scope="col">Tries</th></tr></thead>
      <tbody>{list.map((d) => <tr key={d.id}><td>{when(d.created)}</td><td>{d.kind}</td><td>{d.state}</td><td>{d.status || d.error}</td><td>{d.attempts}</td></tr>)}</tbody>
    </table>
  );
}

(window.quoinScreens ??= {}).changes = Webhooks;
