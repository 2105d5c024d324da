// The settings of a site, a page for each topic.
import { BaseControl, Button, Spinner, TextControl, __experimentalVStack as VStack } from "@wordpress/components";
import { useEntityRecord, useEntityRecords, store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { dateI18n } from "@wordpress/date";
import { useCallback, useEffect, useMemo, useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { Radio } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { area, check, number, onOff, radio, select, text, useOptions } from "../../parts/options.jsx";
import { sendForm } from "../../parts/forms.js";
import { editPage } from "../../parts/pages.js";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";
import { Guide, suggested, Tabs } from "./guide.jsx";

const days = [__("Sunday"), __("Monday"), __("Tuesday"), __("Wednesday"), __("Thursday"), __("Friday"), __("Saturday")].map((label, value) => ({ value, label }));
// An element of a choice for each record.
const choices = (records, name, none) => [...(none ? [{ value: 0, label: none }] : []), ...(records ?? []).map((r) => ({ value: r.id, label: plain(r[name]) }))];

const now = new Date();
// A site without a zone keeps the time of UTC.
const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((value) => ({ value, label: value }));
const openOrClosed = { on: "open", off: "closed" };

const showsPosts = (all) => all.show_on_front !== "page";

const pages = {
  "options-general.php": ({ roles, pending, keep }) => [
    text("title", __("Site Title"), undefined, { html: "blogname" }),
    text("description", __("Tagline"), __("In a few words, what the site is about."), { html: "blogdescription" }),
    { id: "site_icon", label: __("Site Icon"), type: "integer", Edit: Icon },
    ...["siteurl", "home"].map((id, n) => text(id, n ? __("Site Address (URL)") : __("Address of the program (URL)"), n ? __("The server is started with it (quoin serve --url).") : undefined, { input: "url", readOnly: true })),
    text("email", __("Administration Email Address"), __("A new address gets a message, and holds when you follow the link in it."), { input: "email", html: "new_admin_email" }),
    pending && { id: "pending", label: __("Administration Email Address"), type: "text", Edit: () => <p className="notice notice-warning inline">{sprintf(__("There is a pending change of the address to %s."), pending)} <a href="#" onClick={keep}>{__("Cancel")}</a></p> },
    onOff("users_can_register", __("Anyone can register"), __("By a form beside the one to log in, and with an address that gets mail.")),
    select("default_role", __("New User Default Role"), Object.entries(roles).map(([value, label]) => ({ value, label }))),
    select("timezone", __("Timezone"), zones, "text", { html: "timezone_string" }),
    format("date_format", __("Date Format"), ["F j, Y", "Y-m-d", "m/d/Y", "d/m/Y", "d.m.Y"], __("Custom date format:")),
    format("time_format", __("Time Format"), ["g:i a", "g:i A", "H:i"], __("Custom time format:")),
    select("start_of_week", __("Week Starts On"), days, "integer"),
    text("language", __("Site Language"), __("A code such as de_DE."), { html: "WPLANG" }),
    onOff("application_passwords", __("Programs may log in with application passwords")),
  ].filter(Boolean),
  "options-writing.php": ({ categories }) => [
    select("default_category", __("Default Post Category"), choices(categories, "name"), "integer"),
    select("default_post_format", __("Default Post Format"), formats),
    onOff("use_smilies", __("Show smileys as pictures")),
    number("revisions_to_keep", __("Revisions that are kept of an entry")),
  ],
  "options-reading.php": ({ pages: listed }) => [
    radio("show_on_front", __("Your homepage displays"), [{ value: "posts", label: __("Your latest posts") }, { value: "page", label: __("A static page (select below)") }]),
    select("page_on_front", __("Homepage:"), choices(listed, "title", __("— Select —")), "integer", { off: showsPosts }),
    select("page_for_posts", __("Posts page:"), choices(listed, "title", __("— Select —")), "integer", { off: showsPosts }),
    number("posts_per_page", __("Number of recent posts shown on archive pages"), undefined, { min: 1 }),
    number("posts_per_rss", __("Number of recent items shown in syndication feeds"), undefined, { min: 1 }),
    radio("rss_use_excerpt", __("For each post in a feed, include"), [{ value: "0", label: __("Full text") }, { value: "1", label: __("Excerpt") }], { type: "boolean", as: (v) => v === "1", is: (v) => (v ? "1" : "0") }),
    check("blog_public", __("Discourage search engines from indexing this site"), { on: false, off: true }),
  ],
  "options-discussion.php": () => [
    check("default_ping_status", __("Allow link notifications from other blogs (pingbacks and trackbacks) on new posts"), openOrClosed),
    check("default_comment_status", __("Allow people to submit comments on new posts"), openOrClosed),
    onOff("require_name_email", __("Comment author must fill out name and email")),
    onOff("comment_registration", __("Users must be registered and logged in to comment")),
    onOff("close_comments_for_old_posts", __("Automatically close comments on old posts")),
    number("close_comments_days_old", __("Close comments when post is how many days old")),
    onOff("show_comments_cookies_opt_in", __("Show comments cookies opt-in checkbox, allowing comment author cookies to be set")),
    onOff("thread_comments", __("Enable threaded (nested) comments")),
    select("thread_comments_depth", __("Number of levels for threaded (nested) comments"), [2, 3, 4, 5, 6, 7, 8, 9, 10].map((value) => ({ value, label: String(value) })), "integer"),
    onOff("page_comments", __("Break comments into pages")),
    number("comments_per_page", __("Top level comments per page")),
    select("default_comments_page", __("Comments page to display by default"), [{ value: "newest", label: __("last page") }, { value: "oldest", label: __("first page") }]),
    select("comment_order", __("Comments to display at the top of each page"), [{ value: "asc", label: __("older") }, { value: "desc", label: __("newer") }]),
    onOff("comments_notify", __("Anyone posts a comment"), __("Email me whenever")),
    onOff("moderation_notify", __("A comment is held for moderation"), __("Email me whenever")),
    onOff("wp_notes_notify", __("Anyone posts a note"), __("Email me whenever")),
    onOff("comment_moderation", __("Comment must be manually approved")),
    onOff("comment_previously_approved", __("Comment author must have a previously approved comment")),
    number("comment_max_links", __("Number of links to allow in a comment before holding for moderation:")),
    area("moderation_keys", __("Words with which a comment waits"), __("One on each line.")),
    area("disallowed_keys", __("Words with which a comment goes to the trash"), __("One on each line.")),
    onOff("show_avatars", __("Show Avatars")),
    radio("avatar_rating", __("Maximum Rating"), ["G", "PG", "R", "X"].map((value) => ({ value, label: value }))),
    radio("avatar_default", __("Default Avatar"), [["mystery", __("Mystery Person")], ["blank", __("Blank")], ["gravatar_default", __("Gravatar Logo")], ["identicon", __("Identicon")], ["wavatar", __("Wavatar")], ["monsterid", __("MonsterID")], ["retro", __("Retro")], ["robohash", __("RoboHash")], ["initials", __("Initials")], ["color", __("Color")]].map(([value, label]) => ({ value, label }))),
  ],
  "options-media.php": () => [
    number("thumbnail_size_w", __("Width"), __("Thumbnail size")), number("thumbnail_size_h", __("Height"), __("Thumbnail size")), onOff("thumbnail_crop", __("Crop thumbnail to exact dimensions (normally thumbnails are proportional)")),
    number("medium_size_w", __("Max Width"), __("Medium size")), number("medium_size_h", __("Max Height"), __("Medium size")),
    number("large_size_w", __("Max Width"), __("Large size")), number("large_size_h", __("Max Height"), __("Large size")),
    onOff("uploads_use_yearmonth_folders", __("New files go to folders by year and month")),
    onOff("allow_svg_uploads", __("SVG files may be uploaded"), __("They are cleaned of what could run.")),
    onOff("media_trash", __("Deleted files go to the trash first")),
    onOff("wp_attachment_pages_enabled", __("Each file has a page of its own")),
  ],
  "options-permalink.php": ({ home }) => [
    permalinks(home),
    text("category_base", __("Category base"), __("Left empty, it is category.")),
    text("tag_base", __("Tag base"), __("Left empty, it is tag.")),
  ],
  "options-privacy.php": ({ pages: listed }) => [
    select("wp_page_for_privacy_policy", __("Select a Privacy Policy page"), choices(listed, "title", __("— Select —")), "integer", { html: "page_for_privacy_policy" }),
  ],
};

// Icon shows the picture by which browsers know the site, and has another one chosen.
function Icon({ data, onChange }) {
  const id = data.site_icon ?? 0;
  const { record } = useEntityRecord("postType", "attachment", id, { enabled: id > 0 });
  const frame = useRef(null);
  useEffect(() => () => frame.current?.remove(), []);
  const choose = () => {
    frame.current?.remove();
    frame.current = window.wp.media({ title: __("Choose a Site Icon"), library: { type: ["image"] } });
    frame.current.on("select", () => onChange({ site_icon: frame.current.state().get("selection").toJSON()[0]?.id ?? id }));
    frame.current.open();
  };
  return (
    <fieldset className="site-icon-section">
      <BaseControl.VisualLabel as="legend">{__("Site Icon")}</BaseControl.VisualLabel>
      {record && <p id="site-icon-preview"><img className="quoin-picture" src={record.media_details?.sizes?.thumbnail?.source_url ?? record.source_url} alt={record.alt_text} /></p>}
      <div className="quoin-row">
        <Button id="choose-from-library-button" variant="secondary" onClick={choose} __next40pxDefaultSize>{id > 0 ? __("Change Site Icon") : __("Choose a Site Icon")}</Button>
        {id > 0 && <Button id="js-remove-site-icon" variant="tertiary" isDestructive onClick={() => onChange({ site_icon: 0 })} __next40pxDefaultSize>{__("Remove Site Icon")}</Button>}
      </div>
      <p className="description">{__("Browsers show it in tabs and bookmarks. A square of at least 512 by 512 pixels serves best.")}</p>
      <input type="hidden" id="site_icon_hidden_field" name="site_icon" value={id} readOnly />
    </fieldset>
  );
}

const formats = [["0", __("Standard")], ["aside", __("Aside")], ["chat", __("Chat")], ["gallery", __("Gallery")], ["link", __("Link")], ["image", __("Image")], ["quote", __("Quote")], ["status", __("Status")], ["video", __("Video")], ["audio", __("Audio")]].map(([value, label]) => ({ value, label }));

// format is how dates are written: one of the usual ways, or one's own.
function format(id, label, usual, own) {
  return { id, label, type: "text", Edit: ({ data, onChange }) => <Choice id={id} label={label} own={own} custom={__("Custom:")} customId={id + "_custom_radio"} name={id} value={data[id] ?? ""} onChange={(value) => onChange({ [id]: value })} html={id + "_custom"} example={dateI18n(data[id] ?? "", now)} options={usual.map((value) => ({ value, label: <><span className="date-time-text format-i18n">{dateI18n(value, now)}</span> <code>{value}</code></> }))} /> };
}

const samples = [["plain", __("Plain"), ""], ["day-name", __("Day and name"), "/%year%/%monthnum%/%day%/%postname%/"], ["month-name", __("Month and name"), "/%year%/%monthnum%/%postname%/"], ["numeric", __("Numeric"), "/archives/%post_id%"], ["post-name", __("Post name"), "/%postname%/"]];

const tags = [["year", __("the year, such as 2004")], ["monthnum", __("the month, such as 05")], ["day", __("the day, such as 28")], ["hour", __("the hour, such as 15")], ["minute", __("the minute, such as 43")], ["second", __("the second, such as 33")], ["post_id", __("the number of the post")], ["postname", __("the name of the post")], ["category", __("its category")], ["author", __("its author")]];

// Tags put what a structure is made of into it, and take it out.
function Tags({ value, onChange }) {
  return (
    <fieldset className="available-structure-tags">
      <legend>{__("Available tags:")}</legend>
      <ul className="quoin-row">
        {tags.map(([name, words]) => {
          const tag = `%${name}%`, used = value.includes(tag);
          const next = used ? value.replace(tag, "").replace(/\/{2,}/g, "/") : value.replace(/\/?$/, "/") + tag + "/";
          return <li key={name}><button type="button" className={"button" + (used ? " active" : "")} aria-pressed={used} aria-label={`${name} (${words})`} onClick={() => onChange(next === "/" ? "" : next)}>{tag}</button></li>;
        })}
      </ul>
    </fieldset>
  );
}

// permalinks is the form of addresses of posts.
function permalinks(home) {
  const id = "permalink_structure", label = __("Permalink structure");
  return { id, label, type: "text", Edit: ({ data, onChange }) => <Choice id={id} html={id} name="selection" label={label} own={__("Customize permalink structure by selecting available tags")} custom={__("Custom Structure")} value={data[id] ?? ""} onChange={(value) => onChange({ [id]: value })}
    options={samples.map(([known, name, value]) => ({ id: "permalink-input-" + known, value, label: name, description: home.replace(/\/$/, "") + (value || "/?p=123") }))} customId="custom_selection" below={(change) => <Tags value={data[id] ?? ""} onChange={change} />} help={__("%postname%, %year%, %monthnum%, %day%, %post_id%, %category% and %author% stand for what they name. Addresses that change lead to the new ones.")} /> };
}

// Choice offers the usual values, and a field for another one, with what is "below" it and an "example" of what is
// chosen. Buttons stand below the ids that options name, which the packages' own control has no way to say.
function Choice({ id, html, name, label, own, custom, customId, value, onChange, options, help, below, example }) {
  const [other, setOther] = useState(false);
  const usual = !other && options.some((o) => o.value === value);
  const selected = usual ? value : "custom";
  const typing = (typed) => { setOther(true); onChange(typed); };
  const choose = (chosen) => { setOther(chosen === "custom"); if (chosen !== "custom") onChange(chosen); };
  return (
    <div>
      <fieldset className="components-radio-control" id={id + "_choice"}>
        <BaseControl.VisualLabel as="legend">{label}</BaseControl.VisualLabel>
        <VStack spacing={3} className="components-radio-control__group-wrapper">
          {[...options, { id: customId, value: "custom", label: custom }].map((o, n) => <Radio key={o.value} {...o} name={name} id={o.id ?? id + "_choice-" + n} checked={o.value === selected} onChoose={choose} />)}
        </VStack>
        {example !== undefined && <p>{__("Preview")}: <span className="example" aria-live="polite">{example}</span></p>}
      </fieldset>
      <TextControl id={html} name={html} label={own} value={value} help={help} dir="ltr" onChange={typing} __next40pxDefaultSize __nextHasNoMarginBottom />
      {below?.(typing)}
    </div>
  );
}

// privacy is what the form of the page about privacy is called, and says.
const privacy = {
  id: "set-page", notice: "setting-error-page_for_privacy_policy", label: __("Use This Page"),
  done: (all) => (all.wp_page_for_privacy_policy ? __("Privacy Policy page updated.") : __("No Privacy Policy page is set.")),
};

function Settings({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { record, hasResolved } = useEntityRecord("root", "site");
  const some = { per_page: 100, context: "view" };
  const { records: listed } = useEntityRecords("postType", "page", { ...some, status: "publish" }, { enabled: ["options-reading.php", "options-privacy.php"].includes(data.path) });
  const { records: categories } = useEntityRecords("taxonomy", "category", some, { enabled: data.path === "options-writing.php" });
  const [pending, setPending] = useState(data.pending);
  const say = useSay();
  const ofSite = useCallback((more) => sendForm(data.base + "profile.php", { _wpnonce: data.formNonce, ...more }), [data]);
  const keep = useCallback(async (event) => {
    event.preventDefault();
    if (await say(() => ofSite({ do: "site-keep" }), __("The address stays as it is."))) setPending("");
  }, [say, ofSite]);
  const fields = useMemo(() => pages[data.path]({ pages: listed, categories, roles: data.roles, home: data.home, pending, keep }), [data, listed, categories, pending, keep]);
  const [values, store] = useOptions(data, fields);
  const address = data.home.replace(/\/$/, "");
  const all = useMemo(() => ({ ...record, siteurl: address, home: address, timezone: record?.timezone || "UTC", ...values }), [address, record, values]);
  const save = async (changes) => {
    const { email, ...rest } = await store(changes);
    if (email !== undefined && email !== record.email) {
      await ofSite({ do: "site-address", email });
      setPending(email);
    }
    if (Object.keys(rest).length) await saveEntityRecord("root", "site", rest, { throwOnError: true });
  };
  const create = async () => {
    const made = await saveEntityRecord("postType", "page", { title: __("Privacy Policy"), content: suggested(), status: "draft" }, { throwOnError: true });
    await store({ wp_page_for_privacy_policy: made.id });
    window.location = editPage(data.base, made.id);
  };
  const of = { "options-permalink.php": { done: __("Permalink structure updated.") }, "options-privacy.php": privacy }[data.path];
  return hasResolved && record ? <Form id="submit" notice="setting-error-settings_updated" record={all} fields={fields} label={__("Save Changes")} done={__("Settings saved.")} {...of} save={save} after={data.path === "options-privacy.php" && <p><Button id="create-page" variant="secondary" onClick={() => say(create)} __next40pxDefaultSize>{__("Create a new Privacy Policy page")}</Button></p>} /> : <Spinner />;
}

// The page about privacy has a guide beside its form.
function Privacy({ data }) {
  const guide = new URLSearchParams(window.location.search).get("tab") === "policyguide";
  return <><Tabs data={data} guide={guide} />{guide ? <Guide /> : (
    <div className="privacy-settings-body">
      <div className="quoin-lead"><h2>{__("Privacy Settings")}</h2><p>{__("Choose the page that has your policy, or begin one with the texts of the guide. The pages on which people log in and register lead to it.")}</p></div>
      <Settings data={data} />
    </div>
  )}</>;
}

(window.quoinScreens ??= {}).settings = ({ data }) => (data.path === "options-privacy.php" ? <Privacy data={data} /> : <Settings data={data} />);
