// What the flows share: the field's fixtures, and a page that tells what went wrong on it.
import fs from "node:fs";
import { expect, test as base } from "@wordpress/e2e-test-utils-playwright";

export { expect };

// "trouble" is what a browser finds wrong with pages: refused by the policy, scripts that
// failed, requests to other hosts and answers that say the server failed.
export const test = base.extend({
  trouble: [async ({ context, page: _ }, use, info) => { // asked for, a page is closed only after this
    const found = [];
    const here = new URL(process.env.WP_BASE_URL).host;
    context.on("weberror", (e) => found.push("script: " + e.error()));
    context.on("console", (m) => /Content Security Policy/i.test(m.text()) && found.push("policy: " + m.text()));
    context.on("request", (r) => {
      const url = new URL(r.url());
      if (/^https?:$/.test(url.protocol) && url.host !== here) found.push("another host: " + r.url());
    });
    context.on("response", (r) => r.status() >= 500 && found.push(r.status() + " " + r.url()));
    await use(found);
    // What was to be seen when a flow failed: a slow machine may never show it again.
    if (info.status !== info.expectedStatus) {
      for (const page of context.pages()) console.log((await page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String)).slice(0, 8000));
    }
    expect(found).toEqual([]);
  }, { auto: true }],
});

// newest is the newest entry of a list of the API.
export async function newest(requestUtils, what, query = {}) {
  const [found] = await requestUtils.rest({ path: "/wp/v2/" + what, params: { per_page: 1, orderby: "id", context: "edit", status: "any", ...query } });
  return found;
}

// write types a title, and below it a text.
export async function write(editor, page, title, text) {
  await editor.canvas.getByRole("textbox", { name: "Add title" }).fill(title);
  if (text) {
    await editor.canvas.getByRole("button", { name: "Add default block" }).click();
    await page.keyboard.type(text);
  }
}

// templateOpened opens the index template of a theme, and chooses a block of it as a person
// does who is about to change it. The packages take the first change of blocks for one of the
// footer too, if nothing happened since its menu was found.
export async function templateOpened(admin, editor, theme) {
  await admin.visitSiteEditor({ postId: theme + "//index", postType: "wp_template", canvas: "edit" });
  await expect(editor.canvas.locator("footer .wp-block-navigation__container a").first()).toBeVisible();
  await editor.selectBlocks(editor.canvas.locator(".is-root-container > .wp-block").first());
}

// loggedIn is a page of somebody else, in a browser of their own.
export async function loggedIn(browser, login, password) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env.WP_BASE_URL + "/" });
  const page = await context.newPage();
  await page.goto("wp-login.php");
  await page.locator("#user_login").fill(login);
  await page.locator("#user_pass").fill(password);
  await page.locator("#wp-submit").click();
  await page.waitForURL(/wp-admin/);
  return page;
}

const axe = fs.readFileSync(new URL("../../browser/testdata/axe.min.js", import.meta.url), "utf8");

// violations are the rules of axe-core that a page breaks, with where it does.
export async function violations(page, options = {}) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Runtime.evaluate", { expression: axe + ";0" }); // past the policy of the page
  const { result } = await cdp.send("Runtime.evaluate", { expression: `axe.run(document, ${JSON.stringify(options)}).then(r => JSON.stringify(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160)).slice(0, 3).join(' | '))))`, awaitPromise: true });
  await cdp.detach();
  return JSON.parse(result.value);
}
