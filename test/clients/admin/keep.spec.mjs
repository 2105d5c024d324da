// Keeping a site: lists, media, comments, people, settings and extensions.
import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "./fixtures.mjs";

const told = (page, text) => expect(page.locator("#message, #setting-error-settings_updated", { hasText: text })).toBeVisible();

test("entries are searched, changed in bulk, thrown away and brought back", async ({ admin, page, requestUtils }) => {
  const ids = [];
  for (const n of [1, 2, 3]) ids.push((await requestUtils.createPost({ title: "Bulk " + n, status: "draft" })).id);
  await admin.visitAdminPage("edit.php");
  await page.getByRole("searchbox", { name: "Search" }).fill("Bulk");
  await expect(page.locator("#the-list tr")).toHaveCount(3); // what isn't found has gone
  await page.getByRole("row").first().getByRole("checkbox", { name: "Select all" }).check();
  await page.locator(".dataviews-bulk-actions-footer__container").getByRole("button", { name: "Move to Trash" }).click();
  await told(page, "3 posts moved to the Trash.");
  await expect(page.getByRole("link", { name: /^Bulk/ })).toHaveCount(0);
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + ids[0], params: { context: "edit" } })).status).toBe("trash");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await page.getByRole("option", { name: "Trash" }).click();
  await page.keyboard.press("Escape");
  const row = page.getByRole("row").filter({ hasText: "Bulk 2" });
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await told(page, "1 post restored from the Trash.");
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + ids[1], params: { context: "edit" } })).status).toBe("draft");
});

test("a file is uploaded on the page for that", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("media-new.php");
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await page.locator("input[type=file]").setInputFiles({ name: "library.png", mimeType: "image/png", buffer: png });
  await told(page, "Media file uploaded.");
  await expect(page.locator("#media-items")).toContainText("library");
  const [file] = await requestUtils.rest({ path: "/wp/v2/media", params: { search: "library" } });
  expect(file.mime_type).toBe("image/png");
  await requestUtils.deleteMedia(file.id);
});

test("a comment is approved, answered and marked as spam", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Talked about", status: "publish" });
  const comment = await requestUtils.createComment({ post: post.id, content: "What a wall" });
  await requestUtils.rest({ path: "/wp/v2/comments/" + comment.id, method: "POST", data: { status: "hold" } });
  const row = page.getByRole("row").filter({ hasText: "What a wall" });
  const state = async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + comment.id, params: { context: "edit" } })).status;
  await admin.visitAdminPage("edit-comments.php", "c=" + comment.id);
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Approve", exact: true }).click();
  await expect.poll(state).toBe("approved");
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Reply" }).click();
  await page.locator("#replyrow").getByRole("textbox", { name: "Comment" }).fill("It is");
  await page.locator("#replyrow").getByRole("button", { name: "Reply", exact: true }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments", params: { post: post.id } })).length).toBe(2);
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Mark as spam" }).click();
  await expect.poll(state).toBe("spam");
});

