// What is wrong with the site, and what it is and runs on. Ids and classes are those of the field's page.
import { Button } from "@wordpress/components";
import { useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { Health } from "../../parts/health.jsx";
import { useSay } from "../../parts/say.js";
import { bytes, when } from "../../parts/texts.jsx";

const parts = {
  "wp-core": __("Site"), "wp-active-theme": __("Active Theme"), "wp-plugins-active": __("Active Plugins"), "wp-plugins-inactive": __("Inactive Plugins"),
  "wp-media": __("Media Handling"), "wp-server": __("Server"), "wp-database": __("Database"),
};
const names = {
  version: __("Version"), title: __("Site Title"), address: __("Site Address (URL)"), language: __("Site Language"), timezone: __("Timezone"), permalinks: __("Permalink structure"),
  public: __("Search engines are welcome"), registration: __("Anyone can register"), comments: __("Comments on new posts"), name: __("Name"), author: __("Author"), folder: __("Folder"),
  files: __("Files are kept"), largest: __("Maximum size of an upload"), system: __("Operating system"), go: __("Version of Go"), processors: __("Processors"), now: __("Time of the server"),
  program: __("Program"), size: __("Size"),
};
const words = { yes: __("Yes"), no: __("No"), open: __("Open"), closed: __("Closed"), disk: __("On the disk of the server"), s3: __("In storage for objects (S3)") };
const shown = { largest: (value) => bytes(Number(value)), size: (value) => bytes(Number(value)), now: when, public: word, registration: word, comments: word, files: word };

function word(value) {
  return words[value] ?? value;
}

const nameOf = (part, fact) => (part.counted ? fact.name : names[fact.name] ?? fact.name);
const textOf = (facts) => facts.map((part) => ["### " + (parts[part.id] ?? part.id), "", ...part.list.map((fact) => nameOf(part, fact) + ": " + fact.value)].join("\n")).join("\n\n");

function Part({ part }) {
  const [open, setOpen] = useState(false);
  const panel = "health-check-accordion-block-" + part.id;
  const title = parts[part.id] ?? part.id;
  return (
    <>
      <h3 className="health-check-accordion-heading">
        <button type="button" id={"health-check-section-" + part.id} className="health-check-accordion-trigger" aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
          <span className="title">{part.counted ? `${title} (${part.list.length})` : title}</span>
        </button>
      </h3>
      <div id={panel} className="health-check-accordion-panel" hidden={!open}>
        <table className="quoin-table health-check-table"><tbody>
          {part.list.map((fact, i) => <tr key={i}><th scope="row">{nameOf(part, fact)}</th><td>{(!part.counted && shown[fact.name]?.(fact.value)) || fact.value}</td></tr>)}
        </tbody></table>
      </div>
    </>
  );
}

function Info({ facts }) {
  const say = useSay();
  const filled = facts.filter((part) => part.list?.length);
  const copy = () => say(() => navigator.clipboard.writeText(textOf(filled)), __("Copied."));
  return (
    <div className="health-check-body health-check-debug-tab">
      <h2>{__("Site Health Info")}</h2>
      <p>{__("What the site is and what it runs on, for those who are asked to help with it. There are no passwords in it.")}</p>
      <div className="site-health-copy-buttons"><Button className="copy-button" variant="secondary" onClick={copy} __next40pxDefaultSize>{__("Copy site info to clipboard")}</Button></div>
      <div id="health-check-debug" className="health-check-accordion">{filled.map((part) => <Part key={part.id} part={part} />)}</div>
    </div>
  );
}

function Screen({ data }) {
  const tabs = [["", __("Status"), !data.facts], ["debug", __("Info"), data.facts]];
  return (
    <div className="quoin-lead">
      <nav className="health-check-tabs-wrapper" aria-label={__("Secondary menu")}>
        {tabs.map(([tab, label, here]) => <a key={tab} className={here ? "health-check-tab active" : "health-check-tab"} aria-current={here ? "page" : undefined} href={data.base + "site-health.php?tab=" + tab}>{label}</a>)}
      </nav>
      {data.facts ? <Info facts={data.facts} /> : <div className="health-check-body health-check-status-tab"><h2>{__("Site Health Status")}</h2><Health data={data} /></div>}
    </div>
  );
}

(window.quoinScreens ??= {}).health = Screen;
