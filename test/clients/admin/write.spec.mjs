// Writing in the post editor.
import fs from "node:fs/promises";
import path from "node:path";
import { expect, loggedIn, newest, test, write } from "./fixtures.mjs";

const settings = (page) => page.getByRole("region", { name: "Editor settings" });
const bar = (page) => page.getByRole("region", { name: "Editor top bar" });

test("write and publish", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost();
  await write(editor, page, "Written in the editor", "The first words.");
  const id = await editor.publishPost();
  const post = await requestUtils.rest({ path: "/wp/v2/posts/" + id, params: { context: "edit" } });
  expect(post).toMatchObject({ status: "publish", title: { raw: "Written in the editor" } });
  expect(post.content.raw).toBe("<!-- wp:paragraph -->\n<p>The first words.</p>\n<!-- /wp:paragraph -->");
  await page.goto(post.link);
  await expect(page.getByRole("heading", { name: "Written in the editor" })).toBeVisible();
  await expect(page.getByText("The first words.")).toBeVisible();
});

test("drafts are saved, found again, and go to the trash", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Half done" });
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: "Half" } });
  await editor.saveDraft();
  const id = new URL(page.url()).searchParams.get("post");
  await page.reload();
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toHaveText("Half done");
  await expect(editor.canvas.getByRole("document", { name: "Block: Paragraph" })).toHaveText("Half");
  await admin.visitAdminPage("edit.php", "post_status=draft");
  await expect(page.getByRole("link", { name: "“Half done” (Edit)", exact: true })).toBeVisible();
  await admin.editPost(id);
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Trash|Delete/ }).click();
  await page.waitForURL(/edit\.php/);
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + id, params: { context: "edit" } })).status).toBe("trash");
});

test("blocks by slash, by transforms, and undone", async ({ admin, editor, page, pageUtils }) => {
  await admin.createNewPost();
  await editor.canvas.getByRole("button", { name: "Add default block" }).click();
  await page.keyboard.type("/quote");
  await expect(page.getByRole("option", { name: "Quote", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Said");
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/quote", innerBlocks: [{ name: "core/paragraph", attributes: { content: "Said" } }] }]);
  await editor.setContent("<!-- wp:paragraph -->\n<p>Words</p>\n<!-- /wp:paragraph -->");
  await editor.canvas.getByRole("document", { name: "Block: Paragraph" }).click();
  await editor.clickBlockToolbarButton("Paragraph");
  await page.getByRole("menuitem", { name: "Heading", exact: true }).click();
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/heading", attributes: { content: "Words" } }]);
  await editor.transformBlockTo("core/list");
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/list" }]);
  await pageUtils.pressKeys("primary+z");
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/heading" }]);
  await bar(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/paragraph" }]);
  await bar(page).getByRole("button", { name: "Redo" }).click();
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/heading" }]);
});

test("the inserter, the list view and options of blocks", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  await bar(page).getByRole("button", { name: "Block Inserter" }).click();
  const library = page.getByRole("region", { name: "Block Library" });
  await library.getByRole("searchbox").fill("Separator");
  await library.getByRole("option", { name: "Separator" }).click();
  await bar(page).getByRole("button", { name: "Block Inserter" }).click();
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/separator" }]);
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: "Below" } });
  await bar(page).getByRole("button", { name: "Document Overview" }).click();
  const tree = page.getByRole("treegrid", { name: "Block navigation structure" });
  await expect(tree.getByRole("row")).toHaveCount(2);
  await tree.getByRole("link", { name: "Paragraph" }).click();
  await editor.clickBlockOptionsMenuItem("Duplicate");
  await expect.poll(async () => (await editor.getBlocks()).length).toBe(3);
  await editor.clickBlockOptionsMenuItem("Delete");
  await expect.poll(async () => (await editor.getBlocks()).length).toBe(2);
});

