// The redirects of a site: rules, their groups, what visitors asked for in vain, and what
// was redirected.
import apiFetch from "@wordpress/api-fetch";
import { Button, FormFileUpload, SelectControl, TabPanel, TextControl } from "@wordpress/components";
import { useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { pencil, trash } from "@wordpress/icons";
import { Ask } from "@quoin/parts/actions.jsx";
import { Form } from "@quoin/parts/form.jsx";
import { number, onOff, select, text } from "@quoin/parts/options.jsx";
import { Remote, useRemote } from "@quoin/parts/remote.jsx";
import { useSay } from "@quoin/parts/say.js";

const api = "/redirection/v1";
const post = (path, data) => apiFetch({ path: api + path, method: "POST", data });
const codes = [[301, __("301, for good")], [302, __("302, for now")], [307, __("307, for now, as it was asked")], [308, __("308, for good, as it was asked")]].map(([value, label]) => ({ value, label }));
const states = [{ value: "enabled", label: __("On") }, { value: "disabled", label: __("Off") }];
const asking = (orders, searched) => ({ page, perPage, search, sort, filters }) => ({
  page: page - 1, per_page: perPage, ...(sort && orders[sort.field] ? { orderby: orders[sort.field], direction: sort.direction } : {}),
  filterBy: { ...(search ? { [searched]: search } : {}), ...Object.fromEntries((filters ?? []).filter((f) => f.value !== undefined).map((f) => [f.field, f.value])) },
});
const inBulk = (what, to, items) => post(`/bulk/${what}/${to}`, { items: items.map((i) => i.id) });

// useBulk are the actions that one call takes for many items.
function useBulk(what, again, words) {
  const say = useSay();
  return useMemo(() => [
    { id: "enable", label: __("Turn on"), supportsBulk: true, isEligible: (i) => !i.enabled, callback: async (items) => (await say(() => inBulk(what, "enable", items), __("On."))) && again() },
    { id: "disable", label: __("Turn off"), supportsBulk: true, isEligible: (i) => i.enabled, callback: async (items) => (await say(() => inBulk(what, "disable", items), __("Off."))) && again() },
    { id: "delete", label: __("Delete"), icon: trash, isDestructive: true, supportsBulk: true, modalHeader: __("Delete"), RenderModal: ({ items, closeModal }) => <Ask words={words} label={__("Delete")} onCancel={closeModal} onDone={() => { closeModal(); again(); }} work={() => inBulk(what, "delete", items)} /> },
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

// leadsToItself tells whether a rule holds for the address that it leads to, as the server compares them.
function leadsToItself({ url, to, regex }, flags, home) {
  try {
    const site = new URL(home);
    const target = new URL(to, site);
    if (!url || !to || target.host !== site.host) return false;
    if (regex) return new RegExp(url, flags.flag_case ? "i" : "").test(decodeURI(target.pathname + target.search));
    const compared = (address) => {
      const path = decodeURI(flags.flag_trailing ? address.pathname.replace(/\/+$/, "") : address.pathname) + (!flags.flag_query || flags.flag_query === "exact" ? address.search : "");
      return flags.flag_case ? path.toLowerCase() : path;
    };
    return compared(new URL(url, site)) === compared(target);
  } catch {
    return false;
  }
}

// useFlags are how addresses are compared by new rules.
function useFlags() {
  const [flags, setFlags] = useState({});
  useEffect(() => { apiFetch({ path: api + "/setting" }).then(({ settings }) => setFlags(settings)).catch(() => {}); }, []);
  return flags;
}

function Rules({ from, data }) {
  const groups = useGroups();
  const flags = useFlags();
  const warns = useCallback((all) => leadsToItself(all, all.match_data?.source ?? flags, data.home) && __("This redirect leads to itself: nobody is led on by it."), [flags, data]);
  const remote = useRemote({ path: api + "/redirect", start: { titleField: "url", fields: ["to", "action_code", "hits", "last_access", "status"] }, ask: askRules });
  const { again } = remote;
  const bulk = useBulk("redirect", again, __("The rules are deleted for ever."));
  const form = useMemo(() => [
    text("url", __("From"), __("An address of this site, such as /old/.")), { ...onOff("regex", __("It is a regular expression")) }, text("to", __("To")),
    select("action_code", __("Code"), codes, "integer"), select("group_id", __("Group"), groups, "integer"), text("title", __("Note")),
  ], [groups]);
  const fields = useMemo(() => [
    { id: "url", label: __("From"), enableHiding: false }, { id: "to", label: __("To"), enableSorting: false, getValue: ({ item }) => item.action_data?.url ?? "" },
    { id: "action_code", label: __("Code"), enableSorting: false, filterBy: false }, { id: "hits", label: __("Hits"), type: "integer", filterBy: false },
    { id: "last_access", label: __("Last"), filterBy: false }, { id: "group", label: __("Group"), elements: groups, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => item.group_id },
    { id: "status", label: __("State"), elements: states, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => (item.enabled ? "enabled" : "disabled") },
  ], [groups]);
  const actions = useMemo(() => [{
    id: "edit", label: __("Edit"), icon: pencil, isPrimary: true, modalHeader: __("Edit a redirect"),
    RenderModal: ({ items: [item], closeModal }) => (
      <Form record={{ ...item, to: item.action_data?.url }} fields={form} warns={warns} onCancel={closeModal} onDone={() => { closeModal(); again(); }} save={(_, all) => post("/redirect/" + item.id, { ...item, ...toRule(all) })} />
    ),
  }, ...bulk], [form, bulk, again, warns]);
  return (
    <>
      <section aria-label={__("Add a redirect")} className="quoin-form">
        <h2>{__("Add a redirect")}</h2>
        {groups.length > 0 && <Form key={remote.found?.total + from} record={{ url: from, to: "", action_code: 301, group_id: groups[0].value, regex: false, title: "" }} fields={form} warns={warns} label={__("Add")} done={__("The redirect is there.")} onDone={again} save={(_, all) => post("/redirect", toRule(all))} />}
      </section>
      <Remote remote={remote} fields={fields} actions={actions} />
    </>
  );
}

const askGroups = asking({ name: "name" }, "name");
const named = [text("name", __("Name"))];

function Groups() {
  const remote = useRemote({ path: api + "/group", start: { titleField: "name", fields: ["redirects", "status"] }, ask: askGroups });
  const { again } = remote;
  const bulk = useBulk("group", again, __("The rules of the groups are deleted too."));
  const fields = useMemo(() => [
    { id: "name", label: __("Name"), enableHiding: false }, { id: "redirects", label: __("Redirects"), enableSorting: false, filterBy: false },
    { id: "status", label: __("State"), elements: states, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => (item.enabled ? "enabled" : "disabled") },
  ], []);
  return (
    <>
      <section aria-label={__("Add a group")} className="quoin-form"><Form key={remote.found?.total} record={{ name: "" }} fields={named} label={__("Add group")} done={__("The group is there.")} onDone={again} save={({ name }) => post("/group", { name, moduleId: 1 })} /></section>
      <Remote remote={remote} fields={fields} actions={bulk} />
    </>
  );
}

const askLog = asking({ url: "url", ip: "ip" }, "url");

function Log({ name, onRedirect }) {
  const remote = useRemote({ path: `${api}/${name}`, start: { titleField: "url", fields: ["created", "ip", "referrer", "agent"] }, ask: askLog });
  const { again } = remote;
  const fields = useMemo(() => [
    { id: "url", label: __("Address"), enableHiding: false }, { id: "created", label: __("When"), enableSorting: false, filterBy: false, getValue: ({ item }) => [item.created, item.created_time].filter(Boolean).join(" ") },
    { id: "ip", label: __("From"), filterBy: false }, { id: "referrer", label: __("Led there by"), enableSorting: false, filterBy: false }, { id: "agent", label: __("Browser"), enableSorting: false, filterBy: false },
    ...(name === "log" ? [{ id: "sent_to", label: __("Sent to"), enableSorting: false, filterBy: false }] : []),
  ], [name]);
  const actions = useMemo(() => [
    ...(onRedirect ? [{ id: "redirect", label: __("Add redirect"), isPrimary: true, callback: ([item]) => onRedirect(item.url) }] : []),
    { id: "delete", label: __("Delete"), icon: trash, isDestructive: true, supportsBulk: true, modalHeader: __("Delete"), RenderModal: ({ items, closeModal }) => <Ask words={__("The lines are deleted for ever.")} label={__("Delete")} onCancel={closeModal} onDone={() => { closeModal(); again(); }} work={() => inBulk(name, "delete", items)} /> },
  ], [name, onRedirect, again]);
  return <Remote remote={remote} fields={fields} actions={actions} />;
}

const days = [{ value: -1, label: __("Nothing") }, { value: 1, label: __("A day") }, { value: 7, label: __("A week") }, { value: 30, label: __("A month") }, { value: 60, label: __("Two months") }, { value: 0, label: __("For ever") }];
const settingsForm = [
  select("expire_redirect", __("Keep of redirects"), days, "integer"), select("expire_404", __("Keep of addresses that aren't there"), days, "integer"),
  onOff("track_hits", __("Count hits of rules")), onOff("log_external", __("Log redirects of others")),
  select("ip_logging", __("Addresses of visitors"), [{ value: 0, label: __("Aren't kept") }, { value: 1, label: __("Are kept") }, { value: 2, label: __("Are kept without their last part") }], "integer"),
  select("flag_query", __("Query of an address"), [{ value: "exact", label: __("Must be that of the rule") }, { value: "ignore", label: __("Is ignored") }, { value: "pass", label: __("Is ignored, and passed on") }]),
  onOff("flag_case", __("New rules ignore case")), onOff("flag_trailing", __("New rules ignore slashes at the end")), onOff("https", __("Lead from http to https")),
  number("redirect_cache", __("Hours for which browsers keep redirects")),
];

function Settings() {
  const [record, setRecord] = useState(null);
  const say = useSay();
  useEffect(() => { say(async () => setRecord((await apiFetch({ path: api + "/setting" })).settings)); }, [say]);
  return record && <Form record={record} fields={settingsForm} label={__("Save Changes")} done={__("Settings saved.")} save={async (changes) => setRecord((await post("/setting", changes)).settings)} />;
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
    if (!imported) throw new Error(__("Nothing in the file is a redirect."));
  }, __("The redirects are there."));
  return (
    <div className="quoin-form">
      <h2>{__("Export")}</h2>
      <div className="quoin-row"><SelectControl __nextHasNoMarginBottom __next40pxDefaultSize label={__("Form")} value={format} options={formats} onChange={setFormat} /><Button variant="secondary" __next40pxDefaultSize onClick={give}>{__("Download")}</Button></div>
      <h2>{__("Import")}</h2>
      <div className="quoin-row"><SelectControl __nextHasNoMarginBottom __next40pxDefaultSize label={__("Into the group")} value={group} options={groups} onChange={setGroup} /><FormFileUpload __next40pxDefaultSize variant="secondary" accept=".csv,.json,.htaccess,.conf" onChange={take}>{__("Choose a file")}</FormFileUpload></div>
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
      if (url.origin !== new URL(data.home).origin) throw new Error(__("Give an address of this site."));
      const response = await fetch(url, { method: "HEAD", credentials: "omit", cache: "no-store" });
      setAnswer(response.redirected ? sprintf(__("It leads to %1$s, which answers %2$s."), response.url, response.status) : sprintf(__("It answers %s."), response.status));
    });
  };
  return (
    <form className="quoin-form" onSubmit={check}>
      <div className="quoin-row"><TextControl __nextHasNoMarginBottom __next40pxDefaultSize label={__("Address")} value={address} onChange={setAddress} required /><Button variant="primary" type="submit" __next40pxDefaultSize>{__("Check")}</Button></div>
      <p role="status">{answer}</p>
    </form>
  );
}

const tabs = [["rules", __("Redirects")], ["groups", __("Groups")], ["404", __("Not found")], ["log", __("Log")], ["exchange", __("Import and export")], ["settings", __("Settings")], ["check", __("Check")]].map(([name, title]) => ({ name, title }));

function Redirects({ data }) {
  const [wanted, setWanted] = useState({ tab: "rules", from: "" });
  const redirect = useCallback((from) => setWanted({ tab: "rules", from }), []);
  return (
    <TabPanel key={wanted.from} className="quoin-tabpanel" tabs={tabs} initialTabName={wanted.tab}>
      {({ name }) => ({
        rules: <Rules from={wanted.from} data={data} />, groups: <Groups />, 404: <Log key="404" name="404" onRedirect={redirect} />, log: <Log key="log" name="log" />,
        exchange: <Exchange />, settings: <Settings />, check: <Check data={data} />,
      })[name]}
    </TabPanel>
  );
}

(window.quoinScreens ??= {}).redirection = Redirects;
