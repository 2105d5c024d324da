// The settings of a site, a page for each topic.
import { Spinner } from "@wordpress/components";
import { useEntityRecord, useEntityRecords, store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { Form } from "../../parts/form.jsx";
import { area, number, onOff, select, text, useOptions } from "../../parts/options.jsx";
import { plain } from "../../parts/texts.jsx";

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map((label, value) => ({ value, label }));
const openOrClosed = [{ value: "open", label: "Allowed" }, { value: "closed", label: "Not allowed" }];
// An element of a choice for each record.
const choices = (records, name, none) => [...(none ? [{ value: 0, label: none }] : []), ...(records ?? []).map((r) => ({ value: r.id, label: plain(r[name]) }))];

const pages = {
  "options-general.php": ["General", ({ roles }) => [
    text("title", "Name of the site"),
    text("description", "Tagline", "In a few words, what the site is about."),
    { id: "email", label: "Address of the administrator", type: "email" },
    select("timezone", "Time zone", ["", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value || "UTC" }))),
    text("date_format", "Format of dates", "Letters stand for parts of a date: F j, Y is March 5, 2026."),
    text("time_format", "Format of times", "Letters stand for parts of a time: g:i a is 4:05 pm."),
    select("start_of_week", "A week begins on", days, "integer"),
    text("language", "Language", "A code such as de_DE."),
    select("default_role", "Role of new accounts", Object.entries(roles).map(([value, label]) => ({ value, label }))),
    onOff("application_passwords", "Programs may log in with application passwords"),
  ]],
  "options-writing.php": ["Writing", ({ categories }) => [
    select("default_category", "Category of posts that have none", choices(categories, "name"), "integer"),
    text("default_post_format", "Format of new posts"),
    onOff("use_smilies", "Show smileys as pictures"),
    number("revisions_to_keep", "Revisions that are kept of an entry"),
  ]],
  "options-reading.php": ["Reading", ({ pages }) => [
    select("show_on_front", "The front page shows", [{ value: "posts", label: "The latest posts" }, { value: "page", label: "A page" }]),
    select("page_on_front", "Front page", choices(pages, "title", "None"), "integer"),
    select("page_for_posts", "Page of posts", choices(pages, "title", "None"), "integer"),
    number("posts_per_page", "Posts on a page"),
    number("posts_per_rss", "Posts in a feed"),
    onOff("rss_use_excerpt", "Feeds have excerpts instead of whole texts"),
    onOff("blog_public", "Search engines are welcome"),
  ]],
  "options-discussion.php": ["Discussion", () => [
    select("default_comment_status", "Comments on new entries", openOrClosed),
    select("default_ping_status", "Pings on new entries", openOrClosed),
    onOff("require_name_email", "Whoever comments gives a name and an address"),
    onOff("comment_registration", "Only who is logged in may comment"),
    onOff("show_comments_cookies_opt_in", "Offer to remember who comments"),
    onOff("thread_comments", "Answers stand below what they answer"),
    number("thread_comments_depth", "Levels of answers"),
    onOff("page_comments", "Break comments into pages"),
    number("comments_per_page", "Comments on a page"),
    select("default_comments_page", "First shown page", [{ value: "newest", label: "The last" }, { value: "oldest", label: "The first" }]),
    select("comment_order", "First on a page", [{ value: "asc", label: "The oldest comments" }, { value: "desc", label: "The newest comments" }]),
    onOff("comments_notify", "Write to authors of new comments"),
    onOff("moderation_notify", "Write when a comment waits"),
    onOff("wp_notes_notify", "Write to authors of notes in the editor"),
    onOff("comment_moderation", "Every comment waits for approval"),
    onOff("comment_previously_approved", "Who had a comment approved before needn't wait"),
    number("comment_max_links", "A comment waits with this many links"),
    area("moderation_keys", "Words with which a comment waits", "One on each line."),
    area("disallowed_keys", "Words with which a comment goes to the trash", "One on each line."),
    onOff("show_avatars", "Show pictures of people"),
    select("avatar_rating", "Pictures may be", ["G", "PG", "R", "X"].map((value) => ({ value, label: value }))),
  ]],
  "options-media.php": ["Media", () => [
    number("thumbnail_size_w", "Width of thumbnails"), number("thumbnail_size_h", "Height of thumbnails"), onOff("thumbnail_crop", "Crop thumbnails to exactly that"),
    number("medium_size_w", "Largest width of the medium size"), number("medium_size_h", "Largest height of the medium size"),
    number("large_size_w", "Largest width of the large size"), number("large_size_h", "Largest height of the large size"),
    onOff("allow_svg_uploads", "SVG files may be uploaded", "They are cleaned of what could run."),
    onOff("media_trash", "Deleted files go to the trash first"),
    onOff("wp_attachment_pages_enabled", "Each file has a page of its own"),
  ]],
  "options-permalink.php": ["Permalinks", () => [
    text("permalink_structure", "Address of posts", "%postname%, %year%, %monthnum%, %day%, %post_id%, %category% and %author% stand for what they name. Addresses that change lead to the new ones."),
    text("category_base", "Before names of categories", "Left empty, it is category."),
    text("tag_base", "Before names of tags", "Left empty, it is tag."),
  ]],
  "options-privacy.php": ["Privacy", ({ pages }) => [
    select("wp_page_for_privacy_policy", "Page of the privacy policy", choices(pages, "title", "None"), "integer"),
  ]],
};

function Settings({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { record, hasResolved } = useEntityRecord("root", "site");
  const some = { per_page: 100, context: "view" };
  const { records: listed } = useEntityRecords("postType", "page", { ...some, status: "publish" }, { enabled: ["options-reading.php", "options-privacy.php"].includes(data.path) });
  const { records: categories } = useEntityRecords("taxonomy", "category", some, { enabled: data.path === "options-writing.php" });
  const fields = useMemo(() => pages[data.path][1]({ pages: listed, categories, roles: data.roles }), [data, listed, categories]);
  const [values, store] = useOptions(data, fields);
  const all = useMemo(() => ({ ...record, ...values }), [record, values]);
  const save = async (changes) => {
    const others = await store(changes);
    if (Object.keys(others).length) await saveEntityRecord("root", "site", others, { throwOnError: true });
  };
  return (
    <>
      <nav className="quoin-tabs" aria-label="Settings">
        {Object.entries(pages).map(([path, [title]]) => <a key={path} href={data.base + path} aria-current={path === data.path ? "page" : undefined}>{title}</a>)}
      </nav>
      {hasResolved && record ? <Form record={all} fields={fields} label="Save changes" done="The settings are saved." save={save} /> : <Spinner />}
    </>
  );
}

(window.quoinScreens ??= {}).settings = Settings;