test("an image is uploaded into a block", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "With a picture" });
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toBeVisible();
  await editor.insertBlock({ name: "core/image" });
  const block = editor.canvas.getByRole("document", { name: "Block: Image" });
  await block.locator("input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64") });
  await expect(block.getByRole("img")).toHaveAttribute("src", /\/dot.*\.png$/);
  await expect(block.locator(".components-spinner")).toHaveCount(0);
  const id = await editor.publishPost();
  const post = await requestUtils.rest({ path: "/wp/v2/posts/" + id, params: { context: "edit" } });
  expect(post.content.raw).toMatch(/<!-- wp:image \{"id":\d+/);
  await page.goto(post.link);
  await expect(page.locator("figure.wp-block-image img")).toHaveJSProperty("naturalWidth", 1);
});

test("an image is chosen from the library, and features an entry", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Featured" });
  await editor.insertBlock({ name: "core/image" });
  await editor.canvas.getByRole("document", { name: "Block: Image" }).getByRole("button", { name: "Media Library" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Media Library" }).click();
  await dialog.getByRole("checkbox").first().click();
  await dialog.getByRole("button", { name: "Select", exact: true }).click();
  await expect(editor.canvas.getByRole("document", { name: "Block: Image" }).getByRole("img")).toHaveAttribute("src", /\/uploads\//);
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Post" }).click();
  await settings(page).getByRole("button", { name: "Set featured image" }).click();
  await dialog.getByRole("checkbox").first().click();
  await dialog.getByRole("button", { name: "Set featured image" }).click();
  await expect(settings(page).getByRole("button", { name: "Edit or replace the featured image" })).toBeVisible();
  await editor.saveDraft();
  expect((await newest(requestUtils, "posts")).featured_media).toBeGreaterThan(0);
});

test("categories and tags", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Sorted" });
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Post" }).click();
  await settings(page).getByRole("button", { name: "Categories" }).click();
  await settings(page).getByRole("button", { name: /Add (New )?Category/i }).click();
  await settings(page).getByRole("textbox", { name: /New category name/i }).fill("Quarries of the north");
  await settings(page).getByRole("textbox", { name: /New category name/i }).press("Enter");
  await expect(settings(page).getByRole("checkbox", { name: "Quarries of the north" })).toBeChecked();
  await settings(page).getByRole("button", { name: "Tags" }).click();
  await settings(page).getByRole("combobox", { name: /Add (new )?tag/i }).fill("slate grey");
  await page.keyboard.press("Enter");
  await expect(settings(page).getByText("slate grey", { exact: true }).first()).toBeVisible();
  await expect(settings(page).locator(".components-form-token-field__token")).toHaveCount(1);
  const id = await editor.publishPost();
  const { categories, tags } = await requestUtils.rest({ path: "/wp/v2/posts/" + id });
  expect((await requestUtils.rest({ path: "/wp/v2/categories/" + categories.at(-1) })).name).toBe("Quarries of the north");
  expect((await requestUtils.rest({ path: "/wp/v2/tags/" + tags[0] })).name).toBe("slate grey");
});

test("a page below another", async ({ admin, editor, page, requestUtils }) => {
  const above = await requestUtils.createPage({ title: "Above all", status: "publish" });
  await admin.createNewPost({ postType: "page", title: "Below it" });
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Page" }).click();
  await settings(page).getByRole("button", { name: /Change parent/ }).click();
  const parent = page.getByRole("combobox", { name: "Parent" });
  await parent.click();
  await parent.fill("Above");
  await page.getByRole("option", { name: "Above all" }).click();
  const id = await editor.publishPost();
  const below = await requestUtils.rest({ path: "/wp/v2/pages/" + id });
  expect(below.parent).toBe(above.id);
  expect(below.link).toContain("/above-all/below-it/");
});

test("a pattern that stays in step", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Of patterns" });
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: "Again and again" } });
  await editor.clickBlockOptionsMenuItem("Create pattern");
  const dialog = page.getByRole("dialog", { name: /pattern/i });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Again");
  await expect(dialog.getByRole("checkbox", { name: "Synced" })).toBeChecked();
  await dialog.getByRole("button", { name: /^(Add|Create)$/ }).click();
  await expect(page.getByRole("button", { name: "Dismiss this notice" }).filter({ hasText: /Pattern created/i })).toBeVisible();
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/block" }]);
  const block = await newest(requestUtils, "blocks");
  expect(block.title.raw).toBe("Again");
  await requestUtils.rest({ path: "/wp/v2/blocks/" + block.id, method: "POST", data: { content: "<!-- wp:paragraph -->\n<p>Changed at once</p>\n<!-- /wp:paragraph -->" } });
  const id = await editor.publishPost();
  await page.goto((await requestUtils.rest({ path: "/wp/v2/posts/" + id })).link);
  await expect(page.getByText("Changed at once")).toBeVisible();
});

