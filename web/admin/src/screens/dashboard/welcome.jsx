// What the owner of a site may begin with, until they don't want to see it any more.
import { speak } from "@wordpress/a11y";
import { __ } from "@wordpress/i18n";

const parts = [
  { title: __("Write"), words: __("Posts tell what is new. Pages are for what stays, such as who you are and how you are reached."), links: [["post-new.php", __("Write a post")], ["post-new.php?post_type=page", __("Add a page")], ["upload.php", __("Bring pictures and files")]] },
  { title: __("Choose the look"), words: __("A theme gives the site its shape. Colours, fonts, header and footer are yours to change."), links: [["themes.php", __("Choose a theme")], ["site-editor.php", __("Change colours and fonts"), "?p=/styles"], ["nav-menus.php", __("Make a menu")]] },
  { title: __("Set the site up"), words: __("Say what the site is called and where it is at home, and who else works on it."), links: [["options-general.php", __("Name, language and time")], ["user-new.php", __("Add people")], ["import.php", __("Bring contents from another site")]] },
];

// Welcome leads to those of these places that stand in the person's navigation.
export function Welcome({ data, onClose }) {
  const there = data.navigation.flatMap((head) => [head.href, ...head.items.map((item) => item.href)]);
  const close = (event) => {
    event.preventDefault();
    onClose();
    document.getElementById("show-settings-link")?.focus();
    speak(__("Screen Options brings the welcome back."));
  };
  return (
    <section id="welcome-panel" className="welcome-panel" aria-labelledby="welcome-panel-title">
      <a className="welcome-panel-close" href="#" role="button" aria-label={__("Dismiss the welcome panel")} onClick={close} onKeyDown={(event) => event.key === " " && close(event)}>{__("Dismiss")}</a>
      <div className="welcome-panel-content">
        <h2 id="welcome-panel-title">{__("Welcome to your site")}</h2>
        <div className="welcome-panel-column-container">
          {parts.map(({ title, words, links }) => (
            <div key={title} className="welcome-panel-column">
              <h3>{title}</h3>
              <p>{words}</p>
              <ul>{links.filter(([path]) => there.includes(path)).map(([path, text, more = ""]) => <li key={path}><a href={data.base + path + more}>{text}</a></li>)}</ul>
            </div>
          ))}
        </div>
        <p><a href={data.home}>{__("See the site as visitors do")}</a></p>
      </div>
    </section>
  );
}
