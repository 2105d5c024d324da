// The terms of a taxonomy, with a form for a new one beside them, and one of them alone.
import { Button, Spinner, TextControl } from "@wordpress/components";
import { store as coreStore, useEntityRecord, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { external, pencil } from "@wordpress/icons";
import { store as notices } from "@wordpress/notices";
import { useDelete } from "../../parts/actions.jsx";
import { area, select, text } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { Inline } from "../../parts/inline.jsx";
import { useLevels } from "../../parts/levels.js";
import { List } from "../../parts/list.jsx";
import { saying } from "../../parts/rows.jsx";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";

const start = { titleField: "name", fields: ["description", "slug", "count"], sort: { field: "name", direction: "asc" } };
const address = new URLSearchParams(window.location.search);
// The parameters by which lists of posts are narrowed to a term.
const listed = { category: "cat", post_tag: "tag_id" };
const nameOf = (item) => plain(item.name);
// What is said of a term that was added, changed and deleted, and of several that were deleted.
const told = {
  category: [__("Category added."), __("Category updated."), __("Category deleted."), __("Categories deleted.")],
  post_tag: [__("Tag added."), __("Tag updated."), __("Tag deleted."), __("Tags deleted.")],
};
const usual = [__("Item added."), __("Item updated."), __("Item deleted."), __("Items deleted.")];

// useForm is the form of a term; "at" is how ids of its controls begin.
function useForm(data, at, without) {
  const { records } = useEntityRecords("taxonomy", data.taxonomy, { per_page: 100, context: "view", _fields: "id,name" }, { enabled: data.hierarchical });
  // Texts stay the same controls when the parents come, under the hands of who types already.
  const texts = useMemo(() => [
    text("name", __("Name"), __("As it is shown on the site."), { html: at + "name", wrap: "term-name-wrap", required: true }),
    text("slug", __("Slug"), __("The name in addresses; left empty, it is made of the name."), { html: at + "slug", name: "slug", wrap: "term-slug-wrap" }),
    area("description", __("Description"), __("Some themes show it."), { html: at + "description", name: "description", wrap: "term-description-wrap" }),
  ], [at]);
  return useMemo(() => {
    const parents = (records ?? []).filter((t) => t.id !== without).map((t) => ({ value: t.id, label: nameOf(t) }));
    const [name, slug, description] = texts;
    return [name, slug, ...(data.hierarchical ? [select("parent", data.labels.parent, [{ value: 0, label: __("None") }, ...parents], "integer", { wrap: "term-parent-wrap" })] : []), description];
  }, [data, texts, records, without]);
}

const shownOf = (item) => ({ name: nameOf(item), slug: item.slug, parent: item.parent, description: item.description });

// Terms stand below their parents as long as nobody orders or searches them; very many don't.
const inTree = { ...start, sort: undefined };
const everyTerm = { context: "view", _fields: "id,parent,name" };
const byName = (a, b) => nameOf(a).localeCompare(nameOf(b));

function Terms({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [made, setMade] = useState(null);
  const entity = { kind: "taxonomy", name: data.taxonomy };
  const [added, updated, deleted, severalDeleted] = told[data.taxonomy] ?? usual;
  const form = useForm(data, "tag-");
  const page = (item) => `${data.base}term.php?taxonomy=${encodeURIComponent(data.taxonomy)}&tag_ID=${item.id}`;
  const { createSuccessNotice } = useDispatch(notices);
  useEffect(() => { if (address.has("deleted")) createSuccessNotice(deleted, { id: "message", speak: false }); }, [deleted, createSuccessNotice]);
  const tree = useLevels("taxonomy", data.taxonomy, everyTerm, byName, data.hierarchical && !address.has("orderby") && !address.get("s"));
  const unsorted = useMemo(() => tree && { include: [...tree.keys()], orderby: "include" }, [tree]);
  const levelOf = (item) => (new URLSearchParams(window.location.search).has("orderby") ? 0 : tree?.get(item.id) ?? 0);
  const fields = useMemo(() => [
    { id: "name", label: __("Name"), getValue: ({ item }) => nameOf(item), enableHiding: false, render: ({ item }) => <strong><a className="row-title" href={page(item)} aria-label={sprintf(__("“%s” (Edit)"), nameOf(item))}>{"— ".repeat(levelOf(item))}{nameOf(item)}</a></strong> },
    { id: "description", label: __("Description"), enableSorting: false, style: { maxWidth: 220 } },
    { id: "slug", label: __("Slug") },
    { id: "count", label: __("Count"), type: "integer", filterBy: false, render: ({ item }) => <a href={listed[data.taxonomy] ? `${data.base}edit.php?${listed[data.taxonomy]}=${item.id}` : item.link}>{item.count}</a> },
  ], [data, tree]);
  const edit = useMemo(() => ({
    id: "inline", label: __("Quick Edit"), says: saying(__("Quick edit “%s” inline"), nameOf),
    Inline: ({ items: [item], ...rest }) => <Quick data={data} item={item} done={updated} {...rest} />,
  }), [data, updated]);
  const remove = useDelete({ ...entity, always: true, label: __("Delete"), says: saying(__("Delete “%s”"), nameOf), wordsForMany: "", done: (n, bulk) => (bulk ? severalDeleted : deleted), isEligible: (item) => item.id !== data.fixed, words: __("Entries keep their other terms.") });
  const actions = [
    { id: "edit", label: __("Edit"), says: saying(__("Edit “%s”"), nameOf), icon: pencil, href: page, callback: ([item]) => { window.location = page(item); } }, edit, remove,
    { id: "view", label: __("View"), says: saying(__("View “%s” archive"), nameOf), icon: external, href: (item) => item.link, callback: ([item]) => { window.location = item.link; } },
  ];
  return (
    <div className="quoin-columns">
      <section id="addtag" aria-label={data.labels.add}>
        <h2>{data.labels.add}</h2>
        <Form key={made?.id} record={{ name: "", slug: "", parent: 0, description: "" }} fields={form} id="submit" label={data.labels.add} done={added}
          save={async (changes) => setMade(await saveEntityRecord("taxonomy", data.taxonomy, changes, { throwOnError: true }))} />
      </section>
      {tree === undefined ? <Spinner /> : <List {...entity} rows="tag" none={{ category: __("No categories found."), post_tag: __("No tags found.") }[data.taxonomy]} start={tree ? inTree : start} unsorted={unsorted} orderedBy={tree ? __("name, below their parents") : undefined} added={made} fields={fields} actions={actions} searchLabel={data.labels.search} searchId="tag-search-input" />}
    </div>
  );
}

const large = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };

// Quick changes the name of a term, and that in addresses, in the place of its row.
function Quick({ root, data, item, done, onClose, onKept }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [now, setNow] = useState({ name: nameOf(item), slug: item.slug });
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const set = (name) => (value) => setNow((had) => ({ ...had, [name]: value }));
  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (await say(async () => onKept(await saveEntityRecord("taxonomy", data.taxonomy, { id: item.id, ...now }, { throwOnError: true })), done)) onClose();
    else setBusy(false);
  };
  return (
    <Inline root={root} after={"tag-" + item.id} id={"edit-" + item.id} className="inline-edit-row" role="group" label={__("Quick Edit")} onClose={onClose}>
      <form className="quoin-quick" onSubmit={send}>
        <TextControl {...large} name="name" label={__("Name")} value={now.name} onChange={set("name")} required dir="auto" />
        <TextControl {...large} name="slug" label={__("Slug")} value={now.slug} onChange={set("slug")} />
        <div className="submit inline-edit-save quoin-row">
          <Button className="button save" variant="primary" type="submit" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize>{data.labels.update}</Button>
          <Button className="cancel" variant="tertiary" onClick={onClose} __next40pxDefaultSize>{__("Cancel")}</Button>
        </div>
      </form>
    </Inline>
  );
}

