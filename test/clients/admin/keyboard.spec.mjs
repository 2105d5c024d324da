// Every screen by the keyboard alone: Tab reaches what can be used, in order and without a
// trap; what has the focus shows it; windows take it and give it back.
import { expect, test } from "./fixtures.mjs";

const most = 25; // stops that are looked at beyond the menu, which is walked once

// looks tells how an element, what is around it and what lies before and after it are drawn.
function looks(at) {
  const parts = (e) => ["", "::before", "::after"].map((part) => { const s = getComputedStyle(e, part || undefined); return [s.outlineStyle, s.outlineWidth, s.boxShadow, s.borderColor, s.backgroundColor, s.color, s.opacity, s.clipPath].join(" "); }).join();
  return [at, at.parentElement, at.parentElement?.parentElement, ...(at.parentElement?.querySelectorAll("[class*=backdrop]") ?? [])].filter(Boolean).map(parts).join("|");
}

// step marks what has the focus, and tells how it looks, and how the stop before looks now.
function step(before) {
  const had = before ? document.querySelector(`[data-stop="${before}"]`) : null;
  const at = document.activeElement;
  const told = { without: had && had !== at ? window.looks(had) : null };
  if (!at || at === document.body) return { ...told, end: true };
  at.dataset.stop ??= String((window.stops = (window.stops ?? 0) + 1));
  const box = at.getBoundingClientRect();
  return { ...told, stop: at.dataset.stop, name: at.outerHTML.slice(0, 160), looks: window.looks(at), seen: box.width > 1 && box.height > 1, frame: at.tagName === "IFRAME", parts: /^(date|time|datetime-local|month)$/.test(at.type) };
}

// showsFocus goes back to a stop that looked the same with the focus as without it, and says
// whether it shows its focus after all: tabs are drawn by a script, which can come a moment
// after the focus. The walk goes on from the stop after it.
async function showsFocus(page, stop, without) {
  await page.keyboard.press("Shift+Tab");
  const shows = await page.waitForFunction(([stop, without]) => document.activeElement?.dataset.stop === stop && window.looks(document.activeElement) !== without, [stop, without], { timeout: 5_000 }).then(() => true, () => false);
  await page.keyboard.press("Tab");
  return shows;
}

test("each screen is walked by Tab", async ({ admin, page }) => {
  test.setTimeout(480_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(`window.looks = ${looks}`);
  await admin.visitAdminPage("index.php");
  const links = await page.locator("#adminmenu a").evaluateAll((all) => [...new Set(all.map((a) => a.href))]);
  const screens = links.filter((h) => h.includes("/wp-admin/") && !/site-editor|post-new/.test(h)).concat([new URL("wp-admin/options.php", process.env.WP_BASE_URL + "/").href]);
  const found = [];
  expect(screens.length).toBeGreaterThan(20);
  for (const [i, href] of screens.entries()) {
    await page.goto(href);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForFunction(() => !window.wp?.data || !window.wp.data.select("core").hasResolvingSelectors(), undefined, { timeout: 20_000 });
    // The packages of the canvas fail when the focus comes before the canvas.
    if (href.includes("widgets.php")) await page.frameLocator('iframe[name="editor-canvas"]').locator(".is-root-container").waitFor({ timeout: 20_000 });
    // What comes later takes the focus away from where it was.
    if (href.includes("font-library")) await page.waitForLoadState("networkidle");
    if (i > 0) { // past the menu
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    }
    const stops = [];
    let before = null;
    let parts = 0; // of a date that have been walked
    for (let n = 0; n < (i > 0 ? most : 3 * most); n++) {
      await page.keyboard.press("Tab");
      const now = await page.evaluate(step, before?.stop);
      if (before && !before.frame && now.without === before.looks && !(await showsFocus(page, before.stop, now.without))) found.push(`${href}: no focus is seen on ${before.name}`);
      if (now.end) break; // of the page
      if (now.stop === before?.stop && now.parts && ++parts < 8) continue;
      parts = now.stop === before?.stop ? parts : 0;
      if (now.stop === before?.stop) {
        if (!now.frame) found.push(`${href}: Tab stays on ${now.name}`);
        break;
      }
      if (!now.seen) found.push(`${href}: the focus is on what isn't seen, ${now.name}`);
      if (stops.includes(now.stop)) break; // once around
      stops.push(now.stop);
      before = now;
    }
    if (stops.length < (i > 0 ? 1 : 20)) found.push(`${href}: only ${stops.length} stops`);
  }
  expect(found).toEqual([]);
});

test("windows take the focus and give it back", async ({ admin, page, requestUtils }) => {
  const login = "keys" + Date.now();
  const { id } = await requestUtils.createUser({ username: login, email: login + "@example.org", password: "a long password", roles: ["subscriber"] });
  await admin.visitAdminPage("users.php", "s=" + login);
  const change = page.locator("#user-" + id).getByRole("button", { name: "Change role" });
  await change.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((d) => d.contains(document.activeElement))).toBe(true);
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((d) => d.contains(document.activeElement))).toBe(true); // it keeps it while it is open
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(change).toBeFocused();
  await page.keyboard.press("Space");
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("author");
  await dialog.getByRole("button", { name: "Change", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#message")).toContainText("The role is changed.");
  expect((await requestUtils.rest({ path: "/wp/v2/users/" + id, params: { context: "edit" } })).roles).toEqual(["author"]);
  await requestUtils.rest({ path: "/wp/v2/users/" + id, method: "DELETE", params: { force: true, reassign: 1 } });
});

test("the first stop leads past the menu", async ({ admin, page }) => {
  await admin.visitAdminPage("edit.php");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => !!document.activeElement.closest("main"))).toBe(true);
});
