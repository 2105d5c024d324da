// What of an entry a copy takes over.
import { Options, number, onOff, text } from "@quoin/parts/options.jsx";

const taken = { copytitle: "Title", copydate: "Date", copystatus: "Status", copyslug: "Slug", copyexcerpt: "Excerpt", copycontent: "Content", copythumbnail: "Featured image", copytemplate: "Template", copyformat: "Format", copyauthor: "Author", copypassword: "Password", copychildren: "Pages below", copycomments: "Comments", copyattachments: "Attached files", copymenuorder: "Order among others" };
const fields = [
  ...Object.entries(taken).map(([name, label]) => onOff("duplicatepost:" + name, "Copies take over: " + label)),
  text("duplicatepost:title_prefix", "Before titles of copies"),
  text("duplicatepost:title_suffix", "After titles of copies"),
  number("duplicatepost:increase_menu_order_by", "How much further on copies stand in their order"),
  text("duplicatepost:blacklist", "Custom fields that stay out", "Names with commas between them; * stands for anything."),
  text("duplicatepost:taxonomies_blacklist", "Taxonomies that stay out", "Names with commas between them."),
  text("duplicatepost:types_enabled", "Types that may be copied", "Names with commas between them."),
];

(window.quoinScreens ??= {}).duplicatepost = ({ data }) => <Options data={data} fields={fields} />;
