// Takes pictures of the admin: pictures.mjs FOLDER.
import { chromium } from "@playwright/test";
import { base } from "./site.mjs";

const widths = { phone: [390, 844], tablet: [820, 1000], desk: [1280, 800] };
const screens = {
  dashboard: "index.php", entries: "edit.php?post_type=post", media: "upload.php", comments: "edit-comments.php", settings: "options-general.php",
  seo: "admin.php?page=seo_settings", analytics: "admin.php?page=analytics", redirects: "tools.php?page=redirection", health: "site-health.php", widgets: "widgets.php",
};
// Each screen is taken at the desk; these at all widths, and in the dark.
const everywhere = ["dashboard", "entries", "seo"];

const browser = await chromium.launch({ executablePath: process.env.QUOIN_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base + "/" });
const page = await context.newPage();
await page.goto("wp-login.php");
await page.locator("#user_login").fill("admin");
await page.locator("#user_pass").fill(process.env.QUOIN_ADMIN_PASSWORD);
await page.locator("#user_pass").press("Enter");
await page.waitForURL(/wp-admin/);

async function take(name, path, width, scheme) {
  const [w, h] = widths[width];
  await page.setViewportSize({ width: w, height: h });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto("wp-admin/" + path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !window.wp.data.select("core").hasResolvingSelectors());
  await page.waitForTimeout(1500); // pictures in lists, and what fades in
  await page.screenshot({ path: `${process.argv[2]}/${name}-${width}-${scheme}.png` });
}

for (const [name, path] of Object.entries(screens)) {
  for (const width of everywhere.includes(name) ? Object.keys(widths) : ["desk"]) {
    for (const scheme of everywhere.includes(name) && width !== "tablet" ? ["light", "dark"] : ["light"]) await take(name, path, width, scheme);
  }
}
// The picture editor is opened from the library.
await page.setViewportSize({ width: widths.desk[0], height: widths.desk[1] });
await page.emulateMedia({ colorScheme: "light" });
await page.goto("wp-admin/upload.php?mode=list");
await page.locator("#the-list tr").first().hover();
await page.locator("#the-list tr").first().locator(".row-actions").getByText("Crop and turn").click();
await page.getByRole("dialog").getByRole("button", { name: /^Rotate/ }).first().waitFor();
await page.waitForTimeout(1500);
await page.screenshot({ path: `${process.argv[2]}/crop-desk-light.png` });
const [post] = await (await context.request.get("wp-json/wp/v2/posts?per_page=1&_fields=id")).json();
await page.setViewportSize({ width: widths.desk[0], height: widths.desk[1] });
await page.emulateMedia({ colorScheme: "light" });
await page.goto("wp-admin/post.php?action=edit&post=" + post.id);
await page.getByRole("region", { name: "Editor top bar" }).getByRole("button", { name: "SEO", exact: true }).click();
await page.getByRole("figure", { name: "Preview" }).waitFor();
await page.waitForTimeout(4000); // the analysis
await page.screenshot({ path: `${process.argv[2]}/editor-desk-light.png` });
await browser.close();
