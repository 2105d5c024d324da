// The lists of entries: search, filters and views by the API, so that a list of any
// length is as fast as one page of it.
import { Button } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { resolveSelect, useDispatch } from "@wordpress/data";
import { Fragment, useMemo, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { backup, external, pencil, trash } from "@wordpress/icons";
import { useChange, useDelete, useEdit } from "../../parts/actions.jsx";
import { List } from "../../parts/list.jsx";
import { saying } from "../../parts/rows.jsx";
import { check } from "../../parts/controls.jsx";
import { useSay } from "../../parts/say.js";
import { plain, when } from "../../parts/texts.jsx";
import { exportPattern, ImportPatterns } from "./patterns.jsx";

const statuses = [["publish", __("Published")], ["future", __("Scheduled")], ["draft", __("Draft")], ["pending", __("Pending")], ["private", __("Private")], ["trash", __("Trash")]].map(([value, label]) => ({ value, label }));
const all = "publish,future,draft,pending,private";
const address = new URLSearchParams(window.location.search);
// Links to the list may name a status.
const status = address.get("post_status");
const known = statuses.some((s) => s.value === status);
const linked = known ? { filters: [{ field: "status", operator: "is", value: status }], page: 1 } : status === "all" ? { filters: [], page: 1 } : null;
// The terms of posts have columns, and links of these ask for the entries that have one.
const kinds = [
  { id: "categories", taxonomy: "category", label: __("Categories"), param: "cat" },
  { id: "tags", taxonomy: "post_tag", label: __("Tags"), param: "tag_id" },
];
const withTerms = (data) => (data.type === "post" ? kinds : []);
const linkedTerms = kinds.filter((k) => Number(address.get(k.param)) > 0).map((k) => ({ field: k.id, operator: "is", value: Number(address.get(k.param)) }));
const linkedTo = linkedTerms.length ? { filters: [...(linked?.filters ?? []), ...linkedTerms], page: 1 } : linked;
const startOf = (data) => ({ titleField: "title", fields: ["author", ...(data.type === "post" ? kinds.map((k) => k.id) : ["status"]), "date"], sort: { field: "date", direction: "desc" } });
const queryOf = (data) => ({ _embed: data.type === "post" ? "author,wp:term" : "author", _fields: "id,type,title,author,status,date,slug,link,comment_status,sticky,password,_links,_embedded" });
const termsOf = (item, taxonomy) => (item._embedded?.["wp:term"] ?? []).flat().filter((t) => t.taxonomy === taxonomy);
// Names to choose from: what is used most.
const most = { per_page: 100, context: "view", orderby: "count", order: "desc", _fields: "id,name" };
const ask = ({ status, ...more }) => ({ status: status ?? all, ...more });
const titleOf = (item) => plain(item.title) || __("(no title)");
// What stands beside a title: that its entry isn't there for everybody.
const states = { draft: __("Draft"), pending: __("Pending"), future: __("Scheduled"), private: __("Private") };
const stateOf = (item) => [states[item.status], item.password && __("Password protected"), item.sticky && __("Sticky")].filter(Boolean).join(", ");
const says = (words) => saying(words, titleOf);
const counted = (page) => (page
  ? { away: (n) => sprintf(_n("%d page moved to the Trash.", "%d pages moved to the Trash.", n), n), back: (n) => sprintf(_n("%d page restored from the Trash.", "%d pages restored from the Trash.", n), n), gone: (n) => sprintf(_n("%d page permanently deleted.", "%d pages permanently deleted.", n), n) }
  : { away: (n) => sprintf(_n("%d post moved to the Trash.", "%d posts moved to the Trash.", n), n), back: (n) => sprintf(_n("%d post restored from the Trash.", "%d posts restored from the Trash.", n), n), gone: (n) => sprintf(_n("%d post permanently deleted.", "%d posts permanently deleted.", n), n) });

// viewsOf are the links above a list, one for each status.
function viewsOf(data) {
  const at = `${data.base}edit.php?post_type=${encodeURIComponent(data.type)}&post_status=`;
  return [
    { label: __("All"), href: at + "all", ask: { status: all }, always: true, here: !known },
    ...statuses.map(({ value, label }) => ({ label: value === "draft" ? (n) => (n === 1 ? label : __("Drafts")) : label, href: at + value, ask: { status: value }, here: status === value })),
  ];
}

// Terms are names of terms, each a link to the entries that have it.
const Terms = ({ list, href }) => (list.length
  ? <span>{list.map((t, i) => <Fragment key={t.id}>{i > 0 && ", "}<a href={href(t)}>{plain(t.name)}</a></Fragment>)}</span>
  : <span aria-hidden="true">—</span>);

// None is a table that says that nothing is found, as the field's lists do.
const None = ({ words }) => <table><tbody><tr className="no-items"><td>{words}</td></tr></tbody></table>;

// EmptyTrash deletes all that lies in the trash, and that the person may delete.
function EmptyTrash({ entity, remove }) {
  const { totalItems } = useEntityRecords(entity.kind, entity.name, { per_page: 1, context: "edit", status: "trash", _fields: "id" });
  const [busy, setBusy] = useState(false);
  if (!totalItems) return null;
  const empty = async () => {
    setBusy(true);
    const found = [];
    for (let page = 1; found.length < totalItems && page <= Math.ceil(totalItems / 100); page++) {
      found.push(...await resolveSelect(coreStore).getEntityRecords(entity.kind, entity.name, { per_page: 100, page, context: "edit", status: "trash", _fields: "id,type,status,_links" }) ?? []);
    }
    await remove.callback(found.filter(mayEdit));
    setBusy(false);
  };
  return <div className="quoin-bar"><Button id="delete_all" variant="secondary" isBusy={busy} disabled={busy} accessibleWhenDisabled onClick={empty} __next40pxDefaultSize>{__("Empty Trash")}</Button></div>;
}

function Entries({ data }) {
  const entity = useMemo(() => ({ kind: "postType", name: data.type }), [data]);
  const { deleteEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const { records: authors } = useEntityRecords("root", "user", { per_page: 100, context: "view", who: "authors", _fields: "id,name" }, { enabled: data.authors });
  const { records: categories } = useEntityRecords("taxonomy", "category", most, { enabled: data.type === "post" });
  const { records: tags } = useEntityRecords("taxonomy", "post_tag", most, { enabled: data.type === "post" });
  const query = useMemo(() => queryOf(data), [data]);
  const start = useMemo(() => startOf(data), [data]);
  const fields = useMemo(() => [
    {
      id: "title", label: __("Title"), enableHiding: false, getValue: ({ item }) => titleOf(item),
      render: ({ item }) => <div className={["hentry", "type-" + item.type, "status-" + item.status].join(" ")}><strong className="title">{item.status === "trash" || !mayEdit(item) ? titleOf(item) : <a className="row-title" href={data.edit + item.id} aria-label={sprintf(__("“%s” (Edit)"), titleOf(item))}>{titleOf(item)}</a>}{stateOf(item) && <> — <span className="post-state">{stateOf(item)}</span></>}</strong></div>,
    },
    ...(!data.authors ? [] : [{
      id: "author", label: __("Author"), type: "integer", enableSorting: false, filterBy: { operators: ["is"] },
      elements: (authors ?? []).map((a) => ({ value: a.id, label: a.name })), render: ({ item }) => <span>{item._embedded?.author?.[0]?.name ?? ""}</span>,
    }]),
    ...withTerms(data).map(({ id, taxonomy, label, param }) => ({
      id, label, enableSorting: false, filterBy: { operators: ["is"] },
      elements: ({ categories, tags }[id] ?? []).map((t) => ({ value: t.id, label: plain(t.name) })),
      render: ({ item }) => <Terms list={termsOf(item, taxonomy)} href={(t) => `${data.base}edit.php?post_type=${encodeURIComponent(data.type)}&${param}=${t.id}`} />,
    })),
    { id: "status", label: __("Status"), elements: statuses, filterBy: { operators: ["is"] }, enableSorting: false },
    { id: "date", label: __("Date"), type: "datetime", filterBy: false, render: ({ item }) => <time dateTime={item.date}>{when(item.date)}</time> },
    { id: "slug", label: __("Slug"), enableSorting: false, filterBy: false },
  ], [data, authors, categories, tags]);
  const told = useMemo(() => counted(data.type === "page"), [data]);
  const views = useMemo(() => viewsOf(data), [data]);
  const form = useMemo(() => [
    { id: "title", label: __("Title"), type: "text" },
    { id: "slug", label: __("Slug"), type: "text" },
    { id: "date", label: __("Date"), type: "datetime" },
    { id: "status", label: __("Status"), type: "text", Edit: "select", elements: statuses.filter((s) => !["future", "trash"].includes(s.value)) },
    check("comment_status", __("Allow Comments"), { on: "open", off: "closed" }),
  ], []);
  const quick = useEdit({ ...entity, fields: form, id: "inline", label: __("Quick Edit"), submit: __("Update"), done: __("Updated."), says: says(__("Quick edit “%s” inline")), icon: undefined, isEligible: (item) => item.status !== "trash" && mayEdit(item), from: (item) => ({ title: item.title?.raw, slug: item.slug, date: item.date, status: item.status, comment_status: item.comment_status }) });
  const publish = useChange({ ...entity, id: "publish", label: __("Publish"), values: { status: "publish" }, done: __("Published."), isEligible: (item) => ["draft", "pending"].includes(item.status) && !!item._links?.["wp:action-publish"] });
  const draft = useChange({ ...entity, id: "draft", label: __("Back to draft"), values: { status: "draft" }, done: __("It is a draft again."), isEligible: (item) => ["publish", "pending", "private", "future"].includes(item.status) && mayEdit(item) });
  const restore = useChange({ ...entity, id: "restore", label: __("Restore"), icon: backup, values: { status: "draft" }, done: told.back, says: says(__("Restore “%s” from the Trash")), link: true, isEligible: (item) => item.status === "trash" });
  const remove = useDelete({ ...entity, words: "", done: told.gone, says: says(__("Delete “%s” permanently")), link: true, isEligible: (item) => item.status === "trash" });
  const actions = useMemo(() => [
    { id: "edit", label: __("Edit"), icon: pencil, says: says(__("Edit “%s”")), href: (item) => data.edit + item.id, isEligible: (item) => item.status !== "trash" && mayEdit(item), callback: ([item]) => { window.location = data.edit + item.id; } },
    quick, {
      id: "trash", label: __("Move to Trash"), short: __("Trash"), says: says(__("Move “%s” to the Trash")), link: true, icon: trash, supportsBulk: true, isDestructive: true, isEligible: (item) => item.status !== "trash" && mayEdit(item),
      callback: (items) => say(() => Promise.all(items.map((item) => deleteEntityRecord("postType", data.type, item.id, {}, { throwOnError: true }))), told.away(items.length), { undo: () => restore.callback(items) }),
    },
    { id: "view", label: __("View"), says: says(__("View “%s”")), href: (item) => item.link, icon: external, isEligible: (item) => item.status !== "trash", callback: ([item]) => { window.open(item.link, "_blank", "noopener"); } },
    restore, remove, publish, draft, ...copies(data), ...(data.type === "wp_block" ? [exportPattern()] : []),
  ], [data, quick, publish, draft, restore, remove, say, told, deleteEntityRecord]);
  return (
    <>
      {data.type === "wp_block" && data.add && <ImportPatterns />}
      {status === "trash" && <EmptyTrash entity={entity} remove={remove} />}
      <List {...entity} empty={<None words={data.type === "page" ? __("No pages found.") : data.type === "post" ? __("No posts found.") : __("There are none.")} />} start={start} linked={linkedTo} views={views} rows="post" query={query} ask={ask} fields={fields} actions={actions} searchLabel={data.search} />
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

// The API says which records the person may edit by what it leads to.
const mayEdit = (item) => item._links?.self?.[0]?.targetHints?.allow?.some((m) => m === "PUT" || m === "PATCH" || m === "POST") ?? true;

(window.quoinScreens ??= {}).entries = Entries;
