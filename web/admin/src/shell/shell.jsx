import { Button, Slot, SlotFillProvider } from "@wordpress/components";
import { createRoot, useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { useDispatch, useSelect } from "@wordpress/data";
import { SnackbarNotices } from "@wordpress/notices";
import { store as preferences } from "@wordpress/preferences";
import { Notices } from "./notices.jsx";

const screens = (window.quoinScreens ??= {});

// show draws the navigation of a person and the screen of a page. The screen's script has
// put its component into window.quoinScreens before.
export function show(data) {
  const Screen = screens[data.page];
  createRoot(document.getElementById("quoin-screen")).render(<SlotFillProvider><Shell data={data}>{Screen ? <Screen data={data} /> : <p>{__("This screen can't be shown.")}</p>}</Shell></SlotFillProvider>);
}

// surround draws toolbar and navigation around an editor, which the packages draw.
export function surround(data) {
  const around = document.createElement("div");
  around.className = "quoin-around";
  document.getElementById("wpwrap").prepend(around);
  createRoot(around).render(<Ways data={data} main="wpbody-content" />);
}

// Ways lead to all screens. The ids and classes are those that the field's pages have, for utilities that look for them.
function Ways({ data, main }) {
  const folded = useSelect((select) => Boolean(select(preferences).get("quoin/shell", "folded")), []);
  const { set } = useDispatch(preferences);
  useEffect(() => { document.body.classList.toggle("folded", folded); }, [folded]);
  return (
    <>
      <a className="quoin-skip" href={"#" + main}>{__("Skip to main content")}</a>
      <a className="quoin-skip" href="#wp-toolbar">{__("Skip to toolbar")}</a>
      <nav id="adminmenumain" aria-label={__("Main menu")}>
        <ul id="adminmenu">
          {data.navigation.map((head) => <Head key={head.id} head={head} />)}
          <li id="collapse-menu"><button type="button" id="collapse-button" aria-expanded={!folded} aria-label={folded ? __("Expand Main menu") : __("Collapse Main menu")} onClick={() => set("quoin/shell", "folded", !folded)}><span aria-hidden="true">{folded ? "»" : "«"}</span> <span className="collapse-button-label">{__("Collapse")}</span></button></li>
        </ul>
      </nav>
      <Bar data={data} />
    </>
  );
}

// The heads of two pages have names of their own on the field's, and tabs in them, which their screens fill in.
const heads = { "options-privacy.php": "privacy-settings", "site-health.php": "health-check" };

function Shell({ data, children }) {
  const own = heads[data.path];
  const title = <h1 className="wp-heading-inline">{data.title}</h1>;
  return (
    <div className="quoin-shell">
      <Ways data={data} main="quoin-main" />
      <main className="wrap" id="quoin-main" tabIndex={-1}>
        <header className={own && own + "-header"}>
          {own ? <div className={own + "-title-section"}>{title}</div> : title}
          {data.add && <a className="page-title-action" href={data.add}>{data.addText}</a>}
          <Help path={data.path} />
          <Slot name="quoin/header" bubblesVirtually />
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
  "index.php": __("The boxes show what happens on the site and what waits for you. Arrows move them, and Screen Options chooses which of them you see."),
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
      <div className="quicklinks" id="wp-toolbar" tabIndex={-1}><ul role="menu">
        <Line id="site-name" to={data.home} text={data.site} below={[{ id: "view-site", href: data.home, title: __("Visit Site") }]} />
        {data.navigation.some((head) => head.href === "edit-comments.php") && <Line id="comments" to={data.base + "edit-comments.php"} text={__("Comments")} />}
        {begins && <Line id="new-content" to={begins.href} text={<><span aria-hidden="true">+</span> {__("New")}</>} below={bar.new} />}
        <Line id="my-account" to={bar.profile} text={bar.person} below={[{ id: "user-info", href: bar.profile, title: __("Edit Profile") }, { id: "logout", href: bar.logout, title: __("Log Out") }]} />
      </ul></div>
    </nav>
  );
}

// Line is one of the bar's, with the roles that the field's toolbar has.
function Line({ id, to, text, below }) {
  return (
    <li role="none" id={"wp-admin-bar-" + id} className={below && "menupop"}>
      <a role="menuitem" className="ab-item" href={to}>{text}</a>
      {below && <ul role="menu" className="ab-submenu">{below.map((item) => <Line key={item.id} id={item.id} to={item.href} text={item.title} />)}</ul>}
    </li>
  );
}

const mark = (here) => (here ? "page" : undefined);

// Head is a line of the navigation. Those below it are there while one of them is shown, and
// while the pointer or the focus is on it.
function Head({ head }) {
  const { items, here } = head;
  const classes = ["menu-top", items.length && "wp-has-submenu", here ? "current" : "wp-not-current-submenu", here && items.length && "wp-has-current-submenu wp-menu-open"].filter(Boolean).join(" ");
  return (
    <li id={head.id} className={classes}>
      <a href={head.href} aria-current={items.length ? undefined : mark(here)}><div className="wp-menu-name">{head.title}</div></a>
      {items.length > 0 && <ul className="wp-submenu wp-submenu-wrap">{items.map((item) => <li key={item.href} className={item.here ? "current" : undefined}><a className={item.here ? "current" : undefined} href={item.href} aria-current={mark(item.here)}>{item.title}</a></li>)}</ul>}
    </li>
  );
}
