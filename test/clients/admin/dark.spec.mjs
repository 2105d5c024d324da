// The editors in the dark: what stands around the contents is dark, and can be read; the
// contents look as their theme has them.
import { expect, test, violations } from "./fixtures.mjs";

const places = {
  "the post editor": ["post.php", "action=edit&post="],
  "the site editor": ["site-editor.php", "canvas=edit"],
  "the list of templates": ["site-editor.php", "p=/template"],
  "the styles": ["site-editor.php", "p=/styles"],
};

// look is how light the ground of the editor's panels is, from 0 to 255, and which ground contents have.
const look = (page) => page.evaluate(() => {
  const ground = (e) => { // of the nearest element that has one
    for (; e; e = e.parentElement) {
      const [r, g, b, a = 1] = getComputedStyle(e).backgroundColor.match(/[\d.]+/g).map(Number);
      if (a > 0) return (r + g + b) / 3;
    }
    return 255;
  };
  const panel = document.querySelector(".interface-interface-skeleton__header, .edit-site-layout__area :is(h1, h2)");
  const frame = document.querySelector("iframe[name=editor-canvas]");
  return { panel: ground(panel), contents: frame && getComputedStyle(frame.contentDocument.body).backgroundColor };
});

for (const [name, [path, query]] of Object.entries(places)) {
  test(name, async ({ admin, page, requestUtils }) => {
    const post = await requestUtils.createPost({ title: "At night", content: "<!-- wp:paragraph --><p>Read</p><!-- /wp:paragraph -->", status: "publish" });
    await page.emulateMedia({ colorScheme: "light" });
    await admin.visitAdminPage(path, path === "post.php" ? query + post.id : query);
    const shown = () => (name === "the list of templates" ? page.getByRole("heading", { name: "Templates" }).first() : page.frameLocator("iframe[name=editor-canvas]").locator("[data-block]").first());
    await expect(shown()).toBeVisible();
    const found = {};
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.reload();
      await expect(shown()).toBeVisible();
      await page.waitForFunction(() => !window.wp.data.select("core").hasResolvingSelectors());
      found[scheme] = await look(page);
      expect(await violations(page, { iframes: false, runOnly: ["color-contrast"] })).toEqual([]);
    }
    expect(found.light.panel).toBeGreaterThan(230);
    expect(found.dark.panel).toBeLessThan(50);
    expect(found.dark.contents).toEqual(found.light.contents);
  });
}

test("what opens on a list", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "At night", status: "publish" });
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await admin.visitAdminPage("edit.php");
    const read = async () => {
      await page.waitForFunction(() => !document.getAnimations().some((a) => a.playState === "running" && Number.isFinite(a.effect?.getComputedTiming().endTime)));
      expect(await violations(page, { runOnly: ["color-contrast"] })).toEqual([]);
    };
    const row = page.locator("#post-" + id);
    await row.hover();
    await row.getByRole("button", { name: "Quick Edit" }).click();
    await expect(page.locator(".inline-edit-row").first()).toBeVisible();
    await read();
    await page.locator(".inline-edit-row").getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: /command palette/i }).getByRole("combobox").fill("post");
    await expect(page.getByRole("option", { selected: true })).toBeVisible();
    await read();
  }
});
