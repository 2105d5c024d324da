// The lists of entries: search, filters and views by the API, so that a list of any
// length is as fast as one page of it.
import apiFetch from "@wordpress/api-fetch";
import { Button } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { dateI18n } from "@wordpress/date";
import { Fragment, useEffect, useMemo, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { backup, external, pencil, trash } from "@wordpress/icons";
import { store as notices } from "@wordpress/notices";
import { addQueryArgs } from "@wordpress/url";
import { useChange, useDelete } from "../../parts/actions.jsx";
import { Comments, countsOf } from "../../parts/counts.jsx";
import { Empty } from "../../parts/empty.jsx";
import { useLevels } from "../../parts/levels.js";
import { List } from "../../parts/list.jsx";
import { editPage } from "../../parts/pages.js";
import { saying } from "../../parts/rows.jsx";
import { askPage } from "../../parts/forms.js";
import { useSay } from "../../parts/say.js";
import { inList, plain, words } from "../../parts/texts.jsx";
import { exportPattern, ImportPatterns } from "./patterns.jsx";
import { Bulk, formatNames, Quick } from "./quick.jsx";

const statuses = [["publish", __("Published")], ["future", __("Scheduled")], ["draft", __("Draft")], ["pending", __("Pending")], ["private", __("Private")], ["trash", __("Trash")]].map(([value, label]) => ({ value, label }));
const all = "publish,future,draft,pending,private";
const address = new URLSearchParams(window.location.search);
// Links to the list may name a status.
const status = address.get("post_status");
const known = statuses.some((s) => s.value === status);
const linked = known ? { filters: [{ field: "status", operator: "is", value: status }] } : status === "all" ? { filters: [] } : null;
// The terms of posts have columns, and links of these ask for the entries that have one.
const kinds = [
  { id: "categories", taxonomy: "category", label: __("Categories"), param: "cat" },
  { id: "tags", taxonomy: "post_tag", label: __("Tags"), param: "tag_id" },
];
const withTerms = (data) => (data.type === "post" ? kinds : []);
const linkedTerms = kinds.filter((k) => Number(address.get(k.param)) > 0).map((k) => ({ field: k.id, operator: "is", value: Number(address.get(k.param)) }));
const linkedTo = linkedTerms.length ? { filters: [...(linked?.filters ?? []), ...linkedTerms] } : linked ?? (address.has("m") || address.has("author") || address.has("show_sticky") || address.has("post_format") ? { filters: [] } : null);
// An address may ask for the texts of entries, or for their titles alone.
const mode = { excerpt: true, list: false }[address.get("mode")];
const linkedMode = (linked) => (mode === undefined ? linked : { ...linked, showDescription: mode });
// What else of an address narrows the list: a month, an author, a format, and what is sticky.
const month = /^(\d{4})(\d{2})$/.exec(address.get("m") ?? "");
const author = Number(address.get("author")) || 0;
const sticky = address.get("show_sticky") === "1";
const format = address.get("post_format") ?? "";
const monthOf = ([, year, number]) => ({
  after: new Date(Date.UTC(year, number - 1, 1) - 1000).toISOString().slice(0, 19),
  before: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 19),
});
const narrowed = { ...(month ? monthOf(month) : {}), ...(author ? { author } : {}), ...(sticky ? { sticky: true } : {}), ...(format ? { format } : {}) };
// Pages stand below their parents, as long as nobody orders them otherwise.
const below = (data) => data.hierarchical && data.mine && !address.has("orderby");
const orderedNow = () => new URLSearchParams(window.location.search).has("orderby");
const startOf = (data) => ({ titleField: "title", ...(data.hierarchical ? {} : { descriptionField: "excerpt", showDescription: false }), fields: ["author", ...(data.type === "post" ? kinds.map((k) => k.id) : ["status"]), ...(data.supports.includes("comments") ? ["comments"] : []), "date"], ...(below(data) ? {} : { sort: { field: "date", direction: "desc" } }) });
const queryOf = (data) => ({ _embed: data.type === "post" ? "author,wp:term" : "author", _fields: "id,type,title,author,status,date,slug,link,comment_status,ping_status,sticky,password,parent,menu_order,template,categories,tags,_links,_embedded" });
const termsOf = (item, taxonomy) => (item._embedded?.["wp:term"] ?? []).flat().filter((t) => t.taxonomy === taxonomy);
// Names to choose from: what is used most.
const most = { per_page: 100, context: "view", orderby: "count", order: "desc", _fields: "id,name" };
const ask = ({ status, ...more }) => ({ status: status ?? all, ...more });
// Of others, who may not edit these sees what is published; with any other state a list has one's own alone. What the API leaves
// out of a page would make a hole in it.
const askOthers = (me) => ({ status = "publish", ...more }) => (status === "publish" ? { status, ...more } : { status, context: "edit", author: me, ...more });
const titleOf = (item) => plain(item.title) || __("(no title)");
// What stands beside a title: that its entry isn't there for everybody.
const states = { draft: __("Draft"), pending: __("Pending"), future: __("Scheduled"), private: __("Private") };
const specialNames = { front: __("Front Page"), posts: __("Posts Page"), privacy: __("Privacy Policy Page") };
const stateOf = (item, special = {}) => [...Object.keys(special).filter((name) => special[name] === item.id).map((name) => specialNames[name]), states[item.status], item.password && __("Password protected"), item.sticky && __("Sticky")].filter(Boolean).join(", ");
const classesOf = (item, level) => ["iedit", "level-" + level, "post-" + item.id, "type-" + item.type, "status-" + item.status, "hentry"];
// What the date of an entry is that of.
const dated = { publish: __("Published"), private: __("Published"), future: __("Scheduled") };
// Whoever may edit nothing of others sees what they wrote, if that is anything, unless an address asks for more.
const asksForMore = ["all_posts", "author", "post_status", "show_sticky"].some((name) => address.has(name));
// What was done in the editor, whose address says so.
const gone = ["trashed", "untrashed", "deleted"].find((name) => Number(address.get(name)) > 0);
const says = (words) => saying(words, titleOf);
const counted = (page) => (page
  ? { away: (n) => sprintf(_n("%d page moved to the Trash.", "%d pages moved to the Trash.", n), n), back: (n) => sprintf(_n("%d page restored from the Trash.", "%d pages restored from the Trash.", n), n), gone: (n) => sprintf(_n("%d page permanently deleted.", "%d pages permanently deleted.", n), n) }
  : { away: (n) => sprintf(_n("%d post moved to the Trash.", "%d posts moved to the Trash.", n), n), back: (n) => sprintf(_n("%d post restored from the Trash.", "%d posts restored from the Trash.", n), n), gone: (n) => sprintf(_n("%d post permanently deleted.", "%d posts permanently deleted.", n), n) });

