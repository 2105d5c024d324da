// Export files: of this site, and of others that come in.
import { Button, FormFileUpload, Notice, ProgressBar } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { dateI18n } from "@wordpress/date";
import { createInterpolateElement, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";

// Available are the tools that the person may use.
function Available({ data }) {
  const { items = [] } = data.navigation.find((head) => head.id === "menu-tools") ?? {};
  const others = items.filter((item) => !item.here);
  return (
    <div className="quoin-lead">
      {others.length > 0 ? <ul>{others.map((item) => <li key={item.href}><a href={item.href}>{item.title}</a></li>)}</ul> : <p>{__("Tools of this site are used by those who manage it.")}</p>}
    </div>
  );
}

const some = { per_page: 100, context: "view", _fields: "id,name" };
const statuses = [["publish", __("Published")], ["future", __("Scheduled")], ["draft", __("Draft")], ["pending", __("Pending")], ["private", __("Private")]];

// Part is what of a type is exported: all, or what some choices leave of it.
function Part({ type: { name, months } }) {
  const { records: categories } = useEntityRecords("taxonomy", "category", some, { enabled: name === "post" });
  const { records: authors } = useEntityRecords("root", "user", { ...some, who: "authors" }, { enabled: name !== "attachment" });
  const choose = (field, label, options, all) => (
    <label htmlFor={field.id}>{label} <select id={field.id} name={field.name} className="quoin-select">
      <option value="0">{all}</option>
      {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
    </select></label>
  );
  const listed = months.map((m) => [m, dateI18n("F Y", m + "-01T00:00:00")]);
  const of = (records) => (records ?? []).map((r) => [r.id, plain(r.name)]);
  return (
    <div id={name + "-filters"} className="export-filters quoin-choices">
      {name === "post" && choose({ id: "cat", name: "cat" }, __("Categories:"), of(categories), __("All"))}
      {name !== "attachment" && choose({ id: name + "-author", name: name + "_author" }, __("Authors:"), of(authors), __("All"))}
      {choose({ id: name + "-start-date", name: name + "_start_date" }, __("Start date:"), listed, __("— Select —"))}
      {choose({ id: name + "-end-date", name: name + "_end_date" }, __("End date:"), listed, __("— Select —"))}
      {name !== "attachment" && choose({ id: name + "-status", name: name + "_status" }, __("Status:"), statuses, __("All"))}
    </div>
  );
}

function Export({ data }) {
  const [chosen, setChosen] = useState("all");
  const type = data.types.find((t) => t.id === chosen);
  return (
    <form className="quoin-form" id="export-filters" method="get" action={data.base + "export.php"}>
      <input type="hidden" name="download" value="true" />
      <p>{__("The file has authors, terms, entries of all types with their fields and comments, menus, and where the files of the media library are. Quoin and the reference bring it in. Passwords, settings and what extensions keep aren't in it; a backup has those too.")}</p>
      <fieldset className="components-radio-control quoin-choices">
        <legend>{__("Choose what to export")}</legend>
        {[{ id: "all", title: __("All content") }, ...data.types].map(({ id, title }) => (
          <label key={id}><input type="radio" name="content" value={id} checked={id === chosen} onChange={() => setChosen(id)} className="components-radio-control__input" /> {title}</label>
        ))}
      </fieldset>
      {type?.months && <Part key={type.id} type={type} />}
      <div className="quoin-form__buttons"><Button id="submit" type="submit" variant="primary" __next40pxDefaultSize>{__("Download Export File")}</Button></div>
    </form>
  );
}

// linesOf reads what the server says line by line, as it comes.
async function linesOf(response, each) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines) if (line) each(JSON.parse(line));
    if (done) return;
  }
}

function Import({ data }) {
  const [step, setStep] = useState(null);
  const [said, setSaid] = useState(null);
  const say = useSay();
  const take = async (event) => {
    const body = new FormData();
    body.append("_wpnonce", data.importNonce);
    body.append("file", event.target.files[0]);
    setSaid(null);
    setStep({ part: "uploading", done: 0, total: 0 });
    await say(async () => {
      const response = await fetch(data.base + "import.php", { method: "POST", body, credentials: "same-origin" });
      if (!response.ok) throw new Error((await response.json().catch(() => ({}))).message);
      let failed = __("It broke off. Run it again for the rest.");
      await linesOf(response, (line) => {
        if (line.part) setStep(line);
        if (line.said) setSaid(line.said);
        failed = line.message ?? (line.said ? "" : failed);
      });
      if (failed) throw new Error(failed);
    }, __("The file is in."));
    setStep(null);
  };
  return (
    <div className="quoin-form">
      <p>{createInterpolateElement(__("An export file (WXR) of this or another site. What is there already is skipped, so that a file may be brought in again. Files of the media library come with <code>quoin import wxr --uploads</code>, and whole sites with <code>quoin import database</code>."), { code: <code /> })}</p>
      <table className="quoin-table importers widefat"><tbody>
        <tr className="importer-item">
          <th scope="row" className="import-system"><span className="importer-title">WordPress</span></th>
          <td className="desc"><span className="importer-desc">{__("Posts, pages, comments, fields, terms and menus from an export file.")}</span></td>
          <td className="importer-action"><FormFileUpload variant="primary" accept=".xml" disabled={!!step} __next40pxDefaultSize onChange={take}>{__("Choose an export file")}</FormFileUpload></td>
        </tr>
      </tbody></table>
      {step && <><ProgressBar aria-label={step.part} value={step.total ? (100 * step.done) / step.total : undefined} /><p role="status">{step.part}</p></>}
      {said && <Notice status="info" isDismissible={false}><ul>{said.map((line, i) => <li key={i}>{line}</li>)}</ul></Notice>}
    </div>
  );
}

(window.quoinScreens ??= {}).tools = ({ data }) => {
  const Screen = { "tools.php": Available, "export.php": Export }[data.path] ?? Import;
  return <Screen data={data} />;
};
