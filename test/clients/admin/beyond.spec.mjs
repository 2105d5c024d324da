// The ways of the editors that need most of what stands around them.
import { expect, templateOpened, test } from "./fixtures.mjs";

const settings = (page) => page.getByRole("region", { name: "Editor settings" });
const paragraph = (content) => ({ name: "core/paragraph", attributes: { content } });

test("the list view is walked by keyboard", async ({ admin, editor, page, pageUtils }) => {
  await admin.createNewPost();
  await editor.insertBlock({ name: "core/heading", attributes: { content: "Head" } });
  await editor.insertBlock({ name: "core/group", innerBlocks: [paragraph("Inner")] });
  await editor.insertBlock(paragraph("Last"));
  await pageUtils.pressKeys("access+o");
  const list = page.getByRole("treegrid", { name: "Block navigation structure" });
  await expect(list).toBeVisible();
  await expect(list.getByRole("gridcell", { name: "Paragraph" }).getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(list.getByRole("gridcell", { name: "Group" }).getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(list.getByRole("row")).toHaveCount(4);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await pageUtils.pressKeys("access+o");
  await list.getByRole("link", { name: /Head/ }).focus();
  await pageUtils.pressKeys("primaryShift+d");
  await expect.poll(async () => (await editor.getBlocks()).map((b) => b.name)).toEqual(["core/heading", "core/heading", "core/group", "core/paragraph"]);
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await editor.getBlocks()).length).toBe(3);
  await page.keyboard.press("Escape");
});

test("preferences and small screens change how the editor looks", async ({ admin, editor, page, pageUtils }) => {
  await admin.createNewPost();
  await editor.insertBlock(paragraph("Below"));
  await editor.setPreferences("core/edit-post", { fullscreenMode: true });
  await expect(page.locator("body")).toHaveClass(/is-fullscreen-mode/);
  await editor.setPreferences("core/edit-post", { fullscreenMode: false });
  await expect(page.locator("body")).not.toHaveClass(/is-fullscreen-mode/);
  await editor.setIsFixedToolbar(true);
  await expect(page.getByRole("toolbar", { name: "Block tools" })).toBeVisible();
  await editor.setIsFixedToolbar(false);
  await pageUtils.setBrowserViewport("small");
  await expect(settings(page)).toBeHidden();
  await pageUtils.setBrowserViewport("large");
  await editor.setPreferences("core", { distractionFree: true });
  await expect(page.locator(".is-distraction-free").first()).toBeVisible();
  await editor.setPreferences("core", { distractionFree: false });
});

test("the toolbar stands above the editor, and the navigation beside it unless it fills the window", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  const left = async () => (await page.locator(".interface-interface-skeleton").boundingBox()).x;
  await expect(page.locator("#wpadminbar")).toBeVisible();
  await expect(page.locator("#menu-posts")).toHaveClass(/wp-has-current-submenu/);
  await expect.poll(left).toBe((await page.locator("#adminmenu").boundingBox()).width);
  expect((await page.locator(".interface-interface-skeleton").boundingBox()).y).toBe((await page.locator("#wpadminbar").boundingBox()).height);
  await page.locator("#collapse-button").click();
  await expect.poll(left).toBeLessThan(50);
  await page.locator("#collapse-button").click();
  await expect.poll(left).toBeGreaterThan(100);
  await editor.setPreferences("core/edit-post", { fullscreenMode: true });
  await expect(page.locator("#adminmenu")).toBeHidden();
  await expect(page.locator("#wpadminbar")).toBeVisible();
  await expect.poll(left).toBe(0);
  await expect(page.getByRole("region", { name: "Editor top bar" }).getByRole("link", { name: "View Posts" })).toBeVisible();
  await editor.setPreferences("core/edit-post", { fullscreenMode: false });
  await page.locator("#menu-pages > a").click();
  await expect(page).toHaveURL(/edit\.php\?post_type=page/);
});

