// The extensions: on or off.
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { List } from "../../parts/list.jsx";
import { saying } from "../../parts/rows.jsx";
import { useSay } from "../../parts/say.js";
import { plain, words } from "../../parts/texts.jsx";

const start = { titleField: "name", fields: ["description", "status", "version"] };
// A link to the page may ask for those of one state.
const status = { active: "active", inactive: "inactive" }[new URLSearchParams(window.location.search).get("plugin_status")];
const linked = status ? { filters: [{ field: "status", operator: "is", value: status }] } : null;
// Counts ask for what records of extensions are known by.
const named = { _fields: "plugin" };
const classesOf = (item) => [item.status];
const statuses = [{ value: "active", label: __("Active") }, { value: "inactive", label: __("Inactive") }];

function Plugins({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const fields = useMemo(() => [
    { id: "name", label: __("Plugin"), enableSorting: false, enableHiding: false, getValue: ({ item }) => plain(item.name) },
    { id: "description", label: __("Description"), enableSorting: false, render: ({ item }) => <span className="quoin-words">{words(item.description?.raw ?? item.description?.rendered)}</span> },
    { id: "status", label: __("Status"), enableSorting: false, elements: statuses, filterBy: { operators: ["is"] } },
    { id: "version", label: __("Version"), enableSorting: false },
  ], []);
  const actions = useMemo(() => [["activate", "active", "inactive", __("Activate"), __("Plugin activated."), __("Activate %s")], ["deactivate", "inactive", "active", __("Deactivate"), __("Plugin deactivated."), __("Deactivate %s")]].map(([id, to, from, label, done, words]) => ({
    id, value: id + "-selected", label, supportsBulk: true, always: true, says: saying(words, (item) => plain(item.name)), isEligible: (item) => item.status === from,
    callback: (items) => say(() => Promise.all(items.map((item) => saveEntityRecord("root", "plugin", { plugin: item.plugin, status: to }, { throwOnError: true }))), done),
  })), [saveEntityRecord, say]);
  const at = data.base + "plugins.php?plugin_status=";
  const views = [
    { id: "all", label: __("All"), href: at + "all", ask: named, always: true, here: !status },
    ...statuses.map(({ value, label }) => ({ id: value, label, href: at + value, ask: { ...named, status: value }, here: status === value })),
  ];
  return <List kind="root" name="plugin" linked={linked} views={views} classesOf={classesOf} searchLabel={__("Search Installed Plugins")} searchId="plugin-search-input" none={__("No plugins found.")} start={start} fields={fields} actions={actions} />;
}

(window.quoinScreens ??= {}).plugins = Plugins;
