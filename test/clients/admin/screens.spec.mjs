// Every screen for everybody who may open it: it shows itself, breaks no rule of axe-core,
// and asks no other host for anything.
import { expect, test, violations } from "./fixtures.mjs";

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

async function settled(page) {
  await page.waitForFunction(() => !window.wp?.data || !window.wp.data.select("core").hasResolvingSelectors(), undefined, { timeout: 20_000 });
  // Samples of fonts come after their families, fade in, and have their contrast at the end.
  if (page.url().includes("font-library")) await page.locator('.quoin-fonts [style*="opacity"]').first().waitFor({ state: "attached", timeout: 20_000 });
  await page.waitForFunction(() => [...document.querySelectorAll('.quoin-fonts [style*="opacity"]')].every((e) => getComputedStyle(e).opacity === "1") &&
    !document.getAnimations().some((a) => a.playState === "running" && Number.isFinite(a.effect?.getComputedTiming().endTime)), undefined, { timeout: 20_000 });
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
      for (const scheme of ["administrator", "editor"].includes(role) ? ["light", "dark"] : ["light"]) {
        await page.emulateMedia({ colorScheme: scheme });
        await settled(page); // colours fade, too
        for (const v of await violations(page)) found.push(role + " " + scheme + " " + href + ": " + v);
      }
    }
    await page.context().close();
    expect(found).toEqual([]);
  });
}

test("the welcome leads to screens that are there, for who may open them", async ({ admin, page }) => {
  await admin.visitAdminPage("index.php");
  await page.locator("#show-settings-link").click();
  await page.getByRole("checkbox", { name: "Welcome", exact: true }).check();
  const links = await page.locator("#welcome-panel li a").evaluateAll((all) => all.map((a) => a.href));
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
});

test("an address with a file that doesn't exist says so", async ({ admin, page }) => {
  const told = page.locator(".notice-error", { hasText: "There is no such file" });
  for (const item of ["987654321", "none"]) {
    await admin.visitAdminPage("upload.php", "item=" + item);
    await expect(told).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await admin.visitAdminPage("upload.php");
  await expect(page.locator("#media-attachment-filters")).toBeVisible();
  await expect(told).toBeHidden();
});
