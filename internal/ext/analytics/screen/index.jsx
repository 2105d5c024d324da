// What visitors read: views by day, and the entries that were read most.
import apiFetch from "@wordpress/api-fetch";
import { Card, CardBody, CardHeader, SelectControl, Spinner } from "@wordpress/components";
import { dateI18n, getSettings } from "@wordpress/date";
import { useEffect, useState } from "@wordpress/element";
import { decodeEntities } from "@wordpress/html-entities";
import { __, _n, sprintf } from "@wordpress/i18n";
import { Options, number, onOff, text } from "@quoin/parts/options.jsx";
import { useSay } from "@quoin/parts/say.js";

const spans = [...[7, 30, 90].map((n) => ({ value: String(n), label: sprintf(_n("%d day", "%d days", n), n) })), { value: "365", label: __("A year") }];
const dayOf = (day) => dateI18n(getSettings().formats.date, day + "T12:00:00");

// Chart draws views by day as bars. Screen readers get the numbers as a table.
const high = 200;

function Chart({ days }) {
  const most = Math.max(1, ...days.map((d) => d.views));
  const wide = 1000 / days.length;
  return (
    <>
      <svg className="quoin-chart" viewBox={`0 0 1000 ${high}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((d, i) => {
          const tall = (d.views / most) * high;
          return <rect key={d.day} x={i * wide + wide * 0.1} y={high - tall} width={wide * 0.8} height={tall}><title>{`${dayOf(d.day)}: ${d.views}`}</title></rect>;
        })}
      </svg>
      <p className="quoin-chart__ends" aria-hidden="true"><span>{dayOf(days[0].day)}</span><span>{sprintf(__("at most %d a day"), most === 1 && days.every((d) => !d.views) ? 0 : most)}</span><span>{dayOf(days.at(-1).day)}</span></p>
      <table className="screen-reader-text">
        <caption>{__("Views by day")}</caption>
        <thead><tr><th scope="col">{__("Day")}</th><th scope="col">{__("Views")}</th></tr></thead>
        <tbody>{days.map((d) => <tr key={d.day}><td>{dayOf(d.day)}</td><td>{d.views}</td></tr>)}</tbody>
      </table>
    </>
  );
}

function Views({ data }) {
  const [span, setSpan] = useState("30");
  const [found, setFound] = useState(null);
  const say = useSay();
  useEffect(() => {
    let wanted = true;
    say(async () => {
      const answer = await apiFetch({ path: `/monsterinsights/v1/views?days=${span}` });
      if (wanted) setFound(answer);
    });
    return () => { wanted = false; };
  }, [span, say]);
  return (
    <>
      <div className="quoin-bar"><SelectControl label={__("The last")} value={span} options={spans} onChange={setSpan} __nextHasNoMarginBottom __next40pxDefaultSize /></div>
      {!found ? <Spinner /> : (
        <div className="quoin-panels">
          <Card className="quoin-wide"><CardHeader><h2>{sprintf(_n("%d view", "%d views", found.total), found.total)}</h2></CardHeader><CardBody><Chart days={found.days} /></CardBody></Card>
          <Card className="quoin-wide">
            <CardHeader><h2>{__("Read most")}</h2></CardHeader>
            <CardBody>
              {found.popular.length === 0 ? <p>{__("Nothing was read yet. Views of the last seconds come in a moment.")}</p> : (
                <table className="quoin-table">
                  <thead><tr><th scope="col">{__("Entry")}</th><th scope="col">{__("Views")}</th><th scope="col">{__("Actions")}</th></tr></thead>
                  <tbody>
                    {found.popular.map((p) => (
                      <tr key={p.id}><td><a href={p.link}>{decodeEntities(p.title) || __("(no title)")}</a></td><td>{p.views}</td><td><a href={`${data.base}post.php?action=edit&post=${p.id}`} aria-label={sprintf(__("Edit: %s"), decodeEntities(p.title))}>{__("Edit")}</a></td></tr>
                    ))}
                  </tbody>
                </table>
              )}
            </CardBody>
          </Card>
        </div>
      )}
    </>
  );
}

const fields = [
  onOff("analytics:tracking", __("Count views")),
  text("analytics:ignore_users", __("Whose views aren't counted"), __("Roles with commas between them.")),
  number("analytics:keep_days", __("For how many days views are kept")),
  number("analytics:popular_days", __("Days that count for what is popular")),
  number("analytics:popular_posts", __("How many popular posts are shown")),
];

const pages = { "admin.php?page=analytics": [__("Views"), Views], "options-general.php?page=analytics": [__("Settings"), ({ data }) => <Options data={data} fields={fields} />] };

function Analytics({ data }) {
  const [, Page] = pages[data.path];
  return (
    <>
      <nav className="quoin-tabs" aria-label={__("Analytics")}>
        {Object.entries(pages).filter(([path]) => path === data.path || data.may.manage_options).map(([path, [title]]) => <a key={path} href={data.base + path} aria-current={path === data.path ? "page" : undefined}>{title}</a>)}
      </nav>
      <Page data={data} />
    </>
  );
}

(window.quoinScreens ??= {}).analytics = Analytics;