// What lists of pages need to put each below its parent, those of one parent by order and title.
const everyPage = { context: "edit", status: all + ",trash", _fields: "id,parent,menu_order,title" };
const byPlace = (a, b) => a.menu_order - b.menu_order || titleOf(a).localeCompare(titleOf(b));

// useLocks are the names of others who have entries open, by entry; they are asked for again from time to time.
function useLocks(base, ids) {
  const [locks, setLocks] = useState({});
  useEffect(() => {
    if (!ids) return undefined;
    const look = () => document.visibilityState === "visible" && askPage(`${base}edit.php?data=locks&ids=${ids}`).then((told) => setLocks(told.locks), () => {});
    look();
    const timer = setInterval(look, 15000);
    return () => clearInterval(timer);
  }, [base, ids]);
  return locks;
}

// viewsOf are the links above a list, one for each status.
function viewsOf(data, onlyMine) {
  const of = (status) => (data.mine ? { status } : askOthers(data.user)({ status }));
  const list = `${data.base}edit.php?post_type=${encodeURIComponent(data.type)}`;
  const at = list + "&post_status=";
  const mine = onlyMine || author === data.user;
  return [
    { id: "all", label: __("All"), href: data.mine ? at + "all" : list + "&all_posts=1", ask: data.mine ? { status: all } : of("publish"), always: true, here: !known && !mine && !sticky },
    ...(data.authors ? [{ id: "mine", label: __("Mine"), href: `${list}&author=${data.user}`, ask: { status: all, author: data.user }, here: mine && !known }] : []),
    ...statuses.map(({ value, label }) => ({ id: value, label: value === "draft" ? (n) => (n === 1 ? label : __("Drafts")) : label, href: at + value, ask: of(value), here: status === value })),
    ...(data.type === "post" ? [{ id: "sticky", label: __("Sticky"), href: `${list}&show_sticky=1`, ask: { status: data.mine ? all : "publish", sticky: true }, here: sticky }] : []),
  ];
}