// previewOf opens the preview of what is in the editor.
async function previewOf(page) {
  await bar(page).getByRole("button", { name: "View", exact: true }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("menuitem", { name: /^Preview in new tab/ }).click();
  return opened;
}

test("a preview shows what isn't saved", async ({ admin, editor, page }) => {
  await admin.createNewPost({ title: "To be seen" });
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: "Seen before it is out" } });
  const preview = await previewOf(page);
  await expect(preview.getByRole("heading", { name: "To be seen" })).toBeVisible();
  await expect(preview.getByText("Seen before it is out")).toBeVisible();
  await preview.close();
  await editor.publishPost();
  await page.getByRole("button", { name: "Close panel" }).click();
  await editor.canvas.getByRole("textbox", { name: "Add title" }).fill("Seen again");
  const again = await previewOf(page);
  await expect(again.getByRole("heading", { name: "Seen again" })).toBeVisible();
});

test("a schedule", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Later" });
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Post" }).click();
  await settings(page).getByRole("button", { name: /Change date/i }).click();
  const dialog = page.getByLabel("Change publish date");
  await dialog.getByRole("spinbutton", { name: "Year" }).fill("2036");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: /^Schedule/ }).click();
  await page.getByRole("region", { name: "Editor publish" }).getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("button", { name: "Dismiss this notice" }).filter({ hasText: "scheduled" })).toBeVisible();
  const post = await newest(requestUtils, "posts");
  expect(post.status).toBe("future");
  expect(post.date).toMatch(/^2036/);
});

test("revisions are compared and restored", async ({ admin, editor, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Changing", status: "publish", content: "<!-- wp:paragraph -->\n<p>First</p>\n<!-- /wp:paragraph -->" });
  for (const word of ["Second", "Third"]) {
    await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "POST", data: { content: `<!-- wp:paragraph -->\n<p>${word}</p>\n<!-- /wp:paragraph -->` } });
  }
  await admin.editPost(post.id);
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Post" }).click();
  await settings(page).getByRole("button", { name: /revisions/i }).or(settings(page).getByRole("link", { name: /revisions/i })).first().click();
  await page.waitForTimeout(2000);
  const restore = page.getByRole("button", { name: "Restore", exact: true }).or(page.getByRole("button", { name: /Restore/ }));
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await restore.first().click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, params: { context: "edit" } })).content.raw).toContain("Second");
});

