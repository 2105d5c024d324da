// What is wrong with the site, and what it is and runs on. Ids and classes are those of the field's page.
import { Button, Fill, Spinner } from "@wordpress/components";
import { useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { useFindings } from "../../parts/health.jsx";
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

// Fold is one part of an accordion.
function Fold({ id, title, badge, heading: Heading = "h3", children }) {
  const [open, setOpen] = useState(false);
  const panel = "health-check-accordion-block-" + id;
  return (
    <>
      <Heading className="health-check-accordion-heading">
        <button type="button" id={"health-check-section-" + id} className="health-check-accordion-trigger" aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
          <span className="title">{title}</span>{badge && <> <span className="badge">{badge}</span></>}
        </button>
      </Heading>
      <div id={panel} className="health-check-accordion-panel" hidden={!open}>{children}</div>
    </>
  );
}

// What is told of each kind of findings.
const kinds = [
  ["critical", ["error"], (n) => sprintf(_n("%d critical issue", "%d critical issues", n), n)],
  ["recommended", ["warning"], (n) => sprintf(_n("%d recommended improvement", "%d recommended improvements", n), n)],
  ["good", ["ok", "note", "info"], (n) => sprintf(_n("%d item with no issues detected", "%d items with no issues detected", n), n)],
];

// Status is what was found, the worst first. What is well is shown to who asks.
function Status({ data }) {
  const found = useFindings(data);
  const [passed, setPassed] = useState(false);
  const of = (levels) => (found ?? []).filter((f) => levels.includes(f.level));
  const [bad, good] = [kinds.slice(0, 2), kinds[2]];
  const draw = ([id, levels, words], hidden) => (
    <div key={id} id={"health-check-issues-" + id} className={"site-health-issues-wrapper issues-" + id} hidden={hidden}>
      <h3 className="site-health-issue-count-title">{words(of(levels).length)}</h3>
      <div id={"health-check-site-status-" + id} className="health-check-accordion issues">
        {of(levels).map((f, i) => (
          <Fold key={i} id={id + "-" + i} title={f.text} badge={f.check} heading="h4">
            {f.examples?.length > 0 && <ul>{f.examples.map((e) => <li key={e}>{e}</li>)}</ul>}
            <p>{f.advice || __("Nothing has to be done.")}</p>
          </Fold>
        ))}
      </div>
    </div>
  );
  return (
    <div className="health-check-body health-check-status-tab">
      <h2>{__("Site Health Status")}</h2>
      {found ? (
        <>
          {bad.every(([, levels]) => of(levels).length === 0) && <p className="site-status-all-clear">{__("All is well.")}</p>}
          {bad.filter(([, levels]) => of(levels).length > 0).map((kind) => draw(kind))}
          <p className="site-health-view-more"><button type="button" className="button site-health-view-passed" aria-expanded={passed} aria-controls="health-check-issues-good" onClick={() => setPassed(!passed)}>{__("Passed tests")}</button></p>
          {draw(good, !passed)}
        </>
      ) : <p><Spinner /> {__("The site is looked at.")}</p>}
    </div>
  );
}

function Part({ part }) {
  const title = parts[part.id] ?? part.id;
  return (
    <Fold id={part.id} title={part.counted ? `${title} (${part.list.length})` : title}>
      <table className="quoin-table health-check-table"><tbody>
        {part.list.map((fact, i) => <tr key={i}><th scope="row">{nameOf(part, fact)}</th><td>{(!part.counted && shown[fact.name]?.(fact.value)) || fact.value}</td></tr>)}
      </tbody></table>
    </Fold>
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
      <Fill name="quoin/header"><nav className="health-check-tabs-wrapper" aria-label={__("Secondary menu")}>
        {tabs.map(([tab, label, here]) => <a key={tab} className={here ? "health-check-tab active" : "health-check-tab"} aria-current={here ? "page" : undefined} href={data.base + "site-health.php?tab=" + tab}>{label}</a>)}
      </nav></Fill>
      {data.facts ? <Info facts={data.facts} /> : <Status data={data} />}
    </div>
  );
}

(window.quoinScreens ??= {}).health = Screen;
