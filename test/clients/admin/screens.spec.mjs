// Every screen for everybody who may open it: it shows itself, breaks no rule of axe-core,
// and asks no other host for anything.
import fs from "node:fs";
import { expect, test } from "./fixtures.mjs";

const axe = fs.readFileSync(new URL("../../browser/testdata/axe.min.js", import.meta.url), "utf8");
const password = "a long password";
const roles = ["administrator", "editor", "author", "contributor", "subscriber"];

test.beforeAll(async ({ requestUtils }) => {
  for (const role of roles) {
    await requestUtils.createUser({ username: "is-" + role, email: role + "@example.org", password, roles: [role] }).catch((e) => { if (e.code !== "existing_user_login") throw e; });
  }
});

// pageOf is a window of somebody with a role.
async function pageOf(browser, role, found) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env.WP_BASE_URL + "/", viewport: { width: 1280, height: 900 }, bypassCSP: false });
  const page = await context.newPage();
  page.on("pageerror", (e) => found.push(role + " " + page.url() + ": " + e));
  page.on("console", (m) => m.type() === "error" && /React|Content Security/.test(m.text()) && found.push(role + " " + page.url() + ": " + m.text().slice(0, 300)));
  page.on("request", (r) => /^https?:/.test(r.url()) && new URL(r.url()).host !== new URL(process.env.WP_BASE_URL).host && found.push(role + " " + page.url() + " asks " + r.url()));
  page.on("response", (r) => r.status() >= 400 && found.push(role + " " + page.url() + ": " + r.status() + " " + r.request().method() + " " + r.url()));
  await page.goto("wp-login.php");
  await page.locator("#user_login").fill("is-" + role);
  await page.locator("#user_pass").fill(password);
  await page.locator("#user_pass").press("Enter");
  await page.waitForURL(/wp-admin|account/);
  return page;
}

async function violations(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Runtime.evaluate", { expression: axe + ";0" }); // past the policy of the page
  const { result } = await cdp.send("Runtime.evaluate", { expression: "axe.run(document).then(r => JSON.stringify(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160)).slice(0, 3).join(' | '))))", awaitPromise: true });
  await cdp.detach();
  return JSON.parse(result.value);
}

async function settled(page) {
  await page.waitForFunction(() => !window.wp?.data || !window.wp.data.select("core").hasResolvingSelectors(), undefined, { timeout: 20_000 });
}

for (const role of roles) {
  test("the screens of a " + role, async ({ browser }) => {
    test.setTimeout(240_000);
    const found = [];
    const page = await pageOf(browser, role, found);
    await page.goto("wp-admin/");
    const links = await page.locator("nav a").evaluateAll((all) => all.map((a) => a.href).filter((h) => h.includes("/wp-admin/")));
    if (role === "administrator") links.push(new URL("wp-admin/options.php", process.env.WP_BASE_URL + "/").href); // nothing leads there
    for (const href of [...new Set(links)].filter((h) => !/site-editor|post-new/.test(h))) {
      await page.goto(href);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await settled(page);
      for (const scheme of role === "administrator" ? ["light", "dark"] : ["light"]) {
        await page.emulateMedia({ colorScheme: scheme });
        for (const v of await violations(page)) found.push(role + " " + scheme + " " + href + ": " + v);
      }
    }
    await page.context().close();
    expect(found).toEqual([]);
  });
}