// Filters narrow the list to a month, a category and a format, by an address.
function Filters({ data, categories }) {
  const [, year, number] = month ?? [];
  return (
    <form method="get" action={data.base + "edit.php"} className="quoin-filters">
      <input type="hidden" name="post_type" value={data.type} />
      {known && <input type="hidden" name="post_status" value={status} />}
      <label className="screen-reader-text" htmlFor="filter-by-date">{__("Filter by date")}</label>
      <select id="filter-by-date" name="m" className="quoin-select" defaultValue={month ? year + number : "0"}>
        <option value="0">{__("All dates")}</option>
        {data.months.map(({ value, label }) => <option key={value} value={value}>{dateI18n("F Y", label)}</option>)}
      </select>
      {data.type === "post" && (
        <>
          <label className="screen-reader-text" htmlFor="cat">{__("Filter by category")}</label>
          <select key={categories?.length} id="cat" name="cat" className="quoin-select" defaultValue={address.get("cat") ?? "0"}>
            <option value="0">{__("All Categories")}</option>
            {(categories ?? []).map((c) => <option key={c.id} value={c.id}>{plain(c.name)}</option>)}
          </select>
        </>
      )}
      {data.type === "post" && data.formats?.length > 0 && (
        <>
          <label className="screen-reader-text" htmlFor="filter-by-format">{__("Filter by post format")}</label>
          <select id="filter-by-format" name="post_format" className="quoin-select" defaultValue={format}>
            <option value="">{__("All formats")}</option>
            {data.formats.map((f) => <option key={f} value={f}>{formatNames[f] ?? f}</option>)}
          </select>
        </>
      )}
      <Button id="post-query-submit" type="submit" variant="secondary" __next40pxDefaultSize>{__("Filter")}</Button>
    </form>
  );
}

// EmptyTrash deletes for ever all in the trash that the person may delete.
function EmptyTrash({ data, told }) {
  const path = async () => "/wp/v2/" + (await apiFetch({ path: `/wp/v2/types/${data.type}?context=edit` })).rest_base;
  return (
    <Empty entity={{ kind: "postType", name: data.type }} label={__("Empty Trash")} path={path} query={{ status: "trash" }} fields="id,_links"
      mayDelete={(item) => item._links?.self?.[0]?.targetHints?.allow?.includes("DELETE")} gone={told.gone} />
  );
}

// Terms are names of terms, each a link to the entries that have it.
const Terms = ({ list, href }) => (list.length
  ? <span>{list.map((t, i) => <Fragment key={t.id}>{i > 0 && ", "}<a href={href(t)}>{plain(t.name)}</a></Fragment>)}</span>
  : <span aria-hidden="true">—</span>);

