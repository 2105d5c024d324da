// What the forms and lists of the field's screens take and tell, by their own names and ids.
// They pass on the reference too: point QUOIN_BASE at it.
import fs from "node:fs/promises";
import { expect, test } from "@wordpress/e2e-test-utils-playwright";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const read = (requestUtils, what, id) => requestUtils.rest({ path: `/wp/v2/${what}/${id}`, params: { context: "edit" } });
const remove = async (requestUtils, what, ...ids) => {
  for (const id of ids) await requestUtils.rest({ method: "DELETE", path: `/wp/v2/${what}/${id}`, params: { force: true } });
};
const gone = (requestUtils, what, id) => expect.poll(() => requestUtils.rest({ path: `/wp/v2/${what}/${id}` }).catch((e) => e.code)).toMatch(/invalid/);
const saved = (page) => expect(page.locator("#setting-error-settings_updated")).toBeVisible();

async function upload(requestUtils, name) {
  const file = test.info().outputPath(name);
  await fs.mkdir(test.info().outputDir, { recursive: true });
  await fs.writeFile(file, name.endsWith(".png") ? png : "%PDF-1.4\n%%EOF\n");
  return requestUtils.uploadMedia(file);
}

test("a list tells dates shortly, and has its tools above and below", async ({ admin, page, requestUtils }) => {
  const title = "Dated" + Date.now();
  const { id } = await requestUtils.createPost({ title, status: "publish", date: "2019-03-04T15:27:00" });
  await admin.visitAdminPage("edit.php", "m=201903&s=" + title);
  await expect(page.locator("#post-" + id)).toContainText("2019/03/04 at 3:27 pm");
  await expect(page.locator(".tablenav.top .displaying-num")).toHaveText("1 item");
  await remove(requestUtils, "posts", id);
});

test("the order of a list is in its address alone", async ({ admin, page, requestUtils }) => {
  const name = "Order" + Date.now();
  const newer = await requestUtils.createPost({ title: name + " b", status: "publish", date: "2020-01-01T10:00:00" });
  const older = await requestUtils.createPost({ title: name + " a", status: "publish", date: "2019-01-01T10:00:00" });
  const titles = page.locator("#the-list .row-title");
  await admin.visitAdminPage("edit.php", "s=" + name);
  await expect(titles).toHaveText([name + " b", name + " a"]);
  await page.locator("thead #title a").click();
  await expect(page).toHaveURL(/orderby=title/);
  await expect(titles).toHaveText([name + " a", name + " b"]);
  await page.reload();
  await expect(titles).toHaveText([name + " a", name + " b"]);
  await admin.visitAdminPage("edit.php", "s=" + name);
  await expect(titles).toHaveText([name + " b", name + " a"]);
  await remove(requestUtils, "posts", newer.id, older.id);
});

test("categories stand below their parents, and several are deleted", async ({ admin, page, requestUtils }) => {
  const name = "Cat" + Date.now();
  const add = (more) => requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: more });
  const parent = await add({ name });
  const child = await add({ name: "A child of " + name, parent: parent.id });
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category");
  await page.locator("#show-settings-link").click();
  await page.locator("input[name='wp_screen_options[value]']").fill("100");
  await page.locator("#screen-options-apply").click();
  await expect(page.locator(`#tag-${parent.id} + #tag-${child.id} .row-title`)).toHaveText("— A child of " + name);
  await page.locator("#cb-select-" + child.id).check();
  await page.locator("#cb-select-" + parent.id).check();
  await page.locator("#bulk-action-selector-top").selectOption("delete");
  await page.locator("#doaction").click();
  await expect(page.locator("#message")).toContainText("Categories deleted.");
  await gone(requestUtils, "categories", parent.id);
});

test("a term that was added stands first, and a changed one leads back to its list", async ({ admin, page, requestUtils }) => {
  const name = "Zz" + Date.now();
  await admin.visitAdminPage("edit-tags.php", "taxonomy=post_tag");
  await page.locator("#tag-name").fill(name);
  await page.locator("#tag-description").fill("About " + name);
  await page.locator("#submit").click();
  await expect(page.locator("#the-list > tr").first()).toContainText("About " + name);
  const [{ id }] = await requestUtils.rest({ path: "/wp/v2/tags", params: { slug: name.toLowerCase() } });
  await page.locator(`#tag-${id} .row-title`).click();
  await page.getByRole("button", { name: "Update" }).click();
  await page.locator("#message").getByRole("link", { name: "Go to Tags" }).click();
  await expect(page).toHaveURL(/edit-tags\.php\?taxonomy=post_tag/);
  await remove(requestUtils, "tags", id);
});