test("blocks that the server draws are drawn", async ({ admin, editor, page, requestUtils }) => {
  await requestUtils.createPost({ title: "Shown in lists", status: "publish", categories: [1] });
  await admin.createNewPost();
  for (const [name, text] of [["core/archives", /\d{4}/], ["core/calendar", /M/], ["core/tag-cloud", null], ["core/rss", null], ["core/latest-comments", null], ["core/categories", null], ["core/latest-posts", /Shown in lists/], ["core/page-list", null]]) {
    await editor.insertBlock({ name });
    const block = editor.canvas.locator(`[data-type="${name}"]`).first();
    await expect(block).toBeVisible();
    await expect(block.locator(".components-spinner")).toHaveCount(0);
    if (text) await expect(block).toContainText(text);
    await expect(block).not.toContainText("Error loading");
  }
});

test("what is embedded is drawn in a frame of its own, in the shape that it has", async ({ admin, editor, page }) => {
  await page.route((url) => decodeURIComponent(url.href).includes("oembed/1.0/proxy"), (route) => route.fulfill({
    json: { version: "1.0", type: "video", provider_name: "YouTube", provider_url: "https://www.youtube.com", html: '<iframe width="640" height="360" srcdoc="<p>Moves</p>" title="Film"></iframe>' },
  }));
  await admin.createNewPost();
  await editor.insertBlock({ name: "core/embed" });
  await editor.canvas.getByRole("textbox", { name: "Embed URL" }).fill("https://www.youtube.com/watch?v=lXMskKTw3Bc");
  await editor.canvas.getByRole("button", { name: "Embed", exact: true }).click();
  const frame = editor.canvas.getByTitle(/^Embedded content/);
  await expect(frame).toBeVisible();
  await expect.poll(async () => {
    const { width, height } = await frame.boundingBox();
    return Math.round((100 * height) / width);
  }).toBe(56);
});

test("a template is made from the post editor", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Framed" });
  await editor.insertBlock(paragraph("Inside"));
  await editor.saveDraft();
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Post" }).click();
  await settings(page).getByRole("button", { name: "Template options" }).click();
  await page.getByRole("menuitem", { name: "Create new template" }).click();
  const dialog = page.getByRole("dialog", { name: /Create custom template|Create new template/ });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Frame");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("button", { name: "Dismiss this notice" }).first()).toBeVisible();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/templates" })).some((t) => t.slug === "wp-custom-template-frame" || t.title.raw === "Frame")).toBe(true);
});

test("menus of templates come with the page", async ({ admin, editor, page, requestUtils }) => {
  await requestUtils.deleteAllTemplates("wp_template");
  const { id } = await requestUtils.rest({ method: "POST", path: "/wp/v2/navigation", data: { title: "Ahead", status: "publish", content: '<!-- wp:home-link {"label":"Home"} /-->' } });
  // Whoever types before a menu has come would have changed the part of the template that holds it.
  await page.route(/wp\/v2\/navigation/, () => {}); // never answered
  const [theme] = await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } });
  await admin.visitAdminPage("site-editor.php", "p=" + encodeURIComponent("/wp_template/" + theme.stylesheet + "//index") + "&canvas=edit");
  await page.waitForFunction((ref) => {
    const { getBlocks } = window.wp.data.select("core/block-editor");
    const all = (blocks) => blocks.flatMap((b) => [b, ...all(getBlocks(b.clientId))]);
    return all(getBlocks()).some((b) => b.name === "core/navigation" && b.attributes.ref === ref && getBlocks(b.clientId).length > 0);
  }, id);
  await editor.insertBlock(paragraph("At once"));
  await editor.saveSiteEditorEntities({ isOnlyCurrentEntityDirty: true });
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/navigation/" + id, params: { force: true } });
});

