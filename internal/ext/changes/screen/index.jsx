// Webhooks: where changes are told of, and how that goes.
import apiFetch from "@wordpress/api-fetch";
import { Notice, Spinner } from "@wordpress/components";
import { DataViews, filterSortAndPaginate } from "@wordpress/dataviews";
import { createInterpolateElement, useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { pencil, trash } from "@wordpress/icons";
import { Ask } from "@quoin/parts/actions.jsx";
import { Form } from "@quoin/parts/form.jsx";
import { onOff, select, text } from "@quoin/parts/options.jsx";
import { useSay } from "@quoin/parts/say.js";
import { when } from "@quoin/parts/texts.jsx";

const path = "/quoin/v1/webhooks";
const send = (to, method, data) => apiFetch({ path: path + to, method, data });
const audiences = [{ value: "readers", label: __("What readers see") }, { value: "editors", label: __("What editors see") }];
const listed = (all) => (Array.isArray(all) ? all.join(", ") : all ?? "");
const toList = (words) => words.split(",").map((w) => w.trim()).filter(Boolean);
const form = [
  { id: "url", label: __("Address"), type: "url" }, text("name", __("Name")), text("events", __("Events"), __("With commas between them; none means all.")),
  text("types", __("Types"), __("With commas between them; none means all.")), select("audience", __("It is told"), audiences),
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
    { id: "url", label: __("Address"), enableHiding: false }, { id: "name", label: __("Name") }, { id: "audience", label: __("Told"), elements: audiences, filterBy: false },
    { id: "state", label: __("State"), enableSorting: false, getValue: ({ item }) => (!item.active ? (item.note ? sprintf(__("Off: %s"), item.note) : __("Off")) : item.failing_since ? sprintf(__("Failing since %s"), when(item.failing_since)) : __("Works")) },
  ], []);
  const actions = useMemo(() => [
    { id: "edit", label: __("Edit"), icon: pencil, isPrimary: true, modalHeader: __("Edit a webhook"), RenderModal: ({ items: [item], closeModal }) => <Form record={asForm(item)} fields={[...form, onOff("active", __("On"))]} onCancel={closeModal} onDone={() => { closeModal(); read(); }} save={(changes) => send("/" + item.id, "PUT", toAPI(changes))} /> },
    { id: "test", label: __("Send a test"), callback: ([item]) => say(async () => {
      const answer = await send(`/${item.id}/test`, "POST", {});
      if (answer.state !== "done") throw new Error((answer.status ? sprintf(__("It answered %s."), answer.status) : __("It answered nothing.")) + " " + answer.error);
    }, __("The test arrived.")) },
    { id: "deliveries", label: __("Deliveries"), modalHeader: __("Deliveries"), RenderModal: ({ items: [item] }) => <Deliveries hook={item} /> },
    { id: "delete", label: __("Delete"), icon: trash, isDestructive: true, modalHeader: __("Delete a webhook"), RenderModal: ({ items: [item], closeModal }) => <Ask words={__("It is told nothing more.")} label={__("Delete")} onCancel={closeModal} onDone={() => { closeModal(); read(); }} work={() => send("/" + item.id, "DELETE")} /> },
  ], [read, say]);
  if (!list) return <Spinner />;
  const { data: shown, paginationInfo } = filterSortAndPaginate(list, view, fields);
  return (
    <>
      {secret && <div className="quoin-lead"><Notice status="success" onRemove={() => setSecret(null)}>{createInterpolateElement(__("Deliveries are signed with the secret <secret />. It is shown only now."), { secret: <code>{secret}</code> })}</Notice></div>}
      <section aria-label={__("Add a webhook")} className="quoin-form">
        <h2>{__("Add a webhook")}</h2>
        <Form key={list.length} record={{ url: "", name: "", events: "", types: "", audience: "readers" }} fields={form} label={__("Add")} done={__("The webhook is there.")} onDone={read} save={async (changes) => setSecret((await send("", "POST", toAPI(changes))).secret)} />
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
  if (list.length === 0) return <p>{__("Nothing was sent yet.")}</p>;
  return (
    <table className="quoin-table">
      <thead><tr><th scope="col">{__("Made")}</th><th scope="col">{__("Kind")}</th><th scope="col">{__("State")}</th><th scope="col">{__("Answer")}</th><th scope="col">{__("Tries")}</th></tr></thead>
      <tbody>{list.map((d) => <tr key={d.id}><td>{when(d.created)}</td><td>{d.kind}</td><td>{d.state}</td><td>{d.status || d.error}</td><td>{d.attempts}</td></tr>)}</tbody>
    </table>
  );
}

(window.quoinScreens ??= {}).changes = Webhooks;
