// Every screen for everybody who may open it: it shows itself, breaks no rule of axe-core,
// and asks no other host for anything.
import { expect, loggedIn, test, violations } from "./fixtures.mjs";

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

// leave logs out in another tab.
async function leave(page) {
  const other = await page.context().newPage();
  await other.goto("wp-admin/profile.php");
  await other.goto(await other.locator("#wp-admin-bar-logout a").getAttribute("href"));
  await expect(other.locator("#loginform")).toBeVisible();
  return other;
}

// again logs in by the window above a page whose session has ended.
async function again(page, login, password) {
  const frame = page.frameLocator("#wp-auth-check-frame");
  await frame.locator("#user_login").fill(login);
  await frame.locator("#user_pass").fill(password);
  await frame.locator("#wp-submit").click();
  await expect(page.locator("#wp-auth-check-frame")).toBeHidden();
}

test("a page whose session ended in another tab goes on after a log-in", async ({ browser, requestUtils }) => {
  const login = "ended" + Date.now();
  const { id } = await requestUtils.rest({ method: "POST", path: "/wp/v2/users", data: { username: login, email: login + "@example.org", password, roles: ["editor"] } });
  const page = await loggedIn(browser, login, password);
  await page.goto("wp-admin/post-new.php");
  await page.evaluate(() => window.wp.data.dispatch("core/preferences").set("core/edit-post", "welcomeGuide", false));
  const title = page.frameLocator('iframe[name="editor-canvas"]').getByRole("textbox", { name: "Add title" });
  await title.fill("Typed before");
  await (await leave(page)).close();
  await page.evaluate(() => window.wp.heartbeat.connectNow());
  await again(page, login, password);
  await expect(title).toHaveText("Typed before");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await page.context().close();
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: 1 } });
});

test("what came too late for a session is done after a log-in", async ({ browser, requestUtils }) => {
  const login = "late" + Date.now();
  const { id } = await requestUtils.rest({ method: "POST", path: "/wp/v2/users", data: { username: login, email: login + "@example.org", password, roles: ["administrator"] } });
  const page = await loggedIn(browser, login, password);
  const frame = page.frameLocator("#wp-auth-check-frame");
  await page.goto("wp-admin/edit-tags.php?taxonomy=category");
  await page.locator("#tag-name").fill("Late " + login);
  await (await leave(page)).close();
  await page.locator("#submit").click();
  await frame.locator("#user_login").fill(login);
  await frame.locator("#user_pass").fill("not the password");
  await frame.locator("#wp-submit").click();
  await expect(frame.locator("#login_error")).toBeVisible();
  await again(page, login, password);
  await expect(page.locator("#the-list").getByText("Late " + login)).toBeVisible();

  // Who closes the window is told, and has what was typed; a log-in in another tab does too.
  await page.locator("#tag-name").fill("Later " + login);
  const other = await leave(page);
  await page.locator("#submit").click();
  await expect(page.locator("#wp-auth-check-wrap")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#wp-auth-check-wrap")).toHaveCount(0);
  await expect(page.locator(".notice-error")).toBeVisible();
  await expect(page.locator("#tag-name")).toHaveValue("Later " + login);
  await other.locator("#user_login").fill(login);
  await other.locator("#user_pass").fill(password);
  await other.locator("#wp-submit").click();
  await other.waitForURL(/wp-admin/);
  await page.locator("#submit").click();
  await expect(page.locator("#the-list").getByText("Later " + login)).toBeVisible();

  // Forms of screens have nonces of their session.
  await page.goto("wp-admin/options-media.php");
  const width = page.locator("#thumbnail_size_w");
  const before = await width.inputValue();
  await width.fill("151");
  await leave(page);
  await page.locator("#submit").click();
  await again(page, login, password);
  await expect(page.locator(".notice-error")).toBeVisible();
  await expect(width).toHaveValue("151");
  for (const value of ["151", before]) {
    await width.fill(value);
    await page.locator("#submit").click();
    await expect(page.locator(".notice-success")).toBeVisible();
    await page.locator(".notice-dismiss").click();
  }
  await page.context().close();
  for (const one of await requestUtils.rest({ path: "/wp/v2/categories", params: { search: login, _fields: "id" } })) await requestUtils.rest({ method: "DELETE", path: "/wp/v2/categories/" + one.id, params: { force: true } });
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
});
