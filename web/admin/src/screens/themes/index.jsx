// The themes that the site has. Which of them is shown is said by a program's command, as
// a theme is code of the site's owner.
import { useMemo } from "@wordpress/element";
import { List } from "../../parts/list.jsx";
import { plain, words } from "../../parts/texts.jsx";

const start = { type: "grid", titleField: "name", mediaField: "screenshot", descriptionField: "description", fields: ["status", "version", "author"] };
const layouts = { grid: {}, table: {}, list: {} };

function Themes({ data }) {
  const fields = useMemo(() => [
    { id: "name", label: "Name", getValue: ({ item }) => plain(item.name), enableSorting: false },
    { id: "screenshot", label: "Preview", type: "media", enableSorting: false, render: ({ item }) => (item.screenshot ? <img src={item.screenshot} alt="" loading="lazy" /> : <span className="quoin-file">{plain(item.name)}</span>) },
    { id: "description", label: "Description", enableSorting: false, getValue: ({ item }) => words(item.description?.rendered ?? item.description?.raw) },
    { id: "status", label: "Status", enableSorting: false, elements: [{ value: "active", label: "In use" }, { value: "inactive", label: "Not in use" }], filterBy: { operators: ["is"] } },
    { id: "version", label: "Version", enableSorting: false },
    { id: "author", label: "Author", enableSorting: false, getValue: ({ item }) => plain(item.author) },
  ], []);
  const actions = useMemo(() => [{ id: "design", label: "Change its design", isEligible: (item) => item.status === "active", callback: () => { window.location = data.base + "site-editor.php"; } }], [data]);
  return (
    <>
      <p className="quoin-lead">Another theme is chosen with <code>quoin theme use NAME</code>.</p>
      <List kind="root" name="theme" start={start} fields={fields} actions={actions} layouts={layouts} search={false} />
    </>
  );
}

(window.quoinScreens ??= {}).themes = Themes;
