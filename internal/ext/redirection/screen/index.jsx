// The redirects of a site: rules, their groups, what visitors asked for in vain, and what
// was redirected.
import apiFetch from "@wordpress/api-fetch";
import { Button, FormFileUpload, SelectControl, TabPanel, TextControl } from "@wordpress/components";
import { useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { pencil, trash } from "@wordpress/icons";
import { Ask } from "@quoin/parts/actions.jsx";
import { Form } from "@quoin/parts/form.jsx";
import { number, onOff, select, text } from "@quoin/parts/options.jsx";
import { Remote, useRemote } from "@quoin/parts/remote.jsx";
import { useSay } from "@quoin/parts/say.js";

const api = "/redirection/v1";
const post = (path, data) => apiFetch({ path: api + path, method: "POST", data });
const codes = [[301, "301, for good"], [302, "302, for now"], [307, "307, for now, as it was asked"], [308, "308, for good, as it was asked"]].map(([value, label]) => ({ value, label }));
const states = [{ value: "enabled", label: "On" }, { value: "disabled", label: "Off" }];
const asking = (orders, searched) => ({ page, perPage, search, sort, filters }) => ({
  page: page - 1, per_page: perPage, ...(sort && orders[sort.field] ? { orderby: orders[sort.field], direction: sort.direction } : {}),
  filterBy: { ...(search ? { [searched]: search } : {}), ...Object.fromEntries((filters ?? []).filter((f) => f.value !== undefined).map((f) => [f.field, f.value])) },
});
const inBulk = (what, to, items) => post(`/bulk/${what}/${to}`, { items: items.map((i) => i.id) });

// useBulk are the actions that one call takes for many items.
function useBulk(what, again, words) {
  const say = useSay();
  return useMemo(() => [
    { id: "enable", label: "Turn on", supportsBulk: true, isEligible: (i) => !i.enabled, callback: async (items) => (await say(() => inBulk(what, "enable", items), "On.")) && again() },
    { id: "disable", label: "Turn off", supportsBulk: true, isEligible: (i) => i.enabled, callback: async (items) => (await say(() => inBulk(what, "disable", items), "Off.")) && again() },
    { id: "delete", label: "Delete", icon: trash, isDestructive: true, supportsBulk: true, modalHeader: "Delete", RenderModal: ({ items, closeModal }) => <Ask words={words} label="Delete" onCancel={closeModal} onDone={() => { closeModal(); again(); }} work={() => inBulk(what, "delete", items)} /> },
  ], [what, again, say, words]);
}

function useGroups() {
  const [groups, setGroups] = useState([]);
  useEffect(() => { apiFetch({ path: api + "/group?per_page=200" }).then(({ items }) => setGroups(items.map((g) => ({ value: g.id, label: g.name })))).catch(() => {}); }, []);
  return groups;
}

const ruleOrders = { url: "source", hits: "last_count", last_access: "last_access", position: "position" };
const askRules = asking(ruleOrders, "url");
const toRule = (all) => ({ url: all.url, action_data: { url: all.to }, action_code: Number(all.action_code), action_type: "url", match_type: "url", group_id: Number(all.group_id), regex: !!all.regex, title: all.title ?? "" });

function Rules({ from }) {
  const groups = useGroups();
  const remote = useRemote({ path: api + "/redirect", start: { titleField: "url", fields: ["to", "action_code", "hits", "last_access", "status"] }, ask: askRules });
  const { again } = remote;
  const bulk = useBulk("redirect", again, "The rules are deleted for ever.");
  const form = useMemo(() => [
    text("url", "From", "An address of this site, such as /old/."), { ...onOff("regex", "It is a regular expression") }, text("to", "To"),
    select("action_code", "Code", codes, "integer"), select("group_id", "Group", groups, "integer"), text("title", "Note"),
  ], [groups]);
  const fields = useMemo(() => [
    { id: "url", label: "From", enableHiding: false }, { id: "to", label: "To", enableSorting: false, getValue: ({ item }) => item.action_data?.url ?? "" },
    { id: "action_code", label: "Code", enableSorting: false, filterBy: false }, { id: "hits", label: "Hits", type: "integer", filterBy: false },
    { id: "last_access", label: "Last", filterBy: false }, { id: "group", label: "Group", elements: groups, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => item.group_id },
    { id: "status", label: "State", elements: states, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => (item.enabled ? "enabled" : "disabled") },
  ], [groups]);
  const actions = useMemo(() => [{
    id: "edit", label: "Edit", icon: pencil, isPrimary: true, modalHeader: "Edit a redirect",
    RenderModal: ({ items: [item], closeModal }) => (
      <Form record={{ ...item, to: item.action_data?.url }} fields={form} onCancel={closeModal} onDone={() => { closeModal(); again(); }} save={(_, all) => post("/redirect/" + item.id, { ...item, ...toRule(all) })} />
    ),
  }, ...bulk], [form, bulk, again]);
  return (
    <>
      <section aria-label="Add a redirect" className="quoin-form">
        <h2>Add a redirect</h2>
        {groups.length > 0 && <Form key={remote.found?.total + from} record={{ url: from, to: "", action_code: 301, group_id: groups[0].value, regex: false, title: "" }} fields={form} label="Add" done="The redirect is there." onDone={again} save={(_, all) => post("/redirect", toRule(all))} />}
      </section>
      <Remote remote={remote} fields={fields} actions={actions} />
    </>
  );
}

const askGroups = asking({ name: "name" }, "name");
const named = [text("name", "Name")];

function Groups() {
  const remote = useRemote({ path: api + "/group", start: { titleField: "name", fields: ["redirects", "status"] }, ask: askGroups });
  const { again } = remote;
  const bulk = useBulk("group", again, "The rules of the groups are deleted too.");
  const fields = useMemo(() => [
    { id: "name", label: "Name", enableHiding: false }, { id: "redirects", label: "Redirects", enableSorting: false, filterBy: false },
    { id: "status", label: "State", elements: states, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => (item.enabled ? "enabled" : "disabled") },
  ], []);
  return (
    <>
      <section aria-label="Add a group" className="quoin-form"><Form key={remote.found?.total} record={{ name: "" }} fields={named} label="Add group" done="The group is there." onDone={again} save={({ name }) => post("/group", { name, moduleId: 1 })} /></section>
      <Remote remote={remote} fields={fields} actions={bulk} />
    </>
  );
}

const askLog = asking({ url: "url", ip: "ip" }, "url");

function Log({ name, onRedirect }) {
  const remote = useRemote({ path: `${api}/${name}`, start: { titleField: "url", fields: ["created", "ip", "referrer", "agent"] }, ask: askLog });
  const { again } = remote;
  const fields = useMemo(() => [
    { id: "url", label: "Address", enableHiding: false }, { id: "created", label: "When", enableSorting: false, filterBy: false, getValue: ({ item }) => [item.created, item.created_time].filter(Boolean).join(" ") },
    { id: "ip", label: "From", filterBy: false }, { id: "referrer", label: "Led there by", enableSorting: false, filterBy: false }, { id: "agent", label: "Browser", enableSorting: false, filterBy: false },
    ...(name === "log" ? [{ id: "sent_to", label: "Sent to", enableSorting: false, filterBy: false }] : []),
  ], [name]);
  const actions = useMemo(() => [
    ...(onRedirect ? [{ id: "redirect", label: "Add redirect", isPrimary: true, callback: ([item]) => onRedirect(item.url) }] : []),
    { id: "delete", label: "Delete", icon: trash, isDestructive: true, supportsBulk: true, modalHeader: "Delete", RenderModal: ({ items, closeModal }) => <Ask words="The lines are deleted for ever." label="Delete" onCancel={closeModal} onDone={() => { closeModal(); again(); }} work={() => inBulk(name, "delete", items)} /> },
  ], [name, onRedirect, again]);
  return <Remote remote={remote} fields={fields} actions={actions} />;
}

const days = [{ value: -1, label: "Nothing" }, { value: 1, label: "A day" }, { value: 7, label: "A week" }, { value: 30, label: "A month" }, { value: 60, label: "Two months" }, { value: 0, label: "For ever" }];
const settingsForm = [
  select("expire_redirect", "Keep of redirects", days, "integer"), select("expire_404", "Keep of addresses that aren't there", days, "integer"),
  onOff("track_hits", "Count hits of rules"), onOff("log_external", "Log redirects of others"),
  select("ip_logging", "Addresses of visitors", [{ value: 0, label: "Aren't kept" }, { value: 1, label: "Are kept" }, { value: 2, label: "Are kept without their last part" }], "integer"),
  select("flag_query", "Query of an address", ["exact", "ignore", "pass"].map((value, i) => ({ value, label: ["Must be that of the rule", "Is ignored", "Is ignored, and passed on"][i] }))),
  onOff("flag_case", "New rules ignore case"), onOff("flag_trailing", "New rules ignore slashes at the end"), onOff("https", "Lead from http to https"),
  number("redirect_cache", "Hours for which browsers keep redirects"),
];

function Settings() {
  const [record, setRecord] = useState(null);
  const say = useSay();
  useEffect(() => { say(async () => setRecord((await apiFetch({ path: api + "/setting" })).settings)); }, [say]);
  return record && <Form record={record} fields={settingsForm} label="Save changes" done="The settings are saved." save={async (changes) => setRecord((await post("/setting", changes)).settings)} />;
}

const formats = ["csv", "json", "apache", "nginx"].map((value) => ({ value, label: value }));

function Exchange() {
  const groups = useGroups();
  const [format, setFormat] = useState("csv");
  const [group, setGroup] = useState("");
  const say = useSay();
  const give = () => say(async () => {
    const { data } = await apiFetch({ path: `${api}/export/all/${format}` });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data], { type: "text/plain" }));
    link.download = "redirects." + (format === "csv" || format === "json" ? format : format + ".conf");
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const take = (event) => say(async () => {
    const body = new FormData();
    body.append("file", event.target.files[0]);
    const { imported } = await apiFetch({ path: `${api}/import/file/${group || groups[0].value}`, method: "POST", body });
    if (!imported) throw new Error("Nothing in the file is a redirect.");
  }, "The redirects are there.");
  return (
    <div className="quoin-form">
      <h2>Export</h2>
      <div className="quoin-row"><SelectControl __nextHasNoMarginBottom __next40pxDefaultSize label="Form" value={format} options={formats} onChange={setFormat} /><Button variant="secondary" __next40pxDefaultSize onClick={give}>Download</Button></div>
      <h2>Import</h2>
      <div className="quoin-row"><SelectControl __nextHasNoMarginBottom __next40pxDefaultSize label="Into the group" value={group} options={groups} onChange={setGroup} /><FormFileUpload __next40pxDefaultSize variant="secondary" accept=".csv,.json,.htaccess,.conf" onChange={take}>Choose a file</FormFileUpload></div>
    </div>
  );
}

