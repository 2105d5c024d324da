// Entries changed in the list: one of them, or several at once. What is shown and how it is
// called is as in the lists of the field.
import apiFetch from "@wordpress/api-fetch";
import { Button, CheckboxControl, SelectControl, TextareaControl, TextControl } from "@wordpress/components";
import { store as coreStore, useEntityRecord, useEntityRecords } from "@wordpress/core-data";
import { resolveSelect, useDispatch } from "@wordpress/data";
import { dateI18n } from "@wordpress/date";
import { useMemo, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { Inline } from "../../parts/inline.jsx";
import { dateOf, When } from "../../parts/when.jsx";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";

const large = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };
const small = { __nextHasNoMarginBottom: true };
const everyTerm = { per_page: -1, context: "view", _fields: "id,name,parent" };
const everyPage = { per_page: 100, context: "view", orderby: "menu_order", order: "asc", _fields: "id,title,parent" };
const noChange = "-1";
const keep = () => ({ value: noChange, label: __("— No Change —") });

// branches are records in the order of a tree, with how deep each stands.
function branches(records) {
  const below = Map.groupBy(records, (r) => (records.some((other) => other.id === r.parent) ? r.parent : 0));
  const walk = (parent, depth) => (below.get(parent) ?? []).flatMap((r) => [{ ...r, depth }, ...walk(r.id, depth + 1)]);
  return walk(0, 0);
}

function Categories({ value, onChange }) {
  const { records } = useEntityRecords("taxonomy", "category", everyTerm);
  const all = useMemo(() => branches(records ?? []), [records]);
  return (
    <div role="group" aria-label={__("Categories")} className="inline-edit-categories">
      <span className="title quoin-label">{__("Categories")}</span>
      <ul className="cat-checklist category-checklist" tabIndex={0}>
        {all.map((c) => (
          <li key={c.id} style={{ paddingInlineStart: c.depth * 18 }}>
            <CheckboxControl {...small} id={"in-category-" + c.id} name="post_category[]" value={c.id} label={plain(c.name)} checked={value.includes(c.id)} onChange={(on) => onChange(on ? [...value, c.id] : value.filter((id) => id !== c.id))} />
          </li>
        ))}
      </ul>
    </div>
  );
}

// idsOf are the tags of a text that names them, between commas. Those that there aren't are made.
async function idsOf(text) {
  const names = [...new Set(text.split(/[,،、]/).map((n) => n.trim()).filter(Boolean))];
  return Promise.all(names.map(async (name) => {
    const found = await apiFetch({ path: addQueryArgs("/wp/v2/tags", { search: name, per_page: 100, _fields: "id,name" }) });
    const same = found.find((t) => plain(t.name).toLowerCase() === name.toLowerCase());
    if (same) return same.id;
    try {
      return (await apiFetch({ path: "/wp/v2/tags", method: "POST", data: { name } })).id;
    } catch (error) {
      if (error.code === "term_exists") return error.data.term_id;
      throw error;
    }
  }));
}

const tagsOf = (item) => (item._embedded?.["wp:term"] ?? []).flat().filter((t) => t.taxonomy === "post_tag").map((t) => plain(t.name)).join(", ");
const supports = (data, what) => data.supports.includes(what);

// Select is one of the selects; its name is that of the field's.
const Select = ({ name, label, value, options, onChange, id }) => <SelectControl {...large} id={id} name={name} label={label} value={String(value)} options={options} onChange={onChange} />;

function usePages(data) {
  const { records } = useEntityRecords("postType", data.type, everyPage, { enabled: data.hierarchical });
  return useMemo(() => branches(records ?? []).map((p) => ({ value: String(p.id), id: p.id, label: "\u00a0".repeat(3 * p.depth) + (plain(p.title) || __("(no title)")) })), [records]);
}

