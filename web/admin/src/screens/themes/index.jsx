// The themes that the site has, and which of them it is shown with.
import { Button } from "@wordpress/components";
import { useDispatch } from "@wordpress/data";
import { useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";
import { List } from "../../parts/list.jsx";
import { saying } from "../../parts/rows.jsx";
import { plain, words } from "../../parts/texts.jsx";
import { Details, Look } from "./details.jsx";
import { Come, Upload } from "./install.jsx";

const address = new URLSearchParams(window.location.search);

const start = { type: "grid", titleField: "name", mediaField: "screenshot", descriptionField: "description", fields: ["look", "status", "version", "author"] };
const layouts = { grid: {}, table: {}, list: {} };

const matches = (item, text) => [item.name, item.description, item.author].some((field) => words(field?.raw ?? field?.rendered ?? field).toLowerCase().includes(text));

function Themes({ data }) {
  const [all, setAll] = useState([]);
  // The address names the theme whose details are shown, for links and reloads.
  const [shown, setShown] = useState(address.get("theme"));
  const show = useCallback((theme) => {
    const here = new URL(window.location);
    if (theme) here.searchParams.set("theme", theme);
    else here.searchParams.delete("theme");
    window.history.replaceState(null, "", here);
    setShown(theme);
  }, []);
  const fields = useMemo(() => [
    { id: "name", label: __("Name"), getValue: ({ item }) => plain(item.name), enableSorting: false, render: ({ item }) => <span className="theme-name" id={item.stylesheet + "-name"}>{item.status === "active" && <><span>{__("Active:")}</span> </>}{plain(item.name)}</span> },
    { id: "screenshot", label: __("Preview"), type: "media", enableSorting: false, render: ({ item }) => (item.screenshot ? <img src={item.screenshot} alt="" loading="lazy" /> : <span className="quoin-file">{plain(item.name)}</span>) },
    { id: "description", label: __("Description"), enableSorting: false, getValue: ({ item }) => words(item.description?.rendered ?? item.description?.raw) },
    { id: "look", label: __("Design"), enableSorting: false, enableHiding: false, filterBy: false, render: ({ item }) => <span className="quoin-row"><Look item={item} data={data} /><Button className="more-details" variant="link" onClick={() => show(item.stylesheet)} aria-label={sprintf(__("Theme Details of %s"), plain(item.name))}>{__("Theme Details")}</Button></span> },
    { id: "status", label: __("Status"), enableSorting: false, elements: [{ value: "active", label: __("Active") }, { value: "inactive", label: __("Inactive") }], filterBy: { operators: ["is"] } },
    { id: "version", label: __("Version"), enableSorting: false },
    { id: "author", label: __("Author"), enableSorting: false, getValue: ({ item }) => plain(item.author) },
  ], [data, show]);
  const { createSuccessNotice } = useDispatch(notices);
  useEffect(() => {
    if (address.has("activated")) createSuccessNotice(__("New theme activated."), { id: "message", speak: false });
    if (address.has("deleted")) createSuccessNotice(__("Theme deleted."), { id: "message", speak: false });
  }, [createSuccessNotice]);
  const details = useMemo(() => ({ id: "details", label: __("Theme Details"), callback: ([item]) => show(item.stylesheet) }), [show]);
  const links = useMemo(() => Object.fromEntries(data.themes.map((t) => [t.id, t])), [data]);
  const actions = useMemo(() => [details, { id: "use", label: __("Activate"), says: saying(__("Activate %s"), (item) => plain(item.name)), href: (item) => links[item.stylesheet]?.use, isEligible: (item) => !!links[item.stylesheet]?.use, callback: ([item]) => { window.location = links[item.stylesheet].use; } }, { id: "delete", label: __("Delete"), isDestructive: true, isEligible: (item) => !!links[item.stylesheet]?.delete, callback: ([item]) => { if (window.confirm(__("This can't be undone."))) window.location = links[item.stylesheet].delete; } }, { id: "design", label: __("Change its design"), isEligible: (item) => item.status === "active", callback: () => { window.location = data.base + "site-editor.php"; } }], [data, links, details]);
  return (
    <>
      {data.fixed && <p className="quoin-lead">{data.fixed}</p>}
      <List kind="root" name="theme" start={start} onOpen={details} onFound={setAll} fields={fields} actions={actions} layouts={layouts} matches={matches} searchLabel={__("Search installed themes")} searchId="wp-filter-search-input" none={__("No themes found.")} />
      {shown && <Details all={all} stylesheet={shown} links={links[shown]} data={data} onShow={show} />}
    </>
  );
}

(window.quoinScreens ??= {}).themes = ({ data }) => {
  const Screen = { "theme-install.php": Upload, "update.php": Come }[data.path] ?? Themes;
  return <Screen data={data} />;
};