test("an account is added, changed and removed", async ({ admin, page, requestUtils }) => {
  const find = async () => (await requestUtils.rest({ path: "/wp/v2/users", params: { search: "newcomer", context: "edit" } }))[0];
  await admin.visitAdminPage("user-new.php");
  await page.getByRole("textbox", { name: "Username" }).fill("newcomer");
  await page.getByRole("textbox", { name: "Email" }).fill("newcomer@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("combobox", { name: "Role" }).selectOption("author");
  await page.getByRole("button", { name: "Add User" }).click();
  await page.waitForURL(/users\.php/);
  const user = await find();
  expect(user.roles).toEqual(["author"]);
  await admin.visitAdminPage("user-edit.php", "user_id=" + user.id);
  await page.getByRole("textbox", { name: "First Name" }).fill("New");
  await page.getByRole("button", { name: "Update User" }).click();
  await told(page, "User updated.");
  expect((await find()).first_name).toBe("New");
  await requestUtils.rest({ path: "/wp/v2/users/" + user.id, method: "DELETE", params: { force: true, reassign: 1 } });
});

test("terms are added and changed", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category");
  const form = page.getByRole("region", { name: /^Add/ });
  await form.getByRole("textbox", { name: "Name" }).fill("Lime mortars");
  await form.getByRole("button", { name: "Add Category" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Lime mortars" })).toBeVisible();
  const [term] = await requestUtils.rest({ path: "/wp/v2/categories", params: { search: "Lime mortars" } });
  expect(term.slug).toBe("lime-mortars");
  await requestUtils.rest({ path: "/wp/v2/categories/" + term.id, method: "DELETE", params: { force: true } });
});

test("what is typed stays when the choices of a form come late", async ({ admin, page }) => {
  let open;
  const opened = new Promise((done) => { open = done; });
  let held = false;
  await page.route((url) => decodeURIComponent(url.href).includes("/wp/v2/categories") && url.searchParams.get("per_page") === "100", async (route) => { held = true; await opened; await route.continue(); });
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category");
  const name = page.locator("#tag-name");
  await name.focus();
  await page.keyboard.type("Typed early");
  expect(held).toBe(true);
  open();
  await expect(page.locator("#addtag select option").nth(1)).toBeAttached();
  await expect(name).toBeFocused();
  await page.keyboard.type(", and on");
  await expect(name).toHaveValue("Typed early, and on");
});

test("terms of posts have columns, whose links ask for posts that have them", async ({ admin, page, requestUtils }) => {
  const name = "Columns " + Date.now();
  const [category, tag] = await Promise.all(["categories", "tags"].map((what) => requestUtils.rest({ method: "POST", path: "/wp/v2/" + what, data: { name: `<i>${what}</i> & of ${name}` } })));
  const have = await requestUtils.createPost({ title: name + " with", status: "publish", categories: [category.id], tags: [tag.id] });
  const lack = await requestUtils.createPost({ title: name + " without", status: "draft" });
  await admin.visitAdminPage("edit.php", "post_type=post&post_status=all&s=" + encodeURIComponent(name));
  const row = page.locator("#post-" + have.id);
  await expect(row.locator(".column-categories")).toHaveText(new RegExp("categories.*& of " + name));
  await expect(row.locator(".column-tags i")).toHaveCount(0); // names are text
  await expect(page.locator(`#post-${lack.id} .column-tags`)).toHaveText("—");
  for (const [column, id] of [["categories", category.id], ["tags", tag.id]]) {
    await admin.visitAdminPage("edit.php", "post_type=post&post_status=all&s=" + encodeURIComponent(name));
    await expect(page.locator("#the-list tr")).toHaveCount(2);
    await row.locator(`.column-${column} a`).click();
    await expect(page).toHaveURL(new RegExp("=" + id + "$"));
    await expect(page.locator("#the-list tr")).toHaveCount(1);
    await expect(row).toBeVisible();
  }
  await admin.visitAdminPage("edit.php", "post_type=page");
  await expect(page.locator("#the-list .column-author").first()).toBeVisible();
  await expect(page.locator("#the-list .column-categories")).toHaveCount(0);
  for (const { id } of [have, lack]) await requestUtils.rest({ path: "/wp/v2/posts/" + id, method: "DELETE", params: { force: true } });
  for (const [what, { id }] of [["categories", category], ["tags", tag]]) await requestUtils.rest({ path: `/wp/v2/${what}/${id}`, method: "DELETE", params: { force: true } });
});

test("settings are stored, those of the API and others", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("options-general.php");
  await page.getByRole("textbox", { name: "Tagline" }).fill("Stones and corners");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await told(page, "Settings saved.");
  expect((await requestUtils.getSiteSettings()).description).toBe("Stones and corners");
  await admin.visitAdminPage("options-permalink.php");
  await page.getByRole("textbox", { name: "Tag base" }).fill("about");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await told(page, "Permalink structure updated.");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Tag base" })).toHaveValue("about");
  await page.getByRole("textbox", { name: "Tag base" }).fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await told(page, "Permalink structure updated.");
});

test("any option is set by its name, as the field's utilities do", async ({ admin, page }) => {
  const set = async (name, value) => {
    await admin.visitAdminPage("options.php", "");
    const before = await page.inputValue("#" + name);
    await page.fill("#" + name, value);
    await page.click("#Update");
    return before;
  };
  const wanted = { page_comments: "1", comments_per_page: "1", default_comments_page: "oldest" };
  const before = {};
  for (const [name, value] of Object.entries(wanted)) before[name] = await set(name, value);
  expect(before).toEqual({ page_comments: "0", comments_per_page: "50", default_comments_page: "newest" });
  await admin.visitAdminPage("options.php", "");
  for (const [name, value] of Object.entries(wanted)) await expect(page.locator("#" + name)).toHaveValue(value);
  // What is refused stands there again, with why, and what somebody else changed stays theirs.
  await page.fill("#comments_per_page", "many");
  const other = await page.context().newPage();
  await other.goto("wp-admin/options.php");
  await other.fill("#posts_per_rss", "12");
  await other.click("#Update");
  await expect(other.getByText("Settings saved.").first()).toBeVisible();
  await other.close();
  await page.click("#Update");
  await expect(page.locator(".components-notice.is-error")).toContainText("comments_per_page");
  await expect(page.locator("#comments_per_page")).toHaveValue("many");
  await page.fill("#comments_per_page", "2");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator("#comments_per_page")).toHaveValue("2");
  await expect(page.locator("#posts_per_rss")).toHaveValue("12");
  for (const [name, value] of Object.entries({ ...before, posts_per_rss: "10" })) await set(name, value);
});

