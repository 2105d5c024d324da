// A picture of the media library that a person chooses.
import { Button, Modal, SearchControl, Spinner } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { plain } from "./texts.jsx";

// Picture shows the address of a picture, and offers to choose another one. "onChange" is
// given its id and address, 0 and "" for none.
export function Picture({ label, help, url, onChange }) {
  const [open, setOpen] = useState(false);
  const choose = (id, address) => {
    setOpen(false);
    onChange(id, address);
  };
  return (
    <fieldset className="quoin-fields">
      <legend>{label}</legend>
      {help && <p>{help}</p>}
      {url && <img className="quoin-picture" src={url} alt="" />}
      <div className="quoin-row">
        <Button variant="secondary" __next40pxDefaultSize onClick={() => setOpen(true)} aria-label={sprintf(__("Choose: %s"), label)}>{url ? __("Replace") : __("Choose")}</Button>
        {url && <Button variant="tertiary" isDestructive __next40pxDefaultSize onClick={() => onChange(0, "")} aria-label={sprintf(__("Remove: %s"), label)}>{__("Remove")}</Button>}
      </div>
      {open && <Modal title={label} size="large" onRequestClose={() => setOpen(false)}><Library onChoose={choose} /></Modal>}
    </fieldset>
  );
}

function Library({ onChoose }) {
  const [search, setSearch] = useState("");
  const { records, isResolving } = useEntityRecords("postType", "attachment", { media_type: "image", per_page: 24, search: search || undefined, context: "view" });
  return (
    <>
      <SearchControl label={__("Search pictures")} value={search} onChange={setSearch} __nextHasNoMarginBottom />
      <ul className="quoin-pictures">
        {(records ?? []).map((m) => (
          <li key={m.id}>
            <Button label={m.alt_text || plain(m.title) || m.slug} onClick={() => onChoose(m.id, m.source_url)}>
              <img src={m.media_details?.sizes?.thumbnail?.source_url ?? m.source_url} alt="" loading="lazy" />
            </Button>
          </li>
        ))}
      </ul>
      {isResolving && <Spinner />}
      {!isResolving && records?.length === 0 && <p>{__("There are no pictures.")}</p>}
    </>
  );
}
