// Designing in the site editor.
import { expect, templateOpened, test } from "./fixtures.mjs";

const settings = (page) => page.getByRole("region", { name: "Editor settings" });
const bar = (page) => page.getByRole("region", { name: "Editor top bar" });
const saved = (page) => page.getByRole("button", { name: "Dismiss this notice" }).getByText(/(updated|published)\./).first();

// themeOf is the theme in use.
async function themeOf(requestUtils) {
  return (await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } }))[0].stylesheet;
}

test("a template is changed, shown, and reset", async ({ admin, editor, page, requestUtils }) => {
  const theme = await themeOf(requestUtils);
  await templateOpened(admin, editor, theme);
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: "Said by the template" } });
  await editor.saveSiteEditorEntities({ isOnlyCurrentEntityDirty: true });
  const template = await requestUtils.rest({ path: `/wp/v2/templates/${theme}//index`, params: { context: "edit" } });
  expect(template).toMatchObject({ source: "custom" });
  expect(template.content.raw).toContain("Said by the template");
  await page.reload();
  await expect(editor.canvas.getByText("Said by the template")).toBeVisible();
  await admin.visitSiteEditor({ postType: "wp_template" });
  await expect(page.getByRole("region", { name: /Templates/ }).or(page.getByRole("heading", { name: "Templates" })).first()).toBeVisible();
  await requestUtils.deleteAllTemplates("wp_template");
});

test("styles are changed for the whole site", async ({ admin, editor, page, requestUtils }) => {
  await admin.visitSiteEditor({ canvas: "edit" });
  await bar(page).getByRole("button", { name: "Styles" }).click();
  const panel = settings(page);
  await panel.getByRole("button", { name: "Colors" }).click();
  await panel.getByRole("button", { name: "Link", exact: true }).click();
  await page.getByRole("option").nth(1).click();
  await page.keyboard.press("Escape");
  await editor.saveSiteEditorEntities();
  const id = await requestUtils.getCurrentThemeGlobalStylesPostId();
  const { styles } = await requestUtils.rest({ path: "/wp/v2/global-styles/" + id, params: { context: "edit" } });
  expect(styles.elements.link.color.text).toBeTruthy();
  await requestUtils.resetThemeGlobalStyles();
});

test("parts of the site are led to", async ({ admin, page }) => {
  await admin.visitSiteEditor();
  const side = page.getByRole("region", { name: "Navigation" });
  for (const name of ["Navigation", "Pages", "Templates", "Patterns"]) {
    await side.getByRole("button", { name, exact: true }).click();
    await expect(side.getByRole("heading", { name, level: 1 })).toBeVisible();
    await side.getByRole("button", { name: "Back", exact: true }).click();
    await expect(side.getByRole("heading", { name: "Design", level: 1 })).toBeVisible();
  }
  await side.getByRole("button", { name: "Styles", exact: true }).click();
  await expect(page.getByRole("button", { name: "Typography" })).toBeVisible();
});

test("the toolbar stands above the design of the site, and covers nothing of it", async ({ admin, page }) => {
  for (const canvas of [undefined, "edit"]) {
    await admin.visitSiteEditor({ canvas });
    const { height } = await page.locator("#wpadminbar").boundingBox();
    expect(height).toBeGreaterThan(20);
    const all = await page.locator(".edit-site-layout").boundingBox();
    expect([all.y, all.y + all.height]).toEqual([height, page.viewportSize().height]);
    await expect(page.locator("#adminmenu")).toBeHidden();
  }
  await page.locator("#wp-admin-bar-new-content > a").click();
  await expect(page).toHaveURL(/post-new\.php/);
});

test("a menu is opened and changed", async ({ admin, editor, page, requestUtils }) => {
  const menu = await requestUtils.createNavigationMenu({ title: "Way", content: "<!-- wp:navigation-link {\"label\":\"First\",\"url\":\"https://example.org/\",\"kind\":\"custom\"} /-->" });
  await admin.visitSiteEditor({ postId: menu.id, postType: "wp_navigation", canvas: "edit" });
  await expect(editor.canvas.getByText("First")).toBeVisible();
  await requestUtils.deleteAllMenus();
});

test("a pattern is made", async ({ admin, editor, page, requestUtils }) => {
  await admin.visitSiteEditor({ postType: "wp_block" });
  await page.getByRole("button", { name: /^Add Pattern/i }).click();
  const item = page.getByRole("menuitem", { name: /Add Pattern/i });
  if (await item.count()) await item.first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Of the site");
  await dialog.getByRole("button", { name: /^(Add|Create)$/ }).click();
  await expect(page.getByRole("heading", { name: /Of the site/ }).first()).toBeVisible();
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: "Everywhere" } });
  await bar(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page)).toBeVisible();
  const blocks = await requestUtils.rest({ path: "/wp/v2/blocks", params: { search: "Of the site" } });
  expect(blocks.length).toBe(1);
  await requestUtils.deleteAllBlocks();
});

test("a page is added from the list of pages", async ({ admin, page, requestUtils }) => {
  await admin.visitSiteEditor({ postType: "page" });
  await page.getByRole("button", { name: "Add page" }).or(page.getByRole("link", { name: "Add page" })).first().click();
  const dialog = page.getByRole("dialog", { name: /page/i });
  await dialog.getByRole("textbox", { name: "Title" }).fill("From the list");
  await dialog.getByRole("button", { name: /^(Create draft|Add|Create)$/ }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/pages", params: { search: "From the list", status: "draft", context: "edit" } })).length).toBe(1);
});