test("an extension is turned off and on", async ({ admin, page, requestUtils }) => {
  const state = async () => (await requestUtils.rest({ path: "/wp/v2/plugins" })).find((p) => p.plugin.startsWith("redirection"))?.status;
  await admin.visitAdminPage("plugins.php");
  const row = page.getByRole("row").filter({ hasText: "Redirection" });
  await row.getByRole("button", { name: "Actions" }).or(row.getByRole("button", { name: "Deactivate" })).first().click();
  const off = page.getByRole("menuitem", { name: "Deactivate" });
  if (await off.count()) await off.click();
  await expect.poll(state).toBe("inactive");
  await admin.visitAdminPage("index.php");
  await expect(page.getByRole("link", { name: "Redirects" })).toHaveCount(0);
  await requestUtils.activatePlugin("redirection");
  expect(await state()).toBe("active");
});

test("a redirect is added, followed and found", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("tools.php", "page=redirection");
  const form = page.getByRole("region", { name: "Add a redirect" });
  await form.getByRole("textbox", { name: "From" }).fill("/old-wall/");
  await form.getByRole("textbox", { name: "To" }).fill("/old-wall/");
  await expect(form.getByRole("status")).toContainText("leads to itself");
  await form.getByRole("textbox", { name: "To" }).fill("/?s=wall");
  await expect(form.getByRole("status")).toBeEmpty();
  await form.getByRole("button", { name: "Add" }).click();
  await told(page, "The redirect is there.");
  await expect(page.getByRole("row").filter({ hasText: "/old-wall/" })).toBeVisible();
  await page.goto("/old-wall/");
  expect(page.url()).toContain("s=wall");
  const { items } = await requestUtils.rest({ path: "/redirection/v1/redirect" });
  await requestUtils.rest({ path: "/redirection/v1/bulk/redirect/delete", method: "POST", data: { items: items.map((i) => i.id) } });
});

test("a theme in use is told apart", async ({ requestUtils }) => {
  const [theme] = await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } });
  await requestUtils.activateTheme(theme.stylesheet);
  await expect(requestUtils.activateTheme("no-such-theme")).rejects.toThrow("not installed");
});

test("the site is exported, and the file brought in", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "To be moved", status: "publish" });
  const answer = await page.request.get("wp-admin/export.php?download=true");
  const file = await answer.body();
  expect(answer.headers()["content-disposition"]).toMatch(/^attachment/);
  expect(file.toString()).toContain("To be moved");
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
  await admin.visitAdminPage("import.php");
  await page.locator("input[type=file]").setInputFiles({ name: "site.xml", mimeType: "text/xml", buffer: file });
  await told(page, "The file is in.");
  await expect(page.getByRole("listitem").filter({ hasText: /^post: 1 of \d+ came in/ })).toBeVisible();
  const found = await requestUtils.rest({ path: "/wp/v2/posts", params: { search: "To be moved" } });
  expect(found.length).toBe(1);
});