test("rows of files tell their names, and have them copied and downloaded", async ({ admin, page, requestUtils }) => {
  const name = "row" + Date.now();
  const file = await upload(requestUtils, name + ".png");
  const row = page.locator("#post-" + file.id);
  await admin.visitAdminPage("upload.php", "mode=list&s=" + name);
  await expect(row.locator(".filename")).toContainText(name + ".png");
  await row.hover();
  await expect(row.locator(".row-actions .copy")).toContainText("Copy URL");
  await expect(row.locator(".row-actions .download a")).toHaveAttribute("href", file.source_url);
  await admin.visitAdminPage("upload.php", "mode=grid");
  await page.locator(`li.attachment[data-id="${file.id}"]`).click();
  await expect(page).toHaveURL(new RegExp("item=" + file.id));
  await remove(requestUtils, "media", file.id);
});

test("a term is deleted on its own page", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.rest({ method: "POST", path: "/wp/v2/tags", data: { name: "Tag" + Date.now() } });
  await admin.visitAdminPage("term.php", "taxonomy=post_tag&post_type=post&tag_ID=" + id);
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator("#delete-link").getByRole("link", { name: "Delete" }).click();
  await expect(page).toHaveURL(/edit-tags\.php/);
  await gone(requestUtils, "tags", id);
});

test("the grid opens and picks files, and is narrowed to kinds", async ({ admin, page, requestUtils }) => {
  const name = "kind" + Date.now();
  const [picture, paper] = [await upload(requestUtils, name + ".png"), await upload(requestUtils, name + ".pdf")];
  const card = (file) => page.locator(`li.attachment[data-id="${file.id}"]`);
  await admin.visitAdminPage("upload.php", "mode=grid");
  await page.locator("#media-attachment-filters").selectOption({ label: "Documents" });
  await expect(card(paper)).toBeVisible();
  await expect(card(picture)).toHaveCount(0);
  await page.locator("#media-attachment-filters").selectOption({ label: "All media items" });
  await page.getByRole("checkbox", { name }).first().click(); // not in Bulk select it opens the file
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Called " + name);
  await page.keyboard.press("Tab");
  await expect.poll(async () => [await read(requestUtils, "media", picture.id), await read(requestUtils, "media", paper.id)].map((m) => m.title.raw)).toContain("Called " + name);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Bulk select" }).click();
  for (const file of [picture, paper]) {
    await card(file).click();
    await expect(card(file)).toHaveClass(/selected/);
  }
  await card(paper).click();
  await expect(card(paper)).not.toHaveClass(/selected/);
  await card(paper).click();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(card(picture)).toHaveCount(0);
  await gone(requestUtils, "media", paper.id);
});

test("a file is attached to an entry, and detached", async ({ admin, page, requestUtils }) => {
  const name = "Holder" + Date.now();
  const post = await requestUtils.createPost({ title: name, status: "publish" });
  const { id } = await upload(requestUtils, name + "-file.png");
  await admin.visitAdminPage("upload.php", "mode=list");
  const row = page.locator("#post-" + id);
  await row.hover();
  await row.getByText("Attach", { exact: true }).click();
  await page.locator("#find-posts-input").fill(name);
  await page.locator("#find-posts-search").click();
  await page.waitForLoadState("networkidle"); // what was found first is replaced
  await page.locator("#found-" + post.id).check();
  await page.locator("#find-posts-submit").click();
  await expect.poll(async () => (await read(requestUtils, "media", id)).post).toBe(post.id);
  await expect(row).toContainText(name);
  await row.hover();
  await row.getByText("Detach", { exact: true }).click();
  await expect(page.locator("#message")).toContainText("Media file detached.");
  expect((await read(requestUtils, "media", id)).post).toBe(null);
  await requestUtils.deleteMedia(id);
  await remove(requestUtils, "posts", post.id);
});

test("a comment is put back among those that wait, on its page", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Talked of", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "Before" });
  await admin.visitAdminPage("comment.php", "action=editcomment&c=" + id);
  await page.locator("#content").fill("After");
  await page.getByRole("radio", { name: "Pending" }).check();
  await page.locator("#save").click();
  await expect.poll(async () => { const c = await read(requestUtils, "comments", id); return [c.status, c.content.raw]; }).toEqual(["hold", "After"]);
  await page.waitForURL(/edit-comments\.php/); // saving leads back
  await admin.visitAdminPage("edit-comments.php");
  await page.locator("#cb-select-" + id).check();
  await page.locator("#bulk-action-selector-top").selectOption("approve");
  await page.locator("#doaction").click();
  await expect(page.locator("#moderated")).toContainText("1 comment approved.");
  await remove(requestUtils, "posts", post.id);
});

