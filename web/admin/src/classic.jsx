// What was written without blocks is one block. It is shown, edited as HTML, and made into blocks;
// the packages edit it with an editor of old, which isn't here.
import { BlockControls, store as editors, useBlockProps } from "@wordpress/block-editor";
import { rawHandler, serialize } from "@wordpress/blocks";
import { Button, Placeholder, ToolbarButton, ToolbarGroup } from "@wordpress/components";
import { useDispatch, useSelect } from "@wordpress/data";
import { safeHTML } from "@wordpress/dom";
import { RawHTML } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { classic } from "@wordpress/icons";

export function Classic({ attributes: { content }, clientId }) {
  const { replaceBlocks, toggleBlockMode } = useDispatch(editors);
  const block = useSelect((select) => select(editors).getBlock(clientId), [clientId]);
  const removable = useSelect((select) => select(editors).canRemoveBlock(clientId), [clientId]);
  const edit = () => toggleBlockMode(clientId);
  return (
    <>
      <BlockControls>
        <ToolbarGroup>
          {removable && <ToolbarButton onClick={() => replaceBlocks(clientId, rawHandler({ HTML: serialize(block) }))}>{__("Convert to blocks")}</ToolbarButton>}
          <ToolbarButton onClick={edit}>{__("Edit as HTML")}</ToolbarButton>
        </ToolbarGroup>
      </BlockControls>
      <div {...useBlockProps()}>
        {content ? <RawHTML>{safeHTML(content)}</RawHTML> : <Placeholder icon={classic} label={__("Classic")}><Button variant="primary" onClick={edit} __next40pxDefaultSize>{__("Edit as HTML")}</Button></Placeholder>}
      </div>
    </>
  );
}