test("a comment is judged where the links of messages lead", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Linked to", status: "publish" });
  const comment = await requestUtils.createComment({ post: post.id, content: "Look <b>here</b>" });
  await requestUtils.rest({ path: "/wp/v2/comments/" + comment.id, method: "POST", data: { status: "hold" } });
  const state = async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + comment.id, params: { context: "edit" } })).status;
  await admin.visitAdminPage("comment.php", "action=approve&c=" + comment.id);
  expect(await state()).toBe("hold"); // opening a link changes nothing
  await page.getByRole("button", { name: "Approve Comment" }).click();
  await expect.poll(state).toBe("approved");
  await page.getByRole("region", { name: "Edit the comment" }).getByRole("textbox", { name: "Comment" }).fill("Look there");
  await page.getByRole("button", { name: "Update" }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + comment.id })).content.rendered).toContain("Look there");
  await page.getByRole("button", { name: "Mark as spam" }).click();
  await expect.poll(state).toBe("spam");
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText("The comment is deleted.")).toBeVisible();
  await expect(requestUtils.rest({ path: "/wp/v2/comments/" + comment.id })).rejects.toMatchObject({ code: "rest_comment_invalid_id" });
});

test("views are counted and drawn", async ({ admin, browser, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Read by many", status: "publish" });
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] }, userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" });
  for (let i = 0; i < 12; i++) await stranger.request.get(post.link);
  await stranger.close();
  await expect.poll(async () => (await requestUtils.rest({ path: "/monsterinsights/v1/views?days=7" })).popular.find((p) => p.id === post.id)?.views, { timeout: 30_000 }).toBe(12);
  await admin.visitAdminPage("admin.php", "page=analytics");
  await expect(page.getByRole("row").filter({ hasText: "Read by many" }).first()).toContainText("12");
  await page.getByRole("combobox", { name: "The last" }).selectOption("7");
  await expect(page.getByRole("table", { name: "Views by day" }).getByRole("row")).toHaveCount(8);
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
});

// Nobody could log in after a flow that breaks off.
test.afterEach(async ({ requestUtils }) => {
  for (const one of await requestUtils.rest({ path: "/llar/v1/locked" })) await requestUtils.rest({ path: "/llar/v1/locked", method: "DELETE", data: { kind: one.kind, subject: one.subject } });
});

test("who is locked out is let in again", async ({ admin, browser, page }) => {
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const log = await stranger.newPage();
  await log.goto("wp-login.php");
  for (let i = 0; i < 5; i++) {
    await log.locator("#user_login").fill("nobody-here");
    await log.locator("#user_pass").fill("wrong " + i);
    await log.locator("#user_pass").press("Enter");
    await log.waitForLoadState();
  }
  await expect(log.locator("#login_error")).toBeVisible();
  await stranger.close();
  await admin.visitAdminPage("options-general.php", "page=loginlimit");
  await page.getByRole("button", { name: /^Let in again: 127/ }).click();
  await told(page, "The lock-out is ended.");
  await expect(page.getByRole("button", { name: /^Let in again: 127/ })).toHaveCount(0);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("region", { name: "The record" })).toContainText("nobody-here");
});

test("a webhook is added and removed", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("tools.php", "page=webhooks");
  const form = page.getByRole("region", { name: "Add a webhook" });
  await form.getByRole("textbox", { name: "Address" }).fill("https://example.org/hook");
  await form.getByRole("textbox", { name: "Name" }).fill("Of a test");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("It is shown only now.").or(page.locator("#message")).first()).toBeVisible();
  for (const hook of await requestUtils.rest({ path: "/quoin/v1/webhooks" })) await requestUtils.rest({ path: "/quoin/v1/webhooks/" + hook.id, method: "DELETE" });
});

