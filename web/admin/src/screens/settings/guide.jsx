// What a site's policy about privacy may say of what the program does, for its owner to copy and change.
// Classes are those of the field's page.
import { Button, Fill } from "@wordpress/components";
import { __ } from "@wordpress/i18n";
import { useSay } from "../../parts/say.js";

const parts = [
  [__("Who we are"), __("Name who is responsible for this site, and how to reach them.")],
  [__("Comments"), __("When visitors leave a comment, we keep its text, the name, address and website that they give, and the IP address and the browser that it came from. The latter help to tell people from spam.")],
  [__("Media"), __("Photos may tell where they were taken. Whoever sees a photo on this site can read that from its file.")],
  [__("Cookies"), __("Who leaves a comment may have their name, address and website kept in cookies for the next one. Who logs in gets a cookie that lasts two days, or two weeks if they want to stay logged in; it goes when they log out.")],
  [__("Embedded content from other websites"), __("Posts may show videos, pictures and posts of other sites. Those sites learn of your visit as if you had opened them, and may set cookies of their own.")],
  [__("Who we share your data with"), __("Messages to you, such as a link to set a password, go through the mail server of this site. Name all others who get data from you, such as those who host the site.")],
  [__("How long we retain your data"), __("Comments and what belongs to them stay until they are deleted. Accounts stay until an administrator deletes them or their owner asks for that.")],
  [__("What rights you have over your data"), __("You can ask for a file with all that this site knows of you, and you can ask that it be erased. What must be kept by law stays.")],
];

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

// suggested are the texts as blocks of a page.
export const suggested = () => parts.map(([title, text]) => `<!-- wp:heading -->\n<h2 class="wp-block-heading">${escaped(title)}</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p>${escaped(text)}</p>\n<!-- /wp:paragraph -->`).join("\n\n");

export function Tabs({ data, guide }) {
  const at = data.base + "options-privacy.php";
  return (
    <Fill name="quoin/header"><nav className="privacy-settings-tabs-wrapper" aria-label={__("Secondary menu")}>
      {[[at, __("Settings"), !guide], [at + "?tab=policyguide", __("Policy Guide"), guide]].map(([href, label, here]) => <a key={href} href={href} className={here ? "privacy-settings-tab active" : "privacy-settings-tab"} aria-current={here ? "page" : undefined}>{label}</a>)}
    </nav></Fill>
  );
}

export function Guide() {
  const say = useSay();
  const copy = () => say(() => navigator.clipboard.writeText(parts.map(([title, text]) => `${title}\n\n${text}`).join("\n\n")), __("Copied."));
  return (
    <div className="privacy-settings-body quoin-lead">
      <h2>{__("Privacy Policy Guide")}</h2>
      <p>{__("These texts say what the program itself does with data of people. Copy them into the page with your policy, change what is different on your site, and add what extensions and others do.")}</p>
      <div className="privacy-text-copy-wrapper"><Button className="privacy-text-copy" variant="secondary" onClick={copy} __next40pxDefaultSize>{__("Copy suggested policy text to clipboard")}</Button></div>
      {parts.map(([title, text]) => <section key={title}><h3>{title}</h3><p>{text}</p></section>)}
    </div>
  );
}