test("the code editor", async ({ admin, editor, page, pageUtils }) => {
  await admin.createNewPost();
  await pageUtils.pressKeys("secondary+M");
  const code = page.getByRole("textbox", { name: "Type text or HTML" });
  await code.fill("<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">By hand</h2>\n<!-- /wp:heading -->");
  await page.getByRole("button", { name: "Exit code editor" }).click();
  await expect(editor.canvas.getByRole("document", { name: "Block: Heading" })).toHaveText("By hand");
});

test("an entry is open for one at a time", async ({ admin, browser, editor, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "One at a time", status: "draft" });
  const name = "second" + Date.now();
  await requestUtils.createUser({ username: name, email: name + "@example.org", password: "a long password", roles: ["editor"], firstName: "Second", lastName: "Person" });
  await admin.editPost(post.id);
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toHaveText("One at a time");
  const context = await browser.newContext({ storageState: undefined, baseURL: process.env.WP_BASE_URL + "/" });
  const other = await context.newPage();
  await other.goto("wp-login.php");
  await other.locator("#user_login").fill(name);
  await other.locator("#user_pass").fill("a long password");
  await other.locator("input[name=wp-submit], #wp-submit").first().click();
  await other.waitForURL(/wp-admin/);
  await other.goto("wp-admin/post.php?action=edit&post=" + post.id);
  const taken = other.getByRole("dialog", { name: /already being edited/i });
  await expect(taken).toContainText("admin");
  await taken.getByRole("link", { name: "Take over" }).click();
  await expect(other.frameLocator("[name=editor-canvas]").getByRole("textbox", { name: "Add title" })).toHaveText("One at a time");
  await page.evaluate(() => window.wp.heartbeat.connectNow());
  await expect(page.getByRole("dialog", { name: /taken over/i })).toContainText("Second Person");
  // Whoever closes the editor gives the entry back.
  await other.goto("wp-admin/edit.php");
  await admin.editPost(post.id);
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toHaveText("One at a time");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.close();
});

test("declared fields are forms in the sidebar", async ({ admin, editor, page, requestUtils }) => {
  const types = await requestUtils.rest({ path: "/wp/v2/types" });
  test.skip(!types.book, "the site declares no books");
  await admin.createNewPost({ postType: "book", title: "On quarries" });
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("tab", { name: "Book" }).click();
  const panel = settings(page);
  const opener = panel.getByRole("button", { name: "Facts" });
  if ((await opener.getAttribute("aria-expanded")) === "false") await opener.click();
  await panel.getByRole("textbox", { name: "ISBN" }).fill("978-1");
  await panel.getByRole("spinbutton", { name: "Price" }).fill("12.5");
  await panel.getByRole("checkbox", { name: "In print" }).check();
  await panel.getByLabel("Printed on").fill("2026-03-05T10:00");
  await panel.getByRole("combobox", { name: "Binding" }).selectOption("cloth");
  await panel.getByRole("button", { name: "Add: Keyword" }).click();
  await panel.getByRole("textbox", { name: "Keyword 1" }).fill("stone");
  await panel.getByRole("spinbutton", { name: "height" }).fill("21");
  await panel.getByRole("spinbutton", { name: "width" }).fill("13");
  const id = await editor.publishPost();
  const { meta } = await requestUtils.rest({ path: "/wp/v2/books/" + id });
  expect(meta).toMatchObject({ isbn: "978-1", price: 12.5, in_print: true, printed: "2026-03-05T10:00:00", binding: "cloth", keyword: ["stone"], size: { height: 21, width: 13 } });
});

test("files are dragged into a block", async ({ admin, editor, pageUtils }, info) => {
  await admin.createNewPost({ title: "Dragged" });
  await editor.insertBlock({ name: "core/image" });
  const file = info.outputPath("dragged.png");
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"));
  const block = editor.canvas.getByRole("document", { name: "Block: Image" });
  const { dragOver, drop } = await pageUtils.dragFiles(file);
  await dragOver(block);
  await drop();
  await expect(block.getByRole("img")).toHaveAttribute("src", /\/dragged.*\.png$/);
});