test("a menu that unfolds into a part of its own is used by keys, and left by Escape", async ({ page, requestUtils }) => {
  const [theme] = await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } });
  const menu = await requestUtils.rest({ method: "POST", path: "/wp/v2/navigation", data: { title: "Folded", status: "publish", content: '<!-- wp:home-link {"label":"Home"} /-->' } });
  const search = '<!-- wp:search {"label":"Look for","buttonText":"Go"} /-->';
  const part = await requestUtils.rest({ method: "POST", path: "/wp/v2/template-parts", data: { slug: "unfolded", theme: theme.stylesheet, title: "Unfolded", area: "navigation-overlay", content: "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">All there is</h2>\n<!-- /wp:heading -->" } });
  const shown = await requestUtils.createPage({ title: "With a folded menu", status: "publish", content: `<!-- wp:navigation {"ref":${menu.id},"overlayMenu":"always","overlay":"unfolded"} /-->` });
  const heading = page.getByRole("heading", { name: "All there is" });
  const open = page.locator(".entry-content, .wp-block-post-content").getByRole("button", { name: "Open menu" });
  const unfold = async () => {
    await page.goto("/?page_id=" + shown.id);
    await open.click();
    await expect(heading).toBeVisible();
  };
  await unfold();
  await page.keyboard.press("Escape");
  await expect(heading).toBeHidden();
  await expect(open).toBeFocused();

  // What the part has is where Tab stops, also where it isn't a link; nothing else is.
  await requestUtils.rest({ method: "POST", path: "/wp/v2/template-parts/" + part.id, data: { content: part.content.raw + "\n" + search } });
  await unfold();
  await expect(page.getByRole("searchbox", { name: "Look for" })).toBeFocused();
  for (let stops = 0; stops < 4; stops++) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  const gone = ["/wp/v2/template-parts/" + part.id, "/wp/v2/navigation/" + menu.id, "/wp/v2/pages/" + shown.id];
  await Promise.all(gone.map((path) => requestUtils.rest({ method: "DELETE", path, params: { force: true } })));
});

test("the site has an icon that is chosen and taken away in its settings", async ({ admin, page, requestUtils }) => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  const file = await requestUtils.rest({ method: "POST", path: "/wp/v2/media", multipart: { file: { name: "icon.png", mimeType: "image/png", buffer: png } } });
  await admin.visitAdminPage("options-general.php");
  await page.getByRole("button", { name: "Choose a Site Icon" }).click();
  await page.getByRole("tab", { name: "Media Library" }).click();
  await page.locator(`.media-modal .attachment[data-id="${file.id}"]`).click();
  await page.locator(".media-modal .media-button-select").click();
  await expect(page.locator("#site-icon-preview img")).toBeVisible();
  await page.locator("#submit").click();
  await expect(page.locator("#setting-error-settings_updated")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Change Site Icon" })).toBeVisible();
  expect((await requestUtils.getSiteSettings()).site_icon).toBe(file.id);
  await page.getByRole("button", { name: "Remove Site Icon" }).click();
  await page.locator("#submit").click();
  await expect(page.locator("#setting-error-settings_updated")).toBeVisible();
  expect((await requestUtils.getSiteSettings()).site_icon).toBeFalsy();
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/media/" + file.id, params: { force: true } });
});

test("a changed template is reset by its actions", async ({ admin, editor, page, requestUtils }) => {
  await requestUtils.deleteAllTemplates("wp_template");
  const [theme] = await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } });
  await templateOpened(admin, editor, theme.stylesheet);
  await expect(editor.canvas.locator("[data-type]").first()).toBeVisible();
  await editor.insertBlock(paragraph("Foreign"));
  await editor.saveSiteEditorEntities({ isOnlyCurrentEntityDirty: true });
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Template" }).click();
  await settings(page).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Reset" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("button", { name: "Dismiss this notice" }).filter({ hasText: /reset/i })).toBeVisible();
  await expect(editor.canvas.getByText("Foreign")).toBeHidden();
  expect((await requestUtils.rest({ path: "/wp/v2/templates/" + theme.stylesheet + "//index", params: { context: "edit" } })).source).toBe("theme");
});

