// The overview: how well texts do, what would do the site good, and the first
// configuration, step by step.
import { Button, Card, CardBody, CardHeader, ProgressBar, Spinner } from "@wordpress/components";
import { useCallback, useEffect, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { useSay } from "@quoin/parts/say.js";
import { words } from "@quoin/parts/texts.jsx";
import { done, get, post } from "./api.js";
import { Profiles, Representation, useSettings } from "./settings.jsx";

const wizardHash = "#/first-time-configuration";

function useHash() {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const heard = () => setHash(window.location.hash);
    window.addEventListener("hashchange", heard);
    return () => window.removeEventListener("hashchange", heard);
  }, []);
  return hash;
}

export function Dashboard() {
  return useHash() === wizardHash ? <Wizard /> : <Overview />;
}

function Overview() {
  return (
    <div className="quoin-panels">
      <Scores title={__("SEO scores")} path="/seo_scores?contentType=post" />
      <Scores title={__("Readability scores")} path="/readability_scores?contentType=post" />
      <Tasks />
    </div>
  );
}

const names = { ok: __("OK"), good: __("Good"), bad: __("Needs improvement"), notAnalyzed: __("Not analysed") };

const priorities = { low: __("low priority"), medium: __("medium priority"), high: __("high priority") };

function Scores({ title, path }) {
  const [scores, setScores] = useState(null);
  const say = useSay();
  useEffect(() => { say(async () => setScores((await get(path)).scores)); }, [path, say]);
  const all = (scores ?? []).reduce((sum, one) => sum + one.amount, 0);
  return (
    <Card>
      <CardHeader><h2>{title}</h2></CardHeader>
      <CardBody>
        {!scores && <Spinner />}
        <ul>
          {(scores ?? []).map((one) => (
            <li key={one.name} className="quoin-bars__row">
              <span>{names[one.name] ?? one.name}</span>
              <span className={"quoin-bars__bar is-" + one.name} style={{ inlineSize: all ? `${(100 * one.amount) / all}%` : 0 }} aria-hidden="true" />
              <b>{one.amount}</b>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Tasks() {
  const [tasks, setTasks] = useState(null);
  const say = useSay();
  const read = useCallback(() => say(async () => {
    const { tasks: all } = await get("/get_tasks").catch((error) => {
      if (error.code !== "rest_no_route") throw error;
      return { tasks: {} }; // a preset of the extension without them
    });
    setTasks(Object.values(all));
  }), [say]);
  useEffect(() => { read(); }, [read]);
  const act = async (task) => (await say(() => done(post("/complete_task", { options: { task: task.id } })), __("Done."))) && read();
  const open = (tasks ?? []).filter((t) => !t.parentTaskId);
  const left = open.filter((t) => !t.isCompleted).length;
  return (
    <Card className="quoin-wide">
      <CardHeader><h2>{__("Tasks")}</h2></CardHeader>
      <CardBody>
        {!tasks ? <Spinner /> : <p role="status">{left === 0 ? __("All is done.") : sprintf(__("%1$d of %2$d are left."), left, open.length)}</p>}
        <ul>
          {open.map((task) => (
            <li key={task.id}>
              <b>{task.title}</b> <small>{task.isCompleted ? __("Done") : sprintf(__("%1$d min, %2$s"), task.duration, priorities[task.priority] ?? task.priority)}</small>
              <p>{words(task.about)}</p>
              {!task.isCompleted && <Call task={task} act={act} />}
              {task.isParentTask && !task.isCompleted && (
                <ul>{tasks.filter((t) => t.parentTaskId === task.id && !t.isCompleted).map((t) => <li key={t.id}>{t.title} <Call task={t} act={act} /></li>)}</ul>
              )}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Call({ task, act }) {
  const call = task.callToAction;
  if (!call) return null;
  const label = `${call.label}: ${task.title}`;
  return call.href ? <Button variant="link" href={call.href} aria-label={label}>{call.label}</Button> : <Button variant="secondary" size="compact" aria-label={label} onClick={() => act(task)}>{call.label}</Button>;
}

// The index is made in parts: each call does some, until none is left.
const parts = ["/indexing/posts", "/indexing/terms", "/indexing/post-type-archives", "/indexing/general", "/link-indexing/posts", "/link-indexing/terms"];

function Index({ next }) {
  const [at, setAt] = useState(null);
  const say = useSay();
  const run = () => say(async () => {
    await post("/indexing/prepare");
    for (const [i, path] of parts.entries()) {
      setAt(i);
      for (let left = true; left;) left = !!(await post(path)).next_url;
    }
    await post("/indexing/indexables-complete");
    await post("/indexing/complete");
    setAt(null);
    next();
  }, __("The site is indexed.")).finally(() => setAt(null));
  return (
    <>
      <p>{__("What is known of the site's pages and their links is brought up to date, so that texts and structured data are right.")}</p>
      {at !== null && <ProgressBar aria-label={__("Indexing")} value={(100 * at) / parts.length} />}
      <div className="quoin-form__buttons">
        <Button variant="tertiary" __next40pxDefaultSize onClick={next}>{__("Skip")}</Button>
        <Button variant="primary" __next40pxDefaultSize disabled={at !== null} accessibleWhenDisabled onClick={run}>{__("Start")}</Button>
      </div>
    </>
  );
}

const steps = [["optimizeSeoData", __("Index the site")], ["siteRepresentation", __("Whom the site stands for")], ["socialProfiles", __("Social profiles")]];

function Wizard() {
  const s = useSettings();
  const [finished, setFinished] = useState(null);
  const [step, setStep] = useState(0);
  const say = useSay();
  useEffect(() => { say(async () => setFinished((await get("/configuration/get_configuration_state")).data)); }, [say]);
  if (!s.ready || !finished) return <Spinner />;
  const next = () => say(async () => {
    const all = [...new Set([...finished, steps[step][0]])];
    await done(post("/configuration/save_configuration_state", { finishedSteps: all }));
    setFinished(all);
    setStep(step + 1);
  });
  const keep = async (event) => {
    event.preventDefault();
    if (!s.dirty || await s.save()) await next();
  };
  const inside = [
    <Index key="index" next={next} />,
    <form key="for" onSubmit={keep}><Representation s={s} /><Further /></form>,
    <form key="profiles" onSubmit={keep}><Profiles s={s} /><Further /></form>,
    <p key="end">{__("All is set up.")} <a href="#/">{__("Back to the overview")}</a></p>,
  ];
  return (
    <section className="quoin-form" aria-label={__("First configuration")}>
      <ol className="quoin-steps">
        {steps.map(([name, title], i) => <li key={name}><Button variant="link" aria-current={i === step ? "step" : undefined} onClick={() => setStep(i)}>{finished.includes(name) ? sprintf(__("%s (done)"), title) : title}</Button></li>)}
      </ol>
      <h2>{steps[step]?.[1] ?? __("Done")}</h2>
      {inside[step]}
    </section>
  );
}

const Further = () => <div className="quoin-form__buttons"><Button variant="primary" type="submit" __next40pxDefaultSize>{__("Save and continue")}</Button></div>;