const authorsOf = (authors) => (authors ?? []).map((a) => ({ value: String(a.id), label: a.name }));
const templatesOf = (data) => data.templates.map(({ id, title }) => ({ value: id || "default", label: title }));
const formatNames = { standard: __("Standard"), aside: __("Aside"), audio: __("Audio"), chat: __("Chat"), gallery: __("Gallery"), image: __("Image"), link: __("Link"), quote: __("Quote"), status: __("Status"), video: __("Video") };
const statusesOf = (data, item) => [
  ...(data.publishes || !item || item.status === "publish" ? [{ value: "publish", label: __("Published") }] : []),
  ...(item?.status === "future" ? [{ value: "future", label: __("Scheduled") }] : []),
  ...(item ? [] : [{ value: "private", label: __("Private") }]),
  { value: "pending", label: __("Pending Review") },
  { value: "draft", label: __("Draft") },
];
function Buttons({ id, busy, onCancel }) {
  return (
    <div className="submit inline-edit-save quoin-row">
      <Button id={id} variant="primary" className="button save" type="submit" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize>{__("Update")}</Button>
      <Button variant="tertiary" className="cancel" onClick={onCancel} __next40pxDefaultSize>{__("Cancel")}</Button>
    </div>
  );
}

// useDone runs a form: it says how it went, and closes it when all went well.
function useDone(onClose) {
  const [busy, setBusy] = useState(false);
  const say = useSay();
  return [busy, async (event, work, done) => {
    event.preventDefault();
    setBusy(true);
    if (await say(work, done)) onClose();
    else setBusy(false);
  }];
}

// Quick edits one entry. A list that is read as it is shown doesn't have what is edited of it: that is read first.
export function Quick({ item, ...rest }) {
  const whole = item.title?.raw !== undefined;
  const { record } = useEntityRecord("postType", rest.data.type, item.id, { enabled: !whole });
  const edited = useMemo(() => (whole ? item : record && { ...item, ...record }), [item, record, whole]);
  return edited ? <QuickForm item={edited} {...rest} /> : null;
}

