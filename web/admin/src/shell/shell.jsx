import { Button, SlotFillProvider } from "@wordpress/components";
import { createRoot, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { SnackbarNotices } from "@wordpress/notices";
import { Notices } from "./notices.jsx";

const screens = (window.quoinScreens ??= {});

// show draws the navigation of a person and the screen of a page. The screen's script has
// put its component into window.quoinScreens before.
export function show(data) {
  const Screen = screens[data.page];
  createRoot(document.getElementById("quoin-screen")).render(<SlotFillProvider><Shell data={data}>{Screen ? <Screen data={data} /> : <p>{__("This screen can't be shown.")}</p>}</Shell></SlotFillProvider>);
}

// The ids and classes are those that the field's pages have, for utilities that look for them.
function Shell({ data, children }) {
  return (
    <div className="quoin-shell">
      <a className="quoin-skip" href="#quoin-main">{__("Skip to main content")}</a>
      <Bar data={data} />
      <nav id="adminmenumain" aria-label={__("Main menu")}>
        <ul id="adminmenu">{data.navigation.map((head) => <Head key={head.id} head={head} />)}</ul>
      </nav>
      <main className="wrap" id="quoin-main" tabIndex={-1}>
        <header>
          <h1 className="wp-heading-inline">{data.title}</h1>
          {data.add && <a className="page-title-action" href={data.add}>{data.addText}</a>}
          <Help path={data.path} />
        </header>
        <Notices />
        {children}
        <footer><a href={data.licences}>{__("What the editor is made of")}</a></footer>
      </main>
      <SnackbarNotices className="quoin-notices" />
    </div>
  );
}

const ofLists = __("Point at a row, or go to it by keyboard, and what may be done with it stands below its name. Tick several rows to do it with all of them. Screen Options chooses the columns, and how many rows there are.");
const ofSettings = __("Change what you need and press the button below. It holds at once, for the whole site.");
// What helps on a screen, by its path.
const helps = {
  "index.php": __("The boxes show what happens on the site and what waits for you. Screen Options chooses which of them you see."),
  "edit.php": ofLists, "edit-comments.php": ofLists, "edit-tags.php": ofLists, "users.php": ofLists, "plugins.php": ofLists,
  "upload.php": __("A click on a file shows what is known of it. After “Bulk select” clicks choose files. Files that are dropped anywhere on the page are added."),
  "options-general.php": ofSettings, "options-writing.php": ofSettings, "options-reading.php": ofSettings, "options-discussion.php": ofSettings, "options-media.php": ofSettings, "options-permalink.php": ofSettings,
};

// Help says what a screen is for, to those who ask.
function Help({ path }) {
  const [open, setOpen] = useState(false);
  if (!helps[path]) return null;
  return (
    <>
      <Button id="contextual-help-link" className="quoin-help" variant="tertiary" aria-expanded={open} aria-controls="contextual-help-wrap" onClick={() => setOpen(!open)} __next40pxDefaultSize>{__("Help")}</Button>
      <div id="contextual-help-wrap" role="region" aria-label={__("Help of this screen")} hidden={!open}><h2>{__("Overview")}</h2><p>{helps[path]}</p></div>
    </>
  );
}

// Bar stands above all screens, with what people do most. What stands below a line is there while the pointer
// or the focus is on it.
function Bar({ data }) {
  const { bar } = data;
  const begins = bar.new[0];
  return (
    <nav id="wpadminbar" aria-label={__("Toolbar")}>
      <ul>
        <li id="wp-admin-bar-site-name" className="menupop"><a href={data.home}>{data.site}</a></li>
        {data.navigation.some((head) => head.href === "edit-comments.php") && <li id="wp-admin-bar-comments"><a href={data.base + "edit-comments.php"}>{__("Comments")}</a></li>}
        {begins && (
          <li id="wp-admin-bar-new-content" className="menupop">
            <a href={begins.href}><span aria-hidden="true">+</span> {__("New")}</a>
            <ul className="ab-submenu">{bar.new.map((item) => <li key={item.id} id={"wp-admin-bar-" + item.id}><a href={item.href}>{item.title}</a></li>)}</ul>
          </li>
        )}
        <li id="wp-admin-bar-my-account" className="menupop">
          <a href={bar.profile}>{bar.person}</a>
          <ul className="ab-submenu">
            <li id="wp-admin-bar-user-info"><a href={bar.profile}>{__("Edit Profile")}</a></li>
            <li id="wp-admin-bar-logout"><a href={bar.logout}>{__("Log Out")}</a></li>
          </ul>
        </li>
      </ul>
    </nav>
  );
}

const mark = (here) => (here ? "page" : undefined);

// Head is a line of the navigation. Those below it are there while one of them is shown, and
// while the pointer or the focus is on it.
function Head({ head }) {
  const classes = ["menu-top", head.items.length && "wp-has-submenu", head.here && "current"].filter(Boolean).join(" ");
  return (
    <li id={head.id} className={classes}>
      <a href={head.href} aria-current={head.items.length ? undefined : mark(head.here)}>{head.title}</a>
      {head.items.length > 0 && <ul className="wp-submenu">{head.items.map((item) => <li key={item.href}><a href={item.href} aria-current={mark(item.here)}>{item.title}</a></li>)}</ul>}
    </li>
  );
}
