// Widgets: the areas of a theme in which blocks stand, edited with the editor's own parts.
import { BlockCanvas, BlockEditorProvider, BlockInspector, BlockToolbar, Inserter } from "@wordpress/block-editor";
import { registerCoreBlocks } from "@wordpress/block-library";
import { createBlock, getBlockTypes, parse, serialize } from "@wordpress/blocks";
import { Button, SelectControl, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { uploadMedia } from "@wordpress/media-utils";
import { addWidgetIdToBlock, getWidgetIdFromBlock, registerLegacyWidgetBlock, registerWidgetGroupBlock } from "@wordpress/widgets";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";
import { settingsOf } from "../../settings.js";

const everything = { per_page: -1 };
const unused = "wp_inactive_widgets";
const legacy = "core/legacy-widget";

// blockOf is a widget as a block that knows whose widget it is.
function blockOf(widget) {
  if (widget.id_base !== "block") {
    const attributes = widget.instance ? { idBase: widget.id_base, instance: widget.instance } : { id: widget.id };
    return addWidgetIdToBlock(createBlock(legacy, attributes), widget.id);
  }
  const blocks = parse(widget.instance?.raw?.content ?? "");
  const block = blocks.length === 1 ? blocks[0] : blocks.length ? createBlock("core/group", {}, blocks) : createBlock("core/paragraph");
  return addWidgetIdToBlock(block, widget.id);
}

// widgetOf is what the API is told of a block.
function widgetOf(block) {
  if (block.name !== legacy) return { id_base: "block", instance: { raw: { content: serialize(block) } } };
  const { id, idBase, instance } = block.attributes;
  return instance ? { id_base: idBase, instance } : { id };
}

function Widgets({ data }) {
  const { records, hasResolved } = useEntityRecords("root", "sidebar", everything);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    if (getBlockTypes().length) return;
    registerCoreBlocks();
    registerLegacyWidgetBlock();
    registerWidgetGroupBlock();
  }, []);
  if (!hasResolved) return <Spinner />;
  // Those out of use come last.
  const areas = (records ?? []).toSorted((a, b) => (a.id === unused) - (b.id === unused));
  const area = areas.find((a) => a.id === chosen) ?? areas[0];
  if (!area) return <p>{__("There are no widgets.")}</p>;
  return (
    <div className="quoin-lead">
      {area === areas[0] && area.id === unused && <p>{__("The theme has no areas for widgets: its header, footer and other parts are changed in the site editor. Here are those that are out of use.")} <a href={data.base + "site-editor.php"}>{__("Design")}</a></p>}
      <SelectControl label={__("Area")} help={plain(area.description)} value={area.id} options={areas.map((a) => ({ value: a.id, label: plain(a.name) || a.id }))} onChange={setChosen} __next40pxDefaultSize __nextHasNoMarginBottom />
      <Area key={area.id} area={area} data={data} />
    </div>
  );
}

function Area({ area, data }) {
  const query = useMemo(() => ({ sidebar: area.id, ...everything }), [area.id]);
  const { records, hasResolved } = useEntityRecords("root", "widget", query);
  const { saveEntityRecord, deleteEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const [blocks, setBlocks] = useState(null);
  const [stored, setStored] = useState([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!hasResolved || blocks) return;
    setBlocks((records ?? []).map(blockOf));
    setStored((records ?? []).map((w) => w.id));
  }, [hasResolved, records, blocks]);
  const settings = useMemo(() => {
    const all = settingsOf(data.settings);
    return { ...all, hasFixedToolbar: true, mediaUpload: ({ onError, ...more }) => uploadMedia({ ...more, wpAllowedMimeTypes: all.allowedMimeTypes, onError: (e) => onError?.(e.message) }) };
  }, [data]);
  if (!blocks) return <Spinner />;
  const save = async () => {
    setBusy(true);
    await say(async () => {
      const ids = [];
      for (const block of blocks) {
        const id = getWidgetIdFromBlock(block);
        ids.push((await saveEntityRecord("root", "widget", { ...(id ? { id } : {}), sidebar: area.id, ...widgetOf(block) }, { throwOnError: true })).id);
      }
      for (const id of stored.filter((one) => !ids.includes(one))) await deleteEntityRecord("root", "widget", id, { force: true }, { throwOnError: true });
      await saveEntityRecord("root", "sidebar", { id: area.id, widgets: ids }, { throwOnError: true });
      setStored(ids);
      setBlocks(blocks.map((block, i) => addWidgetIdToBlock(block, ids[i])));
    }, __("Widgets saved."));
    setBusy(false);
  };
  return (
    <BlockEditorProvider value={blocks} onInput={setBlocks} onChange={setBlocks} settings={settings}>
      <div className="quoin-row">
        <Inserter rootClientId={undefined} />
        <div className="quoin-blocks__bar"><BlockToolbar hideDragHandle /></div>
        <Button variant="primary" isBusy={busy} disabled={busy} accessibleWhenDisabled onClick={save} __next40pxDefaultSize>{__("Update")}</Button>
      </div>
      <div className="quoin-blocks">
        <section aria-label={__("Blocks of the area")}><BlockCanvas height={560} styles={settings.styles} /></section>
        <section aria-label={__("Settings of the block")}><BlockInspector /></section>
      </div>
    </BlockEditorProvider>
  );
}

(window.quoinScreens ??= {}).widgets = Widgets;
