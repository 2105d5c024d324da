// What of an entry a copy takes over.
import { __, sprintf } from "@wordpress/i18n";
import { Options, number, onOff, text } from "@quoin/parts/options.jsx";

const taken = { copytitle: __("Title"), copydate: __("Date"), copystatus: __("Status"), copyslug: __("Slug"), copyexcerpt: __("Excerpt"), copycontent: __("Content"), copythumbnail: __("Featured image"), copytemplate: __("Template"), copyformat: __("Format"), copyauthor: __("Author"), copypassword: __("Password"), copychildren: __("Pages below"), copycomments: __("Comments"), copyattachments: __("Attached files"), copymenuorder: __("Order among others") };
const fields = [
  ...Object.entries(taken).map(([name, label]) => onOff("duplicatepost:" + name, sprintf(__("Copies take over: %s"), label))),
  text("duplicatepost:title_prefix", __("Before titles of copies")),
  text("duplicatepost:title_suffix", __("After titles of copies")),
  number("duplicatepost:increase_menu_order_by", __("How much further on copies stand in their order")),
  text("duplicatepost:blacklist", __("Custom fields that stay out"), __("Names with commas between them; * stands for anything.")),
  text("duplicatepost:taxonomies_blacklist", __("Taxonomies that stay out"), __("Names with commas between them.")),
  text("duplicatepost:types_enabled", __("Types that may be copied"), __("Names with commas between them.")),
];

(window.quoinScreens ??= {}).duplicatepost = ({ data }) => <Options data={data} fields={fields} />;