test("an autosave that is newer is told of and shown", async ({ admin, editor, page, requestUtils }) => {
  const body = (text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
  const post = await requestUtils.createPost({ title: "Kept apart", status: "publish", content: body("As it is"), date_gmt: "2026-01-01T00:00:00" });
  const told = page.locator(".components-notice", { hasText: "There is an autosave of this post" });
  await admin.editPost(post.id);
  await expect(editor.canvas.getByText("As it is")).toBeVisible();
  await expect(told).toHaveCount(0);
  await page.waitForTimeout(1100); // it must be later by a second
  const kept = await requestUtils.rest({ path: `/wp/v2/posts/${post.id}/autosaves`, method: "POST", data: { title: "Kept apart", content: body("As it was to be") } });
  await admin.editPost(post.id);
  await told.getByRole("button", { name: "View the autosave" }).click();
  await expect(page.getByRole("button", { name: "Restore", exact: true })).toBeVisible();
  await page.goto("wp-admin/revision.php?revision=" + kept.id);
  await expect(page.getByRole("button", { name: "Restore", exact: true })).toBeVisible();
  await admin.visitAdminPage("post.php", `post=${post.id}&action=edit&revision=99999999`);
  await expect(page.locator(".components-snackbar", { hasText: "Invalid revision ID." })).toBeVisible();
  await expect(editor.canvas.getByText("As it is")).toBeVisible();
});

test("the palette of commands leads to what a person may open", async ({ admin, page }) => {
  for (const from of ["index.php", "edit.php", "site-editor.php", "post-new.php"]) {
    await admin.visitAdminPage(from);
    await page.waitForFunction(() => window.wp?.data?.select("core/commands")?.getCommands().length > 3);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands and settings" }).fill("add page");
    await page.getByRole("option", { name: "Go to: Pages > Add Page" }).click();
    await expect(page).toHaveURL(/\/wp-admin\/post-new\.php\?post_type=page/);
    await expect(bar(page).getByRole("button", { name: "No title · Page" })).toBeVisible();
  }
  // What is below another is named with it.
  for (const [typed, name, address] of [["categories", "Go to: Posts > Categories", /edit-tags\.php\?taxonomy=category/], ["permalinks", "Go to: Settings > Permalinks", /options-permalink\.php/]]) {
    await admin.visitAdminPage("index.php");
    await page.waitForFunction(() => window.wp?.data?.select("core/commands")?.getCommands().length > 3);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands and settings" }).fill(typed);
    await page.getByRole("option", { name }).click();
    await expect(page).toHaveURL(address);
  }
});

test("what was written without blocks is shown, edited and made into blocks", async ({ admin, editor, page, requestUtils }) => {
  const content = "Old one\n\nOld two";
  const { id } = await requestUtils.createPost({ title: "Of old", status: "draft", content });
  await admin.editPost(id);
  const old = editor.canvas.getByRole("document", { name: "Block: Classic" });
  await expect(old.locator("p")).toHaveText(["Old one", "Old two"]);
  await editor.selectBlocks(old);
  await editor.clickBlockToolbarButton("Convert to blocks");
  await expect.poll(async () => (await editor.getBlocks()).map((b) => b.name)).toContain("core/paragraph");
  await expect(old).toHaveCount(0);
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/posts/" + id, params: { force: true } });
});

test("who may not write styles is offered none, and told that those of a block go", async ({ browser, requestUtils }) => {
  const [name, password] = ["plain" + Date.now(), "a long password 9"];
  const user = await requestUtils.createUser({ username: name, email: name + "@example.org", password, roles: ["author"] });
  const page = await loggedIn(browser, name, password);
  await page.goto("wp-admin/post-new.php");
  const canvas = page.frameLocator("[name=editor-canvas]");
  await expect(canvas.getByRole("textbox", { name: "Add title" })).toBeVisible();
  await page.evaluate(() => {
    const { createBlock } = window.wp.blocks;
    window.wp.data.dispatch("core/preferences").set("core/edit-post", "welcomeGuide", false);
    window.wp.data.dispatch("core/block-editor").insertBlock(createBlock("core/group", { style: { css: "border-style: dashed;" } }, [createBlock("core/paragraph", { content: "Framed" })]));
  });
  await expect(page.locator(".components-notice", { hasText: "custom CSS" })).toBeVisible();
  await settings(page).getByRole("tab", { name: "Block" }).click();
  await settings(page).getByRole("button", { name: "Advanced" }).click();
  await expect(settings(page).getByRole("textbox", { name: "HTML anchor" })).toBeVisible();
  await expect(settings(page).getByText("Additional CSS", { exact: true })).toHaveCount(0);
  await page.context().close();
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + user.id, params: { force: true, reassign: "false" } });
});
