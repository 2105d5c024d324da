// The texts of many entries, one below the other.
import { ToggleControl, SelectControl } from "@wordpress/components";
import { useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { pencil } from "@wordpress/icons";
import { Form } from "@quoin/parts/form.jsx";
import { Remote, useRemote } from "@quoin/parts/remote.jsx";
import { area, text } from "@quoin/parts/options.jsx";
import { post } from "./api.js";

const search = ["seo_title", "meta_description", "focus_keyphrase"];
const social = ["social_title", "social_description"];
const form = [text("focus_keyphrase", __("Focus keyphrase")), text("seo_title", __("Title")), area("meta_description", __("Description")), text("social_title", __("Title in social networks")), area("social_description", __("Description in social networks"))];
const statuses = [["publish", __("Published")], ["draft", __("Draft")], ["pending", __("Pending")], ["future", __("Scheduled")]].map(([value, label]) => ({ value, label }));
const types = [{ value: "post", label: __("Posts") }, { value: "page", label: __("Pages") }];
const toList = (answer) => ({ items: answer.posts, total: answer.total });

// change stores what was changed of an entry, by the two calls that the texts are split into.
async function change(id, changes) {
  for (const [path, names] of [["/bulk_editor/update_search", search], ["/bulk_editor/update_social", social]]) {
    const item = Object.fromEntries(names.filter((name) => name in changes).map((name) => [name, changes[name]]));
    if (Object.keys(item).length === 0) continue;
    const { results: [result] } = await post(path, { items: [{ id, ...item }] });
    if (!result.success) throw new Error(sprintf(__("It can't be changed: %s"), result.error));
  }
}

const own = (name) => ({ item }) => item[name] || <span className="quoin-usual">{item[name + "_fallback"] || "—"}</span>;

export function Bulk() {
  const [type, setType] = useState("post");
  const [lacking, setLacking] = useState(false);
  const ask = useMemo(() => ({ page, perPage, search: words, filters }) => {
    const status = (filters ?? []).find((f) => f.field === "status")?.value;
    return { content_type: type, page, per_page: perPage, search: words || undefined, status: status ? [status] : undefined, needs_improvement: lacking ? ["seo_title", "meta_description"] : undefined };
  }, [type, lacking]);
  const remote = useRemote({ path: "/yoast/v1/bulk_editor/posts", start: { titleField: "title", fields: ["status", "focus_keyphrase", "seo_title", "meta_description"] }, ask, read: toList });
  const { again } = remote;
  const fields = useMemo(() => [
    { id: "title", label: __("Entry"), enableHiding: false, enableSorting: false, filterBy: false, render: ({ item }) => (item.edit_link ? <a href={item.edit_link}>{item.title}</a> : item.title) },
    { id: "status", label: __("Status"), elements: statuses, filterBy: { operators: ["is"] }, enableSorting: false },
    { id: "focus_keyphrase", label: __("Focus keyphrase"), enableSorting: false, filterBy: false },
    ...[["seo_title", __("Title")], ["meta_description", __("Description")], ["social_title", __("Title in social networks")], ["social_description", __("Description in social networks")]].map(([id, label]) => ({ id, label, enableSorting: false, filterBy: false, render: own(id) })),
  ], []);
  const actions = useMemo(() => [{
    id: "edit", label: __("Edit texts"), icon: pencil, isPrimary: true, modalHeader: __("Edit texts"), isEligible: (item) => item.editable,
    RenderModal: ({ items: [item], closeModal }) => <Form record={item} fields={form} onCancel={closeModal} onDone={() => { closeModal(); again(); }} save={(changes) => change(item.id, changes)} />,
  }], [again]);
  return (
    <>
      <div className="quoin-bar quoin-row">
        <SelectControl label={__("Type")} value={type} options={types} onChange={setType} __nextHasNoMarginBottom __next40pxDefaultSize />
        <ToggleControl label={__("Only those that need improvement")} checked={lacking} onChange={setLacking} __nextHasNoMarginBottom />
      </div>
      <Remote remote={remote} fields={fields} actions={actions} />
    </>
  );
}