test("roles are changed below the list too, and names follow what is typed", async ({ admin, page, requestUtils }) => {
  const name = "below" + Date.now();
  const { id } = await requestUtils.createUser({ username: name, email: name + "@example.org", password: "a long password", roles: ["contributor"] });
  await admin.visitAdminPage("users.php", "s=" + name);
  await page.locator("#user_" + id).check();
  await page.locator("#new_role2").selectOption("author");
  await page.locator("#changeit2").click();
  await expect(page.locator(".notice", { hasText: "Changed roles." })).toBeVisible();
  expect((await read(requestUtils, "users", id)).roles).toEqual(["author"]);
  await admin.visitAdminPage("user-edit.php", "user_id=" + id);
  await page.locator("#first_name").fill("Ada");
  await page.locator("#last_name").fill("Lovelace");
  await page.locator("#nickname").fill("Countess");
  await page.locator("#display_name").selectOption("Ada Lovelace");
  await page.locator("#submit").click();
  await expect(page.locator("#message")).toContainText("User updated.");
  expect(await read(requestUtils, "users", id)).toMatchObject({ name: "Ada Lovelace", nickname: "Countess" });
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
});

test("settings take the values of the field's forms", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("options-writing.php");
  for (const format of ["aside", "0"]) {
    await page.locator("#default_post_format").selectOption(format);
    await page.locator("#submit").click();
    await expect.poll(async () => (await requestUtils.getSiteSettings()).default_post_format).toBe(format);
  }
  for (const value of ["1", "0"]) {
    await admin.visitAdminPage("options-reading.php");
    await page.locator(`input[name=rss_use_excerpt][value="${value}"]`).check();
    await page.locator("#submit").click();
    await saved(page);
    await admin.visitAdminPage("options-reading.php");
    await expect(page.locator(`input[name=rss_use_excerpt][value="${value}"]`)).toBeChecked();
  }
  await admin.visitAdminPage("options-permalink.php");
  await page.locator("#permalink_structure").fill("/%postname%/");
  await page.locator(".available-structure-tags").getByRole("button", { name: /^year / }).click();
  await expect(page.locator("#permalink_structure")).toHaveValue("/%postname%/%year%/");
  await page.locator(".available-structure-tags").getByRole("button", { name: /^postname / }).click();
  await expect(page.locator("#permalink_structure")).toHaveValue("/%year%/");
});

test("a part of the posts is exported", async ({ admin, page, requestUtils }) => {
  const at = (day, title) => requestUtils.createPost({ title, status: "publish", date: day + "T08:00:00" });
  const posts = [await at("2011-04-30", "Too early to go"), await at("2011-05-31", "In time to go"), await at("2011-06-01", "Too late to go")];
  await admin.visitAdminPage("export.php");
  await expect(page.getByRole("radio", { name: "All content" })).toBeChecked();
  await page.getByRole("radio", { name: "Posts", exact: true }).check();
  await page.locator("#post-status").selectOption("publish");
  await page.locator("#post-start-date").selectOption("2011-05");
  await page.locator("#post-end-date").selectOption("2011-05");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download Export File" }).click()]);
  const text = await fs.readFile(await file.path(), "utf8");
  expect(["Too early to go", "In time to go", "Too late to go"].map((title) => text.includes(title))).toEqual([false, true, false]);
  await remove(requestUtils, "posts", ...posts.map((p) => p.id));
});

