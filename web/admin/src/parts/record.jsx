// The record of log-ins, and of changes of rights and settings.
import { SelectControl, Spinner, TextControl } from "@wordpress/components";
import { useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { askPage } from "./forms.js";
import { useSay } from "./say.js";
import { when } from "./texts.jsx";

// Record shows the newest lines; "action" is the kind that is shown alone.
export function Record({ data, action }) {
  const [asked, setAsked] = useState({ action: action ?? "", about: "" });
  const [found, setFound] = useState(null);
  const say = useSay();
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => say(async () => {
      const answer = await askPage(addQueryArgs(data.base + "tools.php", { page: "record", data: 1, ...asked }));
      if (wanted) setFound(answer);
    }), found ? 300 : 0);
    return () => { wanted = false; clearTimeout(timer); };
  }, [asked, data, say]);
  if (!found) return <Spinner />;
  const kinds = [{ value: "", label: __("Everything") }, ...found.actions];
  return (
    <div className="quoin-lead">
      <div className="quoin-row">
        {!action && <SelectControl label={__("What")} value={asked.action} options={kinds} onChange={(v) => setAsked({ ...asked, action: v })} __nextHasNoMarginBottom __next40pxDefaultSize />}
        <TextControl label={__("Of whom or what")} value={asked.about} onChange={(about) => setAsked({ ...asked, about })} __nextHasNoMarginBottom __next40pxDefaultSize />
      </div>
      <div className="quoin-scroll" role="region" aria-label={__("The record")} tabIndex={0}>
        <table className="quoin-table">
          <thead><tr><th scope="col">{__("When")}</th><th scope="col">{__("Who")}</th><th scope="col">{__("From")}</th><th scope="col">{__("What")}</th><th scope="col">{__("Of")}</th><th scope="col">{__("Detail")}</th></tr></thead>
          <tbody>{found.lines.map((l) => <tr key={l.id}><td>{when(l.at.replace(" ", "T") + "Z")}</td><td>{l.login}</td><td>{l.ip}</td><td>{l.action}</td><td>{l.subject}</td><td>{l.detail}</td></tr>)}</tbody>
        </table>
      </div>
      {found.lines.length === 0 && <p>{__("There is nothing.")}</p>}
    </div>
  );
}
