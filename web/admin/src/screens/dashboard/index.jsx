// The state of the site at a glance: how much there is, what waits, what was left half done.
import { Button } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { area, text } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { Health } from "../../parts/health.jsx";
import { editPage } from "../../parts/pages.js";
import { plain, when, words } from "../../parts/texts.jsx";
import { Boxes, useKept } from "./boxes.jsx";
import { Comments } from "./comments.jsx";
import { Welcome } from "./welcome.jsx";

const one = { per_page: 1, context: "edit", _fields: "id" };
const draft = [text("title", __("Title")), area("content", __("Content"))];

// Count says how many records there are: "say" is the sentence for a number.
function Count({ className, href, kind, name, query, say }) {
  const { totalItems } = useEntityRecords(kind, name, { ...one, ...query });
  return <li className={className}><a href={href}>{totalItems === null || totalItems === undefined ? "…" : sprintf(say(totalItems), totalItems)}</a></li>;
}

// beginning is the first words of a text.
function beginning(text) {
  const all = text.split(/\s+/);
  return all.length > 10 ? all.slice(0, 10).join(" ") + "…" : text;
}

function Drafts({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { records } = useEntityRecords("postType", "post", { per_page: 5, context: "edit", status: "draft,pending", orderby: "modified", author: data.may.edit_pages ? undefined : data.user });
  return (
    <>
      <h3>{__("Your Recent Drafts")}</h3>
      <ul className="drafts">{(records ?? []).map((e) => <li key={e.id}><div className="draft-title"><a href={editPage(data.base, e.id)}>{plain(e.title) || __("(no title)")}</a> <time>{when(e.modified)}</time></div>{e.content?.rendered && <p className="draft-content">{beginning(words(e.content.rendered))}</p>}</li>)}</ul>
      {records?.length === 0 && <p>{__("There are none.")}</p>}
      <Form name="quick-press" record={{ title: "", content: "" }} fields={draft} id="save-post" label={__("Save Draft")} done={__("Draft saved.")}
        lacks={({ title, content }) => (title.trim() || content.trim() ? "" : __("Type a title or a text first."))}
        save={(changes) => saveEntityRecord("postType", "post", { ...changes, status: "draft" }, { throwOnError: true })} />
    </>
  );
}

// Recent are the entries that were published last, and those that will be next.
function Recent({ data, title, id, query }) {
  const { records } = useEntityRecords("postType", "post", { per_page: 5, context: "view", _fields: "id,title,date,link", ...query });
  if (!records?.length) return null;
  return (
    <div id={id} className="activity-block">
      <h3>{title}</h3>
      <ul>{records.map((e) => <li key={e.id}><time>{when(e.date)}</time> <a href={data.may.edit_published_posts ? editPage(data.base, e.id) : e.link}>{plain(e.title) || __("(no title)")}</a></li>)}</ul>
    </div>
  );
}

const soon = { status: "future", order: "asc" };
const latest = { status: "publish" };

function Activity({ data }) {
  return (
    <>
      {data.may.edit_posts && <Recent data={data} id="future-posts" title={__("Publishing Soon")} query={soon} />}
      <Recent data={data} id="published-posts" title={__("Recently Published")} query={latest} />
      {data.may.moderate_comments && <Comments data={data} />}
    </>
  );
}

// Glance says how much there is.
function Glance({ data }) {
  return (
    <ul>
      <Count className="post-count" href={data.base + "edit.php"} kind="postType" name="post" query={{ status: "publish" }} say={(n) => _n("%d Post", "%d Posts", n)} />
      {data.may.edit_pages && <Count className="page-count" href={data.base + "edit.php?post_type=page"} kind="postType" name="page" query={{ status: "publish" }} say={(n) => _n("%d Page", "%d Pages", n)} />}
      {data.may.upload_files && <Count href={data.base + "upload.php"} kind="postType" name="attachment" say={(n) => _n("%d media file", "%d media files", n)} />}
      {data.may.moderate_comments && <Count className="comment-count" href={data.base + "edit-comments.php"} kind="root" name="comment" query={{ status: "all" }} say={(n) => _n("%d Comment", "%d Comments", n)} />}
    </ul>
  );
}

// ScreenOptions are the boxes that a person sees, and the welcome of who is offered one.
function ScreenOptions({ boxes, hidden, onChange, welcome, onWelcome }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="quoin-options" id="screen-meta-links">
      <Button id="show-settings-link" variant="secondary" aria-expanded={open} aria-controls="screen-options-wrap" onClick={() => setOpen(!open)} __next40pxDefaultSize>{__("Screen Options")}</Button>
      <form id="screen-options-wrap" hidden={!open} aria-label={__("Screen Options")}>
        <fieldset className="metabox-prefs">
          <legend>{__("Boxes")}</legend>
          <div className="metabox-prefs-container">
            {boxes.map(({ id, title }) => <label key={id} htmlFor={id + "-hide"}><input type="checkbox" className="hide-postbox-tog" id={id + "-hide"} name={id + "-hide"} value={id} checked={!hidden.includes(id)} onChange={(event) => onChange(event.target.checked ? hidden.filter((other) => other !== id) : [...hidden, id])} /> {title}</label>)}
            {onWelcome && <label htmlFor="wp_welcome_panel-hide"><input type="checkbox" id="wp_welcome_panel-hide" checked={welcome} onChange={(event) => onWelcome(event.target.checked)} /> {__("Welcome")}</label>}
          </div>
        </fieldset>
      </form>
    </div>
  );
}

const none = [];

function Dashboard({ data }) {
  const [hidden, setHidden] = useKept("hidden", none);
  const [wanted, setWanted] = useKept("welcome", true);
  const welcome = data.may.manage_options && wanted;
  const boxes = [
    data.may.edit_posts && { id: "dashboard_right_now", title: __("At a Glance"), column: "normal", inside: <Glance data={data} /> },
    { id: "dashboard_activity", title: __("Activity"), column: "normal", inside: <Activity data={data} /> },
    data.may.edit_posts && { id: "dashboard_quick_press", title: __("Quick Draft"), column: "side", inside: <Drafts data={data} /> },
    data.may.manage_options && { id: "dashboard_site_health", title: __("Site Health Status"), column: "side", inside: <><Health data={data} bad /><p><a href={data.base + "site-health.php"}>{__("All checks")}</a></p></> },
  ].filter(Boolean);
  return (
    <>
      <ScreenOptions boxes={boxes} hidden={hidden} onChange={setHidden} welcome={welcome} onWelcome={data.may.manage_options ? setWanted : undefined} />
      {welcome && <Welcome data={data} onClose={() => setWanted(false)} />}
      <Boxes boxes={boxes} hidden={hidden} />
    </>
  );
}

(window.quoinScreens ??= {}).dashboard = Dashboard;