test("a menu is made, filled, put in order and deleted", async ({ admin, page, requestUtils }) => {
  const name = "Menu " + Date.now();
  const there = await requestUtils.createPage({ title: "Of the menu " + name, status: "publish" });
  await admin.visitAdminPage("nav-menus.php", "action=edit&menu=0");
  await page.locator("#menu-name").fill(name);
  await page.locator("#save_menu_footer").click();
  await expect(page.locator("#add-post-type-page")).toBeVisible();
  await expect(page.locator("#menu-name")).toHaveValue(name);
  const items = page.locator("#menu-to-edit > li");
  await page.locator("#add-post-type-page").getByRole("checkbox", { name: "Of the menu " + name }).first().check();
  await page.locator("#submit-posttype-page").click();
  await expect(items).toHaveCount(1);
  await page.locator("#add-custom-links .accordion-section-title button").click();
  await page.locator("#custom-menu-item-url").fill("https://example.org/");
  await page.locator("#custom-menu-item-name").fill("Elsewhere");
  await page.locator("#submit-customlinkdiv").click();
  await expect(items).toHaveCount(2);
  await items.nth(1).locator(".item-edit").click();
  await items.nth(1).locator(".edit-menu-item-title").fill("Far away");
  await items.nth(1).locator(".menus-move-right").click();
  await expect(items.nth(1)).toHaveClass(/menu-item-depth-1/);
  await page.locator("#save_menu_footer").click();
  await expect(page.locator("#message")).toContainText("has been updated.");
  const [menu] = await requestUtils.rest({ path: "/wp/v2/menus", params: { search: name } });
  const stored = async () => (await requestUtils.rest({ path: "/wp/v2/menu-items", params: { menus: menu.id, context: "edit", orderby: "menu_order", order: "asc" } }));
  const [first, second] = await stored();
  expect(first).toMatchObject({ type: "post_type", object: "page", object_id: there.id });
  expect(second).toMatchObject({ type: "custom", url: "https://example.org/", title: { raw: "Far away" }, parent: first.id });
  await admin.visitAdminPage("nav-menus.php", "action=edit&menu=" + menu.id);
  await items.nth(1).locator(".item-edit").click();
  await items.nth(1).locator(".menus-move-left").click();
  await items.nth(1).locator(".menus-move-up").click();
  await page.locator("#save_menu_footer").click();
  await expect(page.locator("#message")).toContainText("has been updated.");
  expect((await stored()).map((i) => [i.id, i.parent])).toEqual([[second.id, 0], [first.id, 0]]);
  await items.nth(0).locator(".item-edit").click();
  await items.nth(0).locator(".item-delete").click();
  await expect(items).toHaveCount(1);
  await page.locator("#save_menu_footer").click();
  await expect.poll(async () => (await stored()).length).toBe(1);
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator(".menu-delete").click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/menus", params: { search: name } })).length).toBe(0);
  await remove(requestUtils, "pages", there.id);
});

test("posts get a category together, and drafts have previews", async ({ admin, page, requestUtils }) => {
  const name = "Together" + Date.now();
  const category = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Of " + name } });
  const posts = [await requestUtils.createPost({ title: name + " a", status: "publish" }), await requestUtils.createPost({ title: name + " b", status: "draft" })];
  await admin.visitAdminPage("edit.php", "s=" + name);
  const [, draft] = posts;
  await page.locator("#post-" + draft.id).hover();
  await expect(page.getByRole("link", { name: `Preview “${name} b”` })).toHaveAttribute("href", /preview=true/);
  await page.locator("#cb-select-all-1").check();
  await page.locator("#bulk-action-selector-bottom").selectOption("edit");
  await page.locator("#doaction2").click();
  await page.locator(`#bulk-edit input[name="post_category[]"][value="${category.id}"]`).check();
  await page.locator("#bulk-edit").getByRole("button", { name: "Update" }).click();
  await expect(page.locator(".notice", { hasText: "2 posts updated." })).toBeVisible();
  for (const { id } of posts) expect((await read(requestUtils, "posts", id)).categories).toContain(category.id);
  await remove(requestUtils, "posts", ...posts.map((p) => p.id));
  await remove(requestUtils, "categories", category.id);
});

test("colours are chosen by their ids, and addresses of accounts are written to", async ({ admin, page }) => {
  await admin.visitAdminPage("profile.php");
  for (const colours of ["coffee", "modern"]) {
    await page.locator("#admin_color_" + colours).check();
    await page.locator("#submit").click();
    await expect(page.locator("#message")).toContainText("Profile updated.");
    await expect(page.locator("body")).toHaveClass(new RegExp("admin-color-" + colours));
  }
  await admin.visitAdminPage("users.php");
  await expect(page.locator("#user-1 .column-email a")).toHaveAttribute("href", /^mailto:/);
});

test("fields of the log-in are described by what the page says", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: process.env.WP_BASE_URL, storageState: { cookies: [], origins: [] } });
  await page.goto("wp-login.php");
  expect(await page.locator("#user_login").getAttribute("aria-describedby")).toBeNull();
  await page.goto("wp-login.php?loggedout=true");
  await expect(page.locator("#user_pass")).toHaveAttribute("aria-describedby", "login-message");
  await page.locator("#user_login").fill("nobody-of-this-name");
  await page.locator("#user_pass").fill("no password of anybody");
  await page.locator("#wp-submit").click();
  await expect(page.locator("#login_error")).toBeVisible();
  await expect(page.locator("#user_login")).toHaveAttribute("aria-describedby", "login_error");
  await page.close();
});

test("a form of dates shows what it makes of them", async ({ admin, page }) => {
  await admin.visitAdminPage("options-general.php");
  const example = page.locator('fieldset:has(input[name="date_format"]) .example');
  await page.locator('input[name="date_format"]').nth(1).check();
  await expect(example).toHaveText(/^\d{4}-\d\d-\d\d$/);
  await page.locator("#date_format_custom").fill("Y");
  await expect(example).toHaveText(/^\d{4}$/);
});