function QuickForm({ root, data, item, authors, onClose, onKept }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const before = useMemo(() => ({
    title: item.title?.raw ?? "", slug: item.slug, date: item.date, author: item.author, password: item.password ?? "", status: item.status,
    categories: item.categories ?? [], tags: tagsOf(item), parent: item.parent ?? 0, menu_order: item.menu_order ?? 0, template: item.template || "default",
    comment_status: item.comment_status, ping_status: item.ping_status, sticky: !!item.sticky,
  }), [item]);
  const [now, setNow] = useState(before);
  const [busy, run] = useDone(onClose);
  const pages = usePages(data);
  const set = (name) => (value) => setNow((had) => ({ ...had, [name]: value }));
  const post = data.type === "post";
  const isPrivate = now.status === "private";
  const save = async () => {
    const changes = Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
    if ("date" in changes) changes.date = dateOf(changes.date);
    if ("template" in changes) changes.template = changes.template === "default" ? "" : changes.template;
    if ("tags" in changes) changes.tags = await idsOf(changes.tags);
    for (const name of ["author", "parent", "menu_order"]) if (name in changes) changes[name] = Number(changes[name]);
    const saved = await saveEntityRecord("postType", data.type, { id: item.id, ...changes }, { throwOnError: true });
    // What is saved comes without names of terms and authors.
    const [shown] = (await resolveSelect(coreStore).getEntityRecords("postType", data.type, { include: [item.id], status: saved.status, context: "edit", _embed: "author,wp:term", _fields: "id,_links,_embedded" })) ?? [];
    onKept({ ...saved, ...shown });
  };
  return (
    <Inline root={root} after={"post-" + item.id} id={"edit-" + item.id} className={["inline-edit-row", "quick-edit-row", "inline-edit-" + data.type].join(" ")} label={__("Quick Edit")} onClose={onClose}>
      <form className="quoin-quick" onSubmit={(event) => run(event, save, __("Updated."))}>
        <div className="quoin-quick__part">
          <TextControl {...large} name="post_title" label={__("Title")} value={now.title} onChange={set("title")} dir="auto" />
          <TextControl {...large} name="post_name" label={__("Slug")} value={now.slug} onChange={set("slug")} dir="auto" />
          <When value={now.date} onChange={set("date")} />
          {data.mine && data.authors && authors?.length > 1 && <Select name="post_author" label={__("Author")} value={now.author} options={authorsOf(authors)} onChange={set("author")} />}
          {data.publishes && <TextControl {...large} name="post_password" label={__("Password")} disabled={isPrivate} value={now.password} onChange={set("password")} autoComplete="off" />}
          {data.publishes && <CheckboxControl {...small} name="keep_private" label={__("Private")} checked={isPrivate} onChange={(on) => setNow((had) => ({ ...had, status: on ? "private" : before.status === "private" ? "publish" : before.status, password: on ? "" : had.password, sticky: on ? false : had.sticky }))} />}
        </div>
        {post && <div className="quoin-quick__part"><Categories value={now.categories} onChange={set("categories")} /></div>}
        <div className="quoin-quick__part">
          {post && <TextareaControl {...small} className="tax_input_post_tag" data-wp-taxonomy="post_tag" name="tax_input[post_tag]" label={__("Tags")} help={__("Separate tags with commas.")} rows={2} value={now.tags} onChange={set("tags")} dir="auto" />}
          {data.hierarchical && <Select id="post_parent" name="post_parent" label={__("Parent")} value={now.parent} options={[{ value: "0", label: __("Main Page (no parent)") }, ...pages.filter((p) => p.id !== item.id)]} onChange={set("parent")} />}
          {supports(data, "page-attributes") && <TextControl {...large} name="menu_order" label={__("Order")} inputMode="numeric" value={String(now.menu_order)} onChange={set("menu_order")} />}
          {data.templates.length > 1 && <Select name="page_template" label={__("Template")} value={now.template} options={templatesOf(data)} onChange={set("template")} />}
          {supports(data, "comments") && <CheckboxControl {...small} name="comment_status" label={__("Allow Comments")} checked={now.comment_status === "open"} onChange={(on) => set("comment_status")(on ? "open" : "closed")} />}
          {supports(data, "trackbacks") && <CheckboxControl {...small} name="ping_status" label={__("Allow Pings")} checked={now.ping_status === "open"} onChange={(on) => set("ping_status")(on ? "open" : "closed")} />}
          {!isPrivate && <Select name="_status" label={__("Status")} value={now.status} options={statusesOf(data, item)} onChange={set("status")} />}
          {post && data.mine && !isPrivate && <CheckboxControl {...small} name="sticky" label={__("Make this post sticky")} checked={now.sticky} onChange={set("sticky")} />}
        </div>
        <Buttons busy={busy} onCancel={onClose} />
      </form>
    </Inline>
  );
}

const nothing = { categories: [], tags: "", author: noChange, parent: noChange, template: noChange, comment_status: noChange, ping_status: noChange, status: noChange, sticky: noChange, format: noChange };
const allowed = () => [keep(), { value: "open", label: __("Allow") }, { value: "closed", label: __("Do not allow") }];

