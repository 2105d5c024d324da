// Makes the sizes of pictures anew, one picture after the other, and tells how far it is.
import apiFetch from "@wordpress/api-fetch";
import { Button, CheckboxControl, Notice, ProgressBar } from "@wordpress/components";
import { useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { plain } from "@quoin/parts/texts.jsx";

const base = "/regenerate-thumbnails/v1";
// pictures are those of one page of the library, with how many there are in all.
async function pictures(page) {
  const answer = await apiFetch({ path: addQueryArgs("/wp/v2/media", { media_type: "image", per_page: 50, page, orderby: "id", order: "asc", _fields: "id,title" }), parse: false });
  return { all: Number(answer.headers.get("X-WP-Total")), pages: Number(answer.headers.get("X-WP-TotalPages")), items: await answer.json() };
}

function Thumbnails() {
  const [missing, setMissing] = useState(true);
  const [remove, setRemove] = useState(false);
  const [usages, setUsages] = useState(true);
  const [state, setState] = useState(null); // done, all, and what failed
  const stopped = useRef(false);
  const run = async () => {
    stopped.current = false;
    const now = { done: 0, all: 0, failed: [], busy: true };
    setState({ ...now });
    try {
      for (let page = 1, pages = 1; page <= pages && !stopped.current; page++) {
        const found = await pictures(page);
        [now.all, pages] = [found.all, found.pages];
        for (const picture of found.items) {
          if (stopped.current) break;
          try {
            await apiFetch({ path: `${base}/regenerate/${picture.id}`, method: "POST", data: { only_regenerate_missing_thumbnails: missing, delete_unregistered_thumbnail_files: remove, update_usages_in_posts: usages } });
          } catch (error) {
            now.failed.push({ id: picture.id, title: plain(picture.title) || "#" + picture.id, why: error.message });
          }
          now.done++;
          setState({ ...now });
        }
      }
    } catch (error) {
      now.failed.push({ id: 0, title: __("The list of pictures"), why: error.message });
    }
    setState({ ...now, busy: false });
  };
  return (
    <div className="quoin-form">
      <CheckboxControl __nextHasNoMarginBottom label={__("Make only sizes that are missing")} checked={missing} onChange={setMissing} disabled={state?.busy} />
      <CheckboxControl __nextHasNoMarginBottom label={__("Delete files of sizes that are no more")} checked={remove} onChange={setRemove} disabled={state?.busy} />
      <CheckboxControl __nextHasNoMarginBottom label={__("Show the new files in entries")} checked={usages} onChange={setUsages} disabled={state?.busy} />
      <div className="quoin-form__buttons">
        {state?.busy ? <Button variant="secondary" __next40pxDefaultSize onClick={() => { stopped.current = true; }}>{__("Stop")}</Button> : <Button variant="primary" __next40pxDefaultSize onClick={run}>{__("Make sizes anew")}</Button>}
      </div>
      {state && (
        <>
          <ProgressBar aria-label={__("Pictures done")} value={state.all ? (100 * state.done) / state.all : state.busy ? 0 : 100} />
          <p role="status">{sprintf(__("%1$d of %2$d pictures are done."), state.done, state.all)}</p>
          {state.failed.map((f) => <Notice key={f.id} status="error" isDismissible={false}>{f.title}: {f.why}</Notice>)}
        </>
      )}
    </div>
  );
}

(window.quoinScreens ??= {}).thumbnails = Thumbnails;