// Check asks the site for an address and tells where it leads.
function Check({ data }) {
  const [address, setAddress] = useState("");
  const [answer, setAnswer] = useState(null);
  const say = useSay();
  const check = (event) => {
    event.preventDefault();
    say(async () => {
      const url = new URL(address.replace(/^\/+/, ""), data.home);
      if (url.origin !== new URL(data.home).origin) throw new Error("Give an address of this site.");
      const response = await fetch(url, { method: "HEAD", credentials: "omit", cache: "no-store" });
      setAnswer(response.redirected ? `It leads to ${response.url}, which answers ${response.status}.` : `It answers ${response.status}.`);
    });
  };
  return (
    <form className="quoin-form" onSubmit={check}>
      <div className="quoin-row"><TextControl __nextHasNoMarginBottom __next40pxDefaultSize label="Address" value={address} onChange={setAddress} required /><Button variant="primary" type="submit" __next40pxDefaultSize>Check</Button></div>
      <p role="status">{answer}</p>
    </form>
  );
}

const tabs = [["rules", "Redirects"], ["groups", "Groups"], ["404", "Not found"], ["log", "Log"], ["exchange", "Import and export"], ["settings", "Settings"], ["check", "Check"]].map(([name, title]) => ({ name, title }));

function Redirects({ data }) {
  const [wanted, setWanted] = useState({ tab: "rules", from: "" });
  const redirect = useCallback((from) => setWanted({ tab: "rules", from }), []);
  return (
    <TabPanel key={wanted.from} className="quoin-tabpanel" tabs={tabs} initialTabName={wanted.tab}>
      {({ name }) => ({
        rules: <Rules from={wanted.from} />, groups: <Groups />, 404: <Log key="404" name="404" onRedirect={redirect} />, log: <Log key="log" name="log" />,
        exchange: <Exchange />, settings: <Settings />, check: <Check data={data} />,
      })[name]}
    </TabPanel>
  );
}

(window.quoinScreens ??= {}).redirection = Redirects;