// Bulk edits several entries: what stays as it is isn't sent, and terms are added.
export function Bulk({ root, data, items, authors, onClose, onDone }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [left, setLeft] = useState(items);
  const [now, setNow] = useState(nothing);
  const [busy, run] = useDone(onDone);
  const pages = usePages(data);
  const set = (name) => (value) => setNow((had) => ({ ...had, [name]: value }));
  const post = data.type === "post";
  const remove = (item) => {
    const rest = left.filter((i) => i.id !== item.id);
    if (rest.length) setLeft(rest);
    else onClose();
  };
  const save = async () => {
    const { categories, tags, ...chosen } = now;
    const changes = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== noChange));
    for (const name of ["author", "parent"]) if (name in changes) changes[name] = Number(changes[name]);
    if ("template" in changes) changes.template = changes.template === "default" ? "" : changes.template;
    if ("sticky" in changes) changes.sticky = changes.sticky === "sticky";
    const added = tags.trim() ? await idsOf(tags) : [];
    await Promise.all(left.map((item) => saveEntityRecord("postType", data.type, {
      id: item.id, ...changes,
      ...(categories.length ? { categories: [...new Set([...(item.categories ?? []), ...categories])] } : {}),
      ...(added.length ? { tags: [...new Set([...(item.tags ?? []), ...added])] } : {}),
    }, { throwOnError: true })));
  };
  const done = data.type === "page" ? sprintf(_n("%d page updated.", "%d pages updated.", left.length), left.length) : sprintf(_n("%d post updated.", "%d posts updated.", left.length), left.length);
  return (
    <Inline root={root} id="bulk-edit" className={["inline-edit-row", "bulk-edit-row"].join(" ")} label={__("Bulk Edit")} onClose={onClose}>
      <form className="quoin-quick" onSubmit={(event) => run(event, save, done)}>
        <div className="quoin-quick__part" id="bulk-titles">
          <ul id="bulk-titles-list">
            {left.map((item) => {
              const name = plain(item.title) || __("(no title)");
              return <li key={item.id} className="ntdelitem"><button type="button" id={"_" + item.id} className="button-link ntdelbutton" aria-label={sprintf(__("Remove “%s” from Bulk Edit"), name)} onClick={() => remove(item)}>×</button> <span className="ntdeltitle" aria-hidden="true">{name}</span></li>;
            })}
          </ul>
        </div>
        {post && <div className="quoin-quick__part"><Categories value={now.categories} onChange={set("categories")} /></div>}
        <div className="quoin-quick__part">
          {post && <TextareaControl {...small} className="tax_input_post_tag" data-wp-taxonomy="post_tag" name="tax_input[post_tag]" label={__("Tags")} help={__("Separate tags with commas.")} rows={2} value={now.tags} onChange={set("tags")} dir="auto" />}
          {data.mine && data.authors && <Select name="post_author" label={__("Author")} value={now.author} options={[keep(), ...authorsOf(authors)]} onChange={set("author")} />}
          {data.hierarchical && <Select id="bulk_edit_post_parent" name="post_parent" label={__("Parent")} value={now.parent} options={[keep(), { value: "0", label: __("Main Page (no parent)") }, ...pages]} onChange={set("parent")} />}
          {data.templates.length > 1 && <Select name="page_template" label={__("Template")} value={now.template} options={[keep(), ...templatesOf(data)]} onChange={set("template")} />}
          {supports(data, "comments") && <Select name="comment_status" label={__("Comments")} value={now.comment_status} options={allowed()} onChange={set("comment_status")} />}
          {supports(data, "trackbacks") && <Select name="ping_status" label={__("Pings")} value={now.ping_status} options={allowed()} onChange={set("ping_status")} />}
          <Select name="_status" label={__("Status")} value={now.status} options={[keep(), ...statusesOf(data)]} onChange={set("status")} />
          {post && data.mine && <Select name="sticky" label={__("Sticky")} value={now.sticky} options={[keep(), { value: "sticky", label: __("Sticky") }, { value: "unsticky", label: __("Not Sticky") }]} onChange={set("sticky")} />}
          {post && data.formats?.length > 0 && <Select name="post_format" label={__("Format")} value={now.format} options={[keep(), ...["standard", ...data.formats.filter((f) => f !== "standard")].map((value) => ({ value, label: formatNames[value] ?? value }))]} onChange={set("format")} />}
        </div>
        <Buttons id="bulk_edit" busy={busy} onCancel={onClose} />
      </form>
    </Inline>
  );
}

export { formatNames };