test("a backup is made and downloaded", async ({ admin, page }) => {
  await admin.visitAdminPage("tools.php", "page=backups");
  await page.getByRole("button", { name: "Make a backup now" }).click();
  await told(page, "The backup is made.");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^Download quoin-/ }).first().click()]);
  expect(download.suggestedFilename()).toMatch(/^quoin-.*\.zip$/);
  expect((await page.request.get("wp-admin/tools.php?page=backups&download=../quoin.db")).status()).toBe(403);
});

test("one's own profile is changed", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("index.php");
  await page.locator("#menu-users").hover();
  await page.locator("#menu-users").getByRole("link", { name: "Profile", exact: true }).click();
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  await page.getByRole("button", { name: "Update Profile", exact: true }).click();
  await told(page, "Profile updated.");
  expect((await requestUtils.rest({ path: "/wp/v2/users/me", params: { context: "edit" } })).first_name).toBe("Ada");
  const passwords = page.getByRole("region", { name: "Application Passwords" });
  await passwords.getByRole("textbox", { name: "New Application Password Name" }).fill("A reader");
  await passwords.getByRole("button", { name: "Add Application Password" }).click();
  await expect(passwords).toContainText("It is shown only now.");
  page.once("dialog", (dialog) => dialog.accept());
  await passwords.getByRole("row").filter({ hasText: "A reader" }).getByRole("button", { name: /^Revoke/ }).click();
  await expect(passwords.getByRole("row").filter({ hasText: "A reader" })).toHaveCount(0);
});

test("widgets are edited as blocks", async ({ admin, page, requestUtils }) => {
  const inner = (text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
  const area = (await requestUtils.rest({ path: "/wp/v2/sidebars" })).at(-1).id;
  const texts = async () => (await requestUtils.rest({ path: "/wp/v2/widgets", params: { sidebar: area, context: "edit" } })).map((w) => w.instance.raw.content);
  await requestUtils.deleteAllWidgets();
  await requestUtils.addWidgetBlock(inner("First of all"), area);
  await requestUtils.addWidgetBlock(inner("To be taken out"), area);
  await admin.visitAdminPage("widgets.php");
  const canvas = page.frameLocator("[name=editor-canvas]");
  await canvas.getByRole("document", { name: "Block: Paragraph" }).filter({ hasText: "First of all" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(", changed");
  await canvas.getByRole("document", { name: "Block: Paragraph" }).filter({ hasText: "To be taken out" }).click();
  await page.getByRole("button", { name: "Options", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await told(page, "Widgets saved.");
  expect(await texts()).toEqual([inner("First of all, changed")]);
  await requestUtils.deleteAllWidgets();
});

test("a picture is cropped in the library", async ({ admin, page, requestUtils }, info) => {
  const file = info.outputPath("crop-me.png");
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.copyFile(new URL("../../../docs/pictures/entries-phone-light.png", import.meta.url), file);
  const before = await requestUtils.uploadMedia(file);
  await admin.visitAdminPage("upload.php");
  await page.locator("li.attachment", { hasText: "crop-me" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit Image" }).click();
  const editor = page.getByRole("dialog");
  await editor.getByRole("button", { name: /^Rotate/ }).first().click();
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/media", params: { search: "crop-me" } })).length).toBe(2);
  const made = (await requestUtils.rest({ path: "/wp/v2/media", params: { search: "crop-me" } })).find((m) => m.id !== before.id);
  expect([made.media_details.width, made.media_details.height]).toEqual([before.media_details.height, before.media_details.width]);
  for (const { id } of [before, made]) await requestUtils.deleteMedia(id);
});

test("addresses of the field lead to where the work is done", async ({ admin, page }) => {
  for (const [from, to] of [["customize.php", "/site-editor.php"], ["theme-editor.php", "/themes.php"], ["update.php", "/theme-install.php"], ["plugin-install.php", "/plugins.php"], ["edit.php?post_type=attachment", "/upload.php"], ["term.php", "/edit-tags.php"]]) {
    await page.goto("wp-admin/" + from);
    expect(page.url()).toContain(to);
  }
});
