// What is known of one theme, and what may be done with it. Classes are those of the field's window.
import { Button, Modal } from "@wordpress/components";
import { __, sprintf } from "@wordpress/i18n";
import { plain, words } from "../../parts/texts.jsx";

// Look leads to the design of a theme: of the one in use, and of the site as it would be with
// another one, which can be put into effect there.
export function Look({ item, data }) {
  const name = plain(item.name);
  if (!data.may.edit_theme_options) return null;
  if (item.status === "active") return <a href={data.base + "site-editor.php"} aria-label={sprintf(__("Customize %s"), name)}>{__("Customize")}</a>;
  return item.is_block_theme === false || !data.previews ? null : <a href={`${data.base}site-editor.php?wp_theme_preview=${encodeURIComponent(item.stylesheet)}`} aria-label={sprintf(__("Live Preview %s"), name)}>{__("Live Preview")}</a>;
}

const step = (className, label, theme, onShow) => (
  <Button className={className} variant="tertiary" disabled={!theme} accessibleWhenDisabled onClick={() => onShow(theme.stylesheet)} __next40pxDefaultSize>{label}</Button>
);

export function Details({ all, stylesheet, links, data, onShow }) {
  const at = all.findIndex((one) => one.stylesheet === stylesheet);
  const theme = all[at];
  if (!theme) return null;
  const name = plain(theme.name), author = plain(theme.author), site = theme.author_uri?.raw || theme.author_uri?.rendered;
  const tags = (theme.tags?.raw ?? []).join(", ");
  return (
    <Modal className="theme-overlay" title={__("Theme Details")} size="large" onRequestClose={() => onShow("")}>
      <div className="theme-wrap">
        <p className="quoin-row">
          {step("left", __("Show previous theme"), all[at - 1], onShow)}
          {step("right", __("Show next theme"), all[at + 1], onShow)}
        </p>
        {theme.screenshot && <img className="theme-screenshot" src={theme.screenshot} alt="" />}
        {theme.status === "active" && <p className="current-label">{__("Active")}</p>}
        <h2 className="theme-name">{name} {theme.version && <span className="theme-version">{sprintf(__("Version %s"), theme.version)}</span>}</h2>
        {author && <p className="theme-author">{/^https?:/i.test(site) ? <a href={site} rel="noreferrer">{author}</a> : author}</p>}
        <p className="theme-description">{words(theme.description?.rendered ?? theme.description?.raw)}</p>
        {theme.template !== theme.stylesheet && <p className="parent-theme">{sprintf(__("This theme builds on %s."), theme.template)}</p>}
        {tags && <p className="theme-tags">{__("Tags")}: {tags}</p>}
        <p className="theme-actions quoin-row">
          <Look item={theme} data={data} />
          {links?.use && <Button className="activate" variant="primary" href={links.use} aria-label={sprintf(__("Activate %s"), name)} __next40pxDefaultSize>{__("Activate")}</Button>}
          {links?.delete && <Button className="delete-theme" variant="tertiary" isDestructive href={links.delete} onClick={(event) => { if (!window.confirm(__("This can't be undone."))) event.preventDefault(); }} __next40pxDefaultSize>{__("Delete")}</Button>}
        </p>
      </div>
    </Modal>
  );
}
