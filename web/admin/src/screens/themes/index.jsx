// The themes that the site has, and which of them it is shown with.
import { createInterpolateElement, useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { List } from "../../parts/list.jsx";
import { plain, words } from "../../parts/texts.jsx";

const start = { type: "grid", titleField: "name", mediaField: "screenshot", descriptionField: "description", fields: ["status", "version", "author"] };
const layouts = { grid: {}, table: {}, list: {} };

function Themes({ data }) {
  const fields = useMemo(() => [
    { id: "name", label: __("Name"), getValue: ({ item }) => plain(item.name), enableSorting: false },
    { id: "screenshot", label: __("Preview"), type: "media", enableSorting: false, render: ({ item }) => (item.screenshot ? <img src={item.screenshot} alt="" loading="lazy" /> : <span className="quoin-file">{plain(item.name)}</span>) },
    { id: "description", label: __("Description"), enableSorting: false, getValue: ({ item }) => words(item.description?.rendered ?? item.description?.raw) },
    { id: "status", label: __("Status"), enableSorting: false, elements: [{ value: "active", label: __("In use") }, { value: "inactive", label: __("Not in use") }], filterBy: { operators: ["is"] } },
    { id: "version", label: __("Version"), enableSorting: false },
    { id: "author", label: __("Author"), enableSorting: false, getValue: ({ item }) => plain(item.author) },
  ], []);
  const links = useMemo(() => Object.fromEntries(data.themes.map((t) => [t.id, t.use])), [data]);
  const actions = useMemo(() => [{ id: "use", label: __("Use this theme"), isPrimary: true, isEligible: (item) => !!links[item.stylesheet], callback: ([item]) => { window.location = links[item.stylesheet]; } }, { id: "design", label: __("Change its design"), isEligible: (item) => item.status === "active", callback: () => { window.location = data.base + "site-editor.php"; } }], [data, links]);
  return (
    <>
      <p className="quoin-lead">{createInterpolateElement(__("Others are brought in with <code>quoin theme install FILE</code>."), { code: <code /> })}</p>
      <List kind="root" name="theme" start={start} fields={fields} actions={actions} layouts={layouts} search={false} />
    </>
  );
}

(window.quoinScreens ??= {}).themes = Themes;
