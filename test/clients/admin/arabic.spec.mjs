// The admin from right to left: whoever reads Arabic has the screens and the editor in their
// language and direction, while the site stays as it is.
import { expect, test } from "./fixtures.mjs";

const named = /^(SEO|.*Books?)$/; // what the site named itself, and a name of the field
const password = "a long password";

// arabicPage is a window of an administrator who reads Arabic.
async function arabicPage(browser, requestUtils) {
  const username = "reader-" + Date.now();
  await requestUtils.rest({ method: "POST", path: "/wp/v2/users", data: { username, email: username + "@example.org", password, roles: ["administrator"], locale: "ar" } });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env.WP_BASE_URL + "/", viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto("wp-login.php");
  await page.locator("#user_login").fill(username);
  await page.locator("#user_pass").fill(password);
  await page.locator("#user_pass").press("Enter");
  await page.waitForURL(/wp-admin|account/);
  return page;
}

// turned expects a page that reads from right to left, by its markup, its styles and its scripts.
async function turned(page) {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(page.locator("body")).toHaveClass(/(^| )rtl( |$)/);
  await expect(page.locator("body")).toHaveCSS("direction", "rtl");
  await expect(page.locator('link[rel=stylesheet][href*="admin-rtl"]')).toHaveCount(1);
  expect(await page.evaluate(() => window.wp.i18n.isRTL())).toBe(true);
}

// middle is where the middle of a thing is, from left to right.
async function middle(at) {
  const box = await at.boundingBox();
  return box.x + box.width / 2;
}

test("screens from right to left", async ({ browser, requestUtils }) => {
  test.setTimeout(300_000);
  const page = await arabicPage(browser, requestUtils);
  await page.goto("wp-admin/");
  const links = await page.locator("#adminmenu a").evaluateAll((all) => [...new Set(all.map((a) => a.href))]);
  const screens = links.filter((h) => h.includes("/wp-admin/") && !/site-editor|post-new/.test(h));
  expect(screens.length).toBeGreaterThan(20);
  const found = [];
  for (const href of screens) {
    await page.goto(href);
    const heading = await page.getByRole("heading", { level: 1 }).innerText();
    if (!/[\u0600-\u06ff]/.test(heading) && !named.test(heading)) found.push(`${href}: the heading says ${heading}`);
    await turned(page);
    await page.waitForFunction(() => !window.wp.data.select("core").hasResolvingSelectors(), undefined, { timeout: 20_000 });
    if ((await middle(page.locator("#adminmenu"))) < 640) found.push(`${href}: the menu is on the left`);
    for (const name of await page.locator("#adminmenu a").allInnerTexts()) if (/^[A-Za-z ]+$/.test(name.trim()) && !named.test(name.trim())) found.push(`${href}: the menu says ${name}`);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth);
      if (over > 0) found.push(`${href}: ${over} pixels too wide at ${width}`);
    }
  }
  await page.context().close();
  expect([...new Set(found)]).toEqual([]);
});

test("an entry is written from right to left", async ({ browser, requestUtils }) => {
  test.setTimeout(180_000);
  const page = await arabicPage(browser, requestUtils);
  await page.goto("wp-admin/edit.php");
  for (const [id, name] of [["#bulk-action-selector-top", "إجراءات جماعية"], ["#doaction", "تطبيق"], ["#menu-posts", "المقالات"]]) await expect(page.locator(id)).toContainText(name);
  await page.goto("wp-admin/post-new.php");
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  const title = canvas.getByRole("textbox", { name: "إضافة عنوان" });
  await title.fill("عنوان");
  await turned(page);
  await expect(canvas.locator("body")).toHaveCSS("direction", "rtl");
  await expect(title).toHaveCSS("direction", "rtl");
  // What stands at the start of the bar is on the right, what ends it on the left, and so is the sidebar.
  expect(await middle(page.getByRole("button", { name: "أداة إدراج المكونات" }))).toBeGreaterThan(640);
  expect(await middle(page.getByRole("button", { name: "نشر", exact: true }))).toBeLessThan(640);
  const sidebar = page.locator(".interface-complementary-area");
  if (await sidebar.isVisible()) expect(await middle(sidebar)).toBeLessThan(640);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "حفظ المسودة", exact: true }).click();
  await expect(page).toHaveURL(/post=\d+/);
  const id = new URL(page.url()).searchParams.get("post");
  await page.locator(".editor-post-publish-button__button").click();
  await page.locator(".editor-post-publish-panel").getByRole("button", { name: "نشر", exact: true }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/posts/" + id, params: { context: "edit" } })).status).toBe("publish");
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + id, params: { context: "edit" } })).title.raw).toBe("عنوان");
  await requestUtils.rest({ path: "/wp/v2/posts/" + id, method: "DELETE", params: { force: true } });
  await page.context().close();
});
