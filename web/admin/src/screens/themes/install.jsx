// Themes that come in as ZIP files. Ids and names are those of the field's pages.
import { Button, Notice } from "@wordpress/components";
import { createInterpolateElement, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { bytes } from "../../parts/texts.jsx";

export function Upload({ data }) {
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (data.refused) return <div className="quoin-lead"><Notice status="info" isDismissible={false} spokenMessage="">{data.refused}</Notice></div>;
  return (
    <div className="upload-theme quoin-lead">
      <p className="install-help">{__("A block theme in a ZIP file is installed or updated here. Its scripts run on the pages of the site, so take themes from those whom you trust.")} {sprintf(__("The file may have %s."), bytes(data.maxUpload))}</p>
      <p>{createInterpolateElement(__("Where several servers show the site, each one needs the theme: <code>quoin theme install FILE</code> brings it to the others."), { code: <code /> })}</p>
      <form className="wp-upload-form" method="post" encType="multipart/form-data" action={data.base + "update.php?action=upload-theme"} onSubmit={() => setBusy(true)}>
        <input type="hidden" name="_wpnonce" value={data.formNonce} />
        <label className="screen-reader-text" htmlFor="themezip">{__("Theme zip file")}</label>
        <input type="file" id="themezip" name="themezip" accept=".zip" onChange={(event) => setChosen(event.target.files.length > 0)} />{" "}
        <Button id="install-theme-submit" type="submit" variant="primary" isBusy={busy} disabled={!chosen || busy} accessibleWhenDisabled __next40pxDefaultSize>{__("Install Now")}</Button>
      </form>
    </div>
  );
}

// Question asks whether a theme takes the place of the one of its name.
function Question({ question }) {
  const rows = [__("Theme name"), __("Version"), __("Author"), __("Parent theme")];
  return (
    <>
      <h2 className="update-from-upload-heading">{__("This theme is already installed.")}</h2>
      <table className="quoin-table update-from-upload-comparison">
        <thead><tr><td /><th scope="col">{__("Installed")}</th><th scope="col">{__("Uploaded")}</th></tr></thead>
        <tbody>{rows.map((label, i) => <tr key={label}><th scope="row" className="name-label">{label}</th><td>{question.installed[i] || "-"}</td><td className={question.installed[i] === question.uploaded[i] ? undefined : "warning"}>{question.uploaded[i] || "-"}</td></tr>)}</tbody>
      </table>
      <p className="update-from-upload-notice">{__("All files of the installed theme go. What was changed in the editor stays.")}</p>
      <p className="update-from-upload-actions">
        <Button variant="primary" className="update-from-upload-overwrite" href={question.replace} __next40pxDefaultSize>{__("Replace installed with uploaded")}</Button>{" "}
        <Button variant="tertiary" href={question.cancel} __next40pxDefaultSize>{__("Cancel and go back")}</Button>
      </p>
    </>
  );
}

// Come tells what became of what was sent.
export function Come({ data }) {
  const { installed, active, refused, why, question } = data;
  const preview = installed && !active && data.may.switch_themes && data.may.edit_theme_options;
  return (
    <div className="quoin-lead">
      {refused && <Notice status="error" isDismissible={false} spokenMessage="">{refused}{why && <><br />{why}</>}</Notice>}
      {question && <Question question={question} />}
      {installed && <Notice status="success" isDismissible={false} spokenMessage="">{sprintf(__("Theme installed: %s"), installed.title)}</Notice>}
      {!question && (
        <p className="quoin-form__buttons">
          {preview && <a className="load-customize" href={data.base + "site-editor.php?wp_theme_preview=" + encodeURIComponent(installed.id)} aria-label={sprintf(__("Live Preview %s"), installed.title)}>{__("Live Preview")}</a>}
          {installed?.use && data.may.switch_themes && <a className="activatelink" href={installed.use} aria-label={sprintf(__("Activate %s"), installed.title)}>{__("Activate")}</a>}
          <a href={data.base + "themes.php"}>{__("Go to Themes page")}</a>
          {refused && <a href={data.base + "theme-install.php"}>{__("Go to Theme Installer")}</a>}
        </p>
      )}
    </div>
  );
}