test("several things are saved together", async ({ admin, editor, page, requestUtils }) => {
  const { title } = await requestUtils.getSiteSettings();
  await admin.createNewPost({ title: "With a name" });
  await editor.insertBlock({ name: "core/site-title" });
  await editor.insertBlock({ name: "core/site-tagline" });
  await editor.canvas.getByRole("textbox", { name: "Site title text" }).fill("Renamed");
  const id = await editor.publishPost();
  expect((await requestUtils.getSiteSettings()).title).toBe("Renamed");
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + id })).status).toBe("publish");
  await requestUtils.updateSiteSettings({ title });
});

test("a template is added in the site editor", async ({ admin, page, requestUtils }) => {
  await requestUtils.deleteAllTemplates("wp_template");
  await admin.visitSiteEditor({ postType: "wp_template" });
  await page.getByRole("button", { name: /Add (new )?template/i }).click();
  await page.getByRole("button", { name: /Custom template/i }).click();
  const dialog = page.getByRole("dialog", { name: "Create custom template" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Of my own");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/templates" })).map((t) => t.title.raw)).toContain("Of my own");
});

test("a part of a template is made by a block", async ({ admin, editor, page, requestUtils }) => {
  await requestUtils.deleteAllTemplates("wp_template_part");
  await admin.visitSiteEditor({ canvas: "edit" });
  await editor.insertBlock({ name: "core/template-part" });
  await editor.canvas.getByRole("document", { name: "Block: Template Part" }).last().getByRole("button", { name: /Start blank/i }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).or(dialog.getByRole("textbox", { name: "Name" })).fill("Own part");
  await dialog.getByRole("button", { name: /Create|Add/ }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/template-parts" })).map((t) => t.title.raw)).toContain("Own part");
});

test("a click with the shift key selects from block to block", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  await editor.canvas.getByRole("button", { name: "Add default block" }).click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  const blocks = editor.canvas.getByRole("document", { name: "Block: Paragraph" });
  await blocks.filter({ hasText: "First" }).click({ modifiers: ["Shift"] });
  await expect.poll(() => page.evaluate(() => window.wp.data.select("core/block-editor").getMultiSelectedBlockClientIds().length)).toBe(2);
  await page.getByRole("toolbar", { name: "Block tools" }).getByRole("button", { name: "Group", exact: true }).click();
  await expect.poll(async () => (await editor.getBlocks()).map((b) => b.innerBlocks.length)).toEqual([2]);
  await blocks.filter({ hasText: "First" }).click();
  await blocks.filter({ hasText: "Second" }).click({ modifiers: ["Shift"] });
  await expect.poll(() => page.evaluate(() => window.wp.data.select("core/block-editor").getMultiSelectedBlockClientIds().length)).toBe(2);
});

test("pages tell scripts where they are, and who looks", async ({ admin, page }) => {
  const places = [["index.php", "", "dashboard", ""], ["edit.php", "", "edit-post", "post"], ["edit.php", "post_type=page", "edit-page", "page"], ["upload.php", "", "upload", "attachment"],
    ["edit-tags.php", "taxonomy=category", "edit-category", "post"], ["users.php", "", "users", ""], ["options-general.php", "", "options-general", ""], ["post-new.php", "post_type=page", "page", "page"]];
  for (const [path, query, pagenow, typenow] of places) {
    await admin.visitAdminPage(path, query);
    expect(await page.evaluate(() => [window.pagenow, window.typenow, window.adminpage, window.userSettings.uid, window.thousandsSeparator, window.decimalPoint, window._wpUtilSettings === undefined || window._wpUtilSettings.ajax.url.endsWith("/wp-admin/admin-ajax.php")]))
      .toEqual([pagenow, typenow, path.replace(".php", "-php"), "1", ",", ".", true]);
    await expect(page.locator("body")).toHaveClass(/\blocale-en-us\b/);
    if (path === "edit.php") await expect(page.locator("body")).toHaveClass(new RegExp("post-type-" + typenow));
  }
});
