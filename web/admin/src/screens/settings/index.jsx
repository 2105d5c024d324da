// The settings of a site, a page for each topic.
import { Spinner } from "@wordpress/components";
import { useEntityRecord, useEntityRecords, store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { Form } from "../../parts/form.jsx";
import { area, number, onOff, select, text, useOptions } from "../../parts/options.jsx";
import { plain } from "../../parts/texts.jsx";

const days = [__("Sunday"), __("Monday"), __("Tuesday"), __("Wednesday"), __("Thursday"), __("Friday"), __("Saturday")].map((label, value) => ({ value, label }));
const openOrClosed = [{ value: "open", label: __("Allowed") }, { value: "closed", label: __("Not allowed") }];
// An element of a choice for each record.
const choices = (records, name, none) => [...(none ? [{ value: 0, label: none }] : []), ...(records ?? []).map((r) => ({ value: r.id, label: plain(r[name]) }))];

const pages = {
  "options-general.php": [__("General"), ({ roles }) => [
    text("title", __("Name of the site")),
    text("description", __("Tagline"), __("In a few words, what the site is about.")),
    { id: "email", label: __("Address of the administrator"), type: "email" },
    select("timezone", __("Time zone"), ["", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value || "UTC" }))),
    text("date_format", __("Format of dates"), __("Letters stand for parts of a date: F j, Y is March 5, 2026.")),
    text("time_format", __("Format of times"), __("Letters stand for parts of a time: g:i a is 4:05 pm.")),
    select("start_of_week", __("A week begins on"), days, "integer"),
    text("language", __("Language"), __("A code such as de_DE.")),
    select("default_role", __("Role of new accounts"), Object.entries(roles).map(([value, label]) => ({ value, label }))),
    onOff("application_passwords", __("Programs may log in with application passwords")),
  ]],
  "options-writing.php": [__("Writing"), ({ categories }) => [
    select("default_category", __("Category of posts that have none"), choices(categories, "name"), "integer"),
    text("default_post_format", __("Format of new posts")),
    onOff("use_smilies", __("Show smileys as pictures")),
    number("revisions_to_keep", __("Revisions that are kept of an entry")),
  ]],
  "options-reading.php": [__("Reading"), ({ pages }) => [
    select("show_on_front", __("The front page shows"), [{ value: "posts", label: __("The latest posts") }, { value: "page", label: __("A page") }]),
    select("page_on_front", __("Front page"), choices(pages, "title", __("None")), "integer"),
    select("page_for_posts", __("Page of posts"), choices(pages, "title", __("None")), "integer"),
    number("posts_per_page", __("Posts on a page")),
    number("posts_per_rss", __("Posts in a feed")),
    onOff("rss_use_excerpt", __("Feeds have excerpts instead of whole texts")),
    onOff("blog_public", __("Search engines are welcome")),
  ]],
  "options-discussion.php": [__("Discussion"), () => [
    select("default_comment_status", __("Comments on new entries"), openOrClosed),
    select("default_ping_status", __("Pings on new entries"), openOrClosed),
    onOff("require_name_email", __("Whoever comments gives a name and an address")),
    onOff("comment_registration", __("Only who is logged in may comment")),
    onOff("show_comments_cookies_opt_in", __("Offer to remember who comments")),
    onOff("close_comments_for_old_posts", __("Close comments on old posts")),
    number("close_comments_days_old", __("Days after which a post is old")),
    onOff("thread_comments", __("Answers stand below what they answer")),
    number("thread_comments_depth", __("Levels of answers")),
    onOff("page_comments", __("Break comments into pages")),
    number("comments_per_page", __("Comments on a page")),
    select("default_comments_page", __("First shown page"), [{ value: "newest", label: __("The last") }, { value: "oldest", label: __("The first") }]),
    select("comment_order", __("First on a page"), [{ value: "asc", label: __("The oldest comments") }, { value: "desc", label: __("The newest comments") }]),
    onOff("comments_notify", __("Write to authors of new comments")),
    onOff("moderation_notify", __("Write when a comment waits")),
    onOff("wp_notes_notify", __("Write to authors of notes in the editor")),
    onOff("comment_moderation", __("Every comment waits for approval")),
    onOff("comment_previously_approved", __("Who had a comment approved before needn't wait")),
    number("comment_max_links", __("A comment waits with this many links")),
    area("moderation_keys", __("Words with which a comment waits"), __("One on each line.")),
    area("disallowed_keys", __("Words with which a comment goes to the trash"), __("One on each line.")),
    onOff("show_avatars", __("Show pictures of people")),
    select("avatar_rating", __("Pictures may be"), ["G", "PG", "R", "X"].map((value) => ({ value, label: value }))),
  ]],
  "options-media.php": [__("Media"), () => [
    number("thumbnail_size_w", __("Width of thumbnails")), number("thumbnail_size_h", __("Height of thumbnails")), onOff("thumbnail_crop", __("Crop thumbnails to exactly that")),
    number("medium_size_w", __("Largest width of the medium size")), number("medium_size_h", __("Largest height of the medium size")),
    number("large_size_w", __("Largest width of the large size")), number("large_size_h", __("Largest height of the large size")),
    onOff("allow_svg_uploads", __("SVG files may be uploaded"), __("They are cleaned of what could run.")),
    onOff("media_trash", __("Deleted files go to the trash first")),
    onOff("wp_attachment_pages_enabled", __("Each file has a page of its own")),
  ]],
  "options-permalink.php": [__("Permalinks"), () => [
    text("permalink_structure", __("Address of posts"), __("%postname%, %year%, %monthnum%, %day%, %post_id%, %category% and %author% stand for what they name. Addresses that change lead to the new ones.")),
    text("category_base", __("Before names of categories"), __("Left empty, it is category.")),
    text("tag_base", __("Before names of tags"), __("Left empty, it is tag.")),
  ]],
  "options-privacy.php": [__("Privacy"), ({ pages }) => [
    select("wp_page_for_privacy_policy", __("Page of the privacy policy"), choices(pages, "title", __("None")), "integer"),
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
      <nav className="quoin-tabs" aria-label={__("Settings")}>
        {Object.entries(pages).map(([path, [title]]) => <a key={path} href={data.base + path} aria-current={path === data.path ? "page" : undefined}>{title}</a>)}
      </nav>
      {hasResolved && record ? <Form record={all} fields={fields} label={__("Save changes")} done={__("The settings are saved.")} save={save} /> : <Spinner />}
    </>
  );
}

(window.quoinScreens ??= {}).settings = Settings;