function Entries({ data }) {
  const entity = useMemo(() => ({ kind: "postType", name: data.type }), [data]);
  const { deleteEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const { records: authors } = useEntityRecords("root", "user", { per_page: 100, context: "view", who: "authors", _fields: "id,name" }, { enabled: data.authors });
  const { records: categories } = useEntityRecords("taxonomy", "category", most, { enabled: data.type === "post" });
  const { records: tags } = useEntityRecords("taxonomy", "post_tag", most, { enabled: data.type === "post" });
  const counts = useMemo(() => countsOf(data.base, "edit.php", "comments"), [data]);
  const overall = useMemo(() => queryOf(data), [data]);
  const { totalItems: own, hasResolved } = useEntityRecords("postType", data.type, { per_page: 1, context: "edit", _fields: "id", status: all, author: data.user }, { enabled: !data.mine && !asksForMore });
  const onlyMine = !data.mine && (author ? author === data.user : !asksForMore && own > 0);
  const asking = useMemo(() => (data.mine || onlyMine ? ask : askOthers(data.user)), [data, onlyMine]);
  // What others wrote can't be asked for with all that is edited of it, nor what one wrote and may no longer edit.
  const query = useMemo(() => ({ ...overall, ...narrowed, ...(onlyMine ? { author: data.user, ...(data.may.edit_published_posts ? {} : { context: "view" }) } : data.mine ? {} : { context: "view" }) }), [data, overall, onlyMine]);
  const tree = useLevels("postType", data.type, everyPage, byPlace, below(data));
  const unsorted = useMemo(() => (tree ? { include: [...tree.keys()], orderby: "include" } : { orderby: "menu_order", order: "asc" }), [tree]);
  const levelOf = (item) => (orderedNow() ? 0 : tree?.get(item.id) ?? 0);
  const [shownIds, setShownIds] = useState("");
  const found = useMemo(() => (records) => setShownIds(records.filter(mayEdit).map((item) => item.id).join()), []);
  const locks = useLocks(data.base, shownIds);
  const start = useMemo(() => startOf(data), [data]);
  const fields = useMemo(() => [
    {
      id: "title", label: __("Title"), enableHiding: false, getValue: ({ item }) => titleOf(item),
      render: ({ item }) => <div><strong className="title">{"— ".repeat(levelOf(item))}{item.status === "trash" || !mayEdit(item) ? titleOf(item) : <a className="row-title" href={editPage(data.base, item.id)} aria-label={sprintf(__("“%s” (Edit)"), titleOf(item))}>{titleOf(item)}</a>}{stateOf(item, data.special) && <> — <span className="post-state">{stateOf(item, data.special)}</span></>}</strong>{item.id in locks && <div className="locked-info"><span className="locked-text">{sprintf(__("%s is currently editing"), locks[item.id])}</span></div>}</div>,
    },
    ...(!data.authors ? [] : [{
      id: "author", label: __("Author"), type: "integer", style: { align: "start", minWidth: 100 }, enableSorting: false, filterBy: { operators: ["is"] },
      elements: (authors ?? []).map((a) => ({ value: a.id, label: a.name })), render: ({ item }) => (item._embedded?.author?.[0]?.name ? <a href={`${data.base}edit.php?post_type=${encodeURIComponent(data.type)}&author=${item.author}`}>{item._embedded.author[0].name}</a> : null),
    }]),
    ...withTerms(data).map(({ id, taxonomy, label, param }) => ({
      id, label, enableSorting: false, filterBy: { operators: ["is"] }, style: { minWidth: 100, maxWidth: 180 }, // so that the date has room
      elements: ({ categories, tags }[id] ?? []).map((t) => ({ value: t.id, label: plain(t.name) })),
      render: ({ item }) => <Terms list={termsOf(item, taxonomy)} href={(t) => `${data.base}edit.php?post_type=${encodeURIComponent(data.type)}&${param}=${t.id}`} />,
    })),
    { id: "status", label: __("Status"), elements: statuses, filterBy: { operators: ["is"] }, enableSorting: false },
    ...(!data.supports.includes("comments") ? [] : [{ id: "comments", label: __("Comments"), enableSorting: false, filterBy: false, style: { minWidth: 80, width: 80 }, getValue: () => "", render: ({ item }) => <Comments counts={counts} id={item.id} base={data.base} /> }]),
    { id: "date", label: __("Date"), type: "datetime", filterBy: false, style: { minWidth: 110 }, render: ({ item }) => <div>{dated[item.status] ?? __("Last Modified")}<br /><time dateTime={item.date}>{inList(item.date)}</time></div> },
    { id: "slug", label: __("Slug"), enableSorting: false, filterBy: false },
    { id: "excerpt", label: __("Excerpt"), enableSorting: false, enableHiding: false, filterBy: false, getValue: () => "", render: ({ item }) => <span>{words(item.excerpt?.rendered)}</span> },
  ], [data, authors, categories, tags, counts, locks, tree]);
  const told = useMemo(() => counted(data.type === "page"), [data]);
  const views = useMemo(() => viewsOf(data, onlyMine), [data, onlyMine]);
  const classes = (item) => (item.id in locks ? [...classesOf(item, levelOf(item)), "wp-locked"] : classesOf(item, levelOf(item)));
  const quick = useMemo(() => ({
    id: "inline", label: __("Quick Edit"), says: says(__("Quick edit “%s” inline")), isEligible: (item) => item.status !== "trash" && mayEdit(item),
    Inline: ({ items: [item], ...rest }) => <Quick data={data} item={item} authors={authors} {...rest} />,
  }), [data, authors]);
  const bulk = useMemo(() => ({
    id: "bulk", value: "edit", label: __("Bulk edit"), onlyBulk: true, supportsBulk: true, isEligible: (item) => item.status !== "trash" && mayEdit(item) && item.title?.raw !== undefined,
    Inline: ({ items, ...rest }) => <Bulk data={data} items={items} authors={authors} {...rest} />,
  }), [data, authors]);
  const publish = useChange({ ...entity, id: "publish", label: __("Publish"), values: { status: "publish" }, done: __("Published."), isEligible: (item) => ["draft", "pending"].includes(item.status) && !!item._links?.["wp:action-publish"] });
  const draft = useChange({ ...entity, id: "draft", label: __("Back to draft"), values: { status: "draft" }, done: __("It is a draft again."), isEligible: (item) => ["publish", "pending", "private", "future"].includes(item.status) && mayEdit(item) });
  const restore = useChange({ ...entity, id: "untrash", label: __("Restore"), icon: backup, values: { status: "draft" }, done: told.back, says: says(__("Restore “%s” from the Trash")), link: true, isEligible: (item) => item.status === "trash" });
  const remove = useDelete({ ...entity, words: "", done: told.gone, says: says(__("Delete “%s” permanently")), link: true, isEligible: (item) => item.status === "trash" });
  const actions = useMemo(() => [
    { id: "edit", label: __("Edit"), icon: pencil, says: says(__("Edit “%s”")), href: (item) => editPage(data.base, item.id), isEligible: (item) => item.status !== "trash" && mayEdit(item), callback: ([item]) => { window.location = editPage(data.base, item.id); } },
    quick, bulk, {
      id: "trash", label: __("Move to Trash"), short: __("Trash"), says: says(__("Move “%s” to the Trash")), link: true, icon: trash, supportsBulk: true, isDestructive: true, isEligible: (item) => item.status !== "trash" && mayEdit(item),
      callback: (items) => say(() => Promise.all(items.map((item) => deleteEntityRecord("postType", data.type, item.id, {}, { throwOnError: true }))), told.away(items.length), { undo: () => restore.callback(items) }),
    },
    { id: "view", label: __("View"), says: says(__("View “%s”")), href: (item) => item.link, icon: external, isEligible: (item) => item.status !== "trash" && !unseen(item), callback: ([item]) => { window.open(item.link, "_blank", "noopener"); } },
    { id: "preview", label: __("Preview"), says: says(__("Preview “%s”")), href: previewOf, icon: external, isEligible: (item) => unseen(item) && mayEdit(item), callback: ([item]) => { window.open(previewOf(item), "_blank", "noopener"); } },
    restore, remove, publish, draft, ...copies(data), ...(data.type === "wp_block" ? [exportPattern()] : []),
  ], [data, quick, bulk, publish, draft, restore, remove, say, told, deleteEntityRecord]);
  const { createSuccessNotice } = useDispatch(notices);
  useEffect(() => {
    if (!gone) return;
    const ids = (address.get("ids") ?? "").split(",").map(Number).filter(Boolean);
    const words = { trashed: told.away, untrashed: told.back, deleted: told.gone }[gone](Number(address.get(gone)));
    createSuccessNotice(words, { id: "message", speak: false, actions: gone === "trashed" && ids.length ? [{ label: __("Undo"), onClick: () => restore.callback(ids.map((id) => ({ id }))) }] : [] });
  }, []);
  if ((!data.mine && !asksForMore && !hasResolved) || tree === undefined) return null;
  return (
    <>
      {data.type === "wp_block" && data.add && <ImportPatterns />}
      <List {...entity} none={(status === "trash" ? { page: __("No pages found in Trash."), post: __("No posts found in Trash.") } : { page: __("No pages found."), post: __("No posts found.") })[data.type]} classesOf={classes} onFound={found} start={start} unsorted={unsorted} orderedBy={data.hierarchical ? __("order and title, below their parents") : undefined} linked={linkedMode(linkedTo)} views={views} counted={overall} perPageId={`edit_${data.type}_per_page`} filters={<><Filters data={data} categories={categories} />{status === "trash" && <EmptyTrash data={data} told={told} />}</>} rows="post" query={query} ask={asking} fields={fields} actions={actions} searchLabel={data.search} />
    </>
  );
}

// copies are the actions of the extension that copies entries, while it is on.
const copies = (data) => (data.extensions.includes("duplicatepost") && data.may.copy_posts
  ? [["clone", __("Clone")], ["new_draft", __("Copy into a new draft")], ["rewrite", __("Rewrite and republish")]].map(([id, label]) => ({
    id, label, isEligible: (item) => item.status !== "trash" && (id !== "rewrite" || item.status === "publish"),
    callback: ([item]) => { window.location = `${data.base}admin.php?action=duplicate_post_${id}&post=${item.id}`; },
  }))
  : []);

// Entries that nobody reads yet have no page but a preview.
const unseen = (item) => ["draft", "pending", "future"].includes(item.status);
const previewOf = (item) => addQueryArgs(item.link, { preview: "true" });

// The API says which records the person may edit by what it leads to.
const mayEdit = (item) => item._links?.self?.[0]?.targetHints?.allow?.some((m) => m === "PUT" || m === "PATCH" || m === "POST") ?? true;

(window.quoinScreens ??= {}).entries = Entries;
