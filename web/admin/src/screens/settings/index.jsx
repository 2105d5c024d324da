// The settings of a site, a page for each topic.
import { Spinner } from "@wordpress/components";
import { useEntityRecord, useEntityRecords, store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { Form } from "../../parts/form.jsx";
import { plain } from "../../parts/texts.jsx";

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map((label, value) => ({ value, label }));
const openOrClosed = [{ value: "open", label: "Allowed" }, { value: "closed", label: "Not allowed" }];
const select = (id, label, elements, type = "text") => ({ id, label, type, Edit: "select", elements });
const text = (id, label, description) => ({ id, label, description, type: "text" });
// An element of a choice for each record.
const choices = (records, name, none) => [...(none ? [{ value: 0, label: none }] : []), ...(records ?? []).map((r) => ({ value: r.id, label: plain(r[name]) }))];

const pages = {
  "options-general.php": ["General", () => [
    text("title", "Name of the site"),
    text("description", "Tagline", "In a few words, what the site is about."),
    { id: "email", label: "Address of the administrator", type: "email" },
    select("timezone", "Time zone", ["", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value || "UTC" }))),
    text("date_format", "Format of dates", "Letters stand for parts of a date: F j, Y is March 5, 2026."),
    text("time_format", "Format of times", "Letters stand for parts of a time: g:i a is 4:05 pm."),
    select("start_of_week", "A week begins on", days, "integer"),
    text("language", "Language", "A code such as de_DE."),
  ]],
  "options-writing.php": ["Writing", ({ categories }) => [
    select("default_category", "Category of posts that have none", choices(categories, "name"), "integer"),
    text("default_post_format", "Format of new posts"),
    { id: "use_smilies", label: "Show smileys as pictures", type: "boolean" },
  ]],
  "options-reading.php": ["Reading", ({ pages }) => [
    select("show_on_front", "The front page shows", [{ value: "posts", label: "The latest posts" }, { value: "page", label: "A page" }]),
    select("page_on_front", "Front page", choices(pages, "title", "None"), "integer"),
    select("page_for_posts", "Page of posts", choices(pages, "title", "None"), "integer"),
    { id: "posts_per_page", label: "Posts on a page", type: "integer" },
  ]],
  "options-discussion.php": ["Discussion", () => [
    select("default_comment_status", "Comments on new entries", openOrClosed),
    select("default_ping_status", "Pings on new entries", openOrClosed),
  ]],
};

function Settings({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { record, hasResolved } = useEntityRecord("root", "site");
  const some = { per_page: 100, context: "view" };
  const { records: listed } = useEntityRecords("postType", "page", { ...some, status: "publish" }, { enabled: data.path === "options-reading.php" });
  const { records: categories } = useEntityRecords("taxonomy", "category", some, { enabled: data.path === "options-writing.php" });
  const fields = useMemo(() => pages[data.path][1]({ pages: listed, categories }), [data, listed, categories]);
  return (
    <>
      <nav className="quoin-tabs" aria-label="Settings">
        {Object.entries(pages).map(([path, [title]]) => <a key={path} href={data.base + path} aria-current={path === data.path ? "page" : undefined}>{title}</a>)}
      </nav>
      {hasResolved && record ? <Form record={record} fields={fields} label="Save changes" done="The settings are saved." save={(changes) => saveEntityRecord("root", "site", changes, { throwOnError: true })} /> : <Spinner />}
    </>
  );
}

(window.quoinScreens ??= {}).settings = Settings;