function Term({ data, id }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { record, hasResolved } = useEntityRecord("taxonomy", data.taxonomy, id);
  const form = useForm(data, "", id);
  const list = `${data.base}edit-tags.php?taxonomy=${encodeURIComponent(data.taxonomy)}`;
  const shown = useMemo(() => record && shownOf(record), [record]);
  if (!hasResolved) return <Spinner />;
  if (!record) return <p>{__("There is no such term.")}</p>;
  // The link itself deletes: it is followed also when the page is closed at once.
  const after = data.delete && id !== data.fixed && <p id="delete-link"><a className="delete" href={data.delete} onClick={(event) => { if (!window.confirm(__("Entries keep their other terms."))) event.preventDefault(); }}>{__("Delete")}</a></p>;
  return <Form name="edittag" record={shown} fields={form} after={after} label={__("Update")} back={data.labels.back && { label: data.labels.back, url: list }} done={(told[data.taxonomy] ?? usual)[1]} save={(changes) => saveEntityRecord("taxonomy", data.taxonomy, { id, ...changes }, { throwOnError: true })} />;
}

(window.quoinScreens ??= {}).terms = ({ data }) => (data.path === "term.php" ? <Term data={data} id={Number(address.get("tag_ID"))} /> : <Terms data={data} />);
