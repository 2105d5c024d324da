// Ways through lists, settings and pages by the addresses and names of the field's admin. They pass on
// the reference too: point QUOIN_BASE at it.
import fs from "node:fs/promises";
import { expect, test } from "@wordpress/e2e-test-utils-playwright";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const notice = (page, text) => expect(page.locator(".notice", { hasText: text }).first()).toBeVisible();
const remove = (requestUtils, what, ...ids) => Promise.all(ids.map((id) => requestUtils.rest({ method: "DELETE", path: `/wp/v2/${what}/${id}`, params: { force: true } })));

// upload brings a picture of a name into the library.
async function upload(requestUtils, info, name) {
  await fs.writeFile(info.outputPath(name), png);
  return requestUtils.uploadMedia(info.outputPath(name));
}

test.beforeAll(({ requestUtils }) => requestUtils.resetPreferences());

test("headings of columns order a list, and its address says how", async ({ admin, page, requestUtils }) => {
  const name = "Ordered" + Date.now();
  const ids = [];
  for (const letter of ["b", "a", "c"]) ids.push((await requestUtils.createPost({ title: `${name} ${letter}`, status: "publish" })).id);
  const titles = (letters) => expect(page.locator("#the-list .row-title")).toHaveText([...letters].map((letter) => `${name} ${letter}`));
  await admin.visitAdminPage("edit.php", "s=" + name);
  await page.locator("#title a").click();
  await expect(page).toHaveURL(/orderby=title&order=asc/);
  await titles("abc");
  await expect(page.locator("th#title")).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("columnheader", { name: /Title/ }).first().getByRole("link").click();
  await expect(page).toHaveURL(/order=desc/);
  await titles("cba");
  await admin.visitAdminPage("edit.php", `s=${name}&orderby=title&order=asc`);
  await titles("abc");
  await remove(requestUtils, "posts", ...ids);
});

test("pages of a list are turned by links, by number and by address", async ({ admin, page, requestUtils }) => {
  const name = "Paged" + Date.now();
  const ids = [];
  for (let n = 10; n < 32; n++) ids.push((await requestUtils.createPost({ title: `${name} ${n}`, status: "draft", date: `2026-01-01T00:00:${n}` })).id);
  const rows = (n) => expect(page.locator("#the-list tr")).toHaveCount(n);
  await admin.visitAdminPage("edit.php", "s=" + name);
  await expect(page.locator(".displaying-num").first()).toHaveText("22 items");
  await rows(20);
  await page.locator(".next-page").first().click();
  await expect(page).toHaveURL(/paged=2/);
  await rows(2);
  await expect(page.locator("#current-page-selector")).toHaveValue("2");
  await page.locator(".prev-page").first().click();
  await rows(20);
  await page.locator("#current-page-selector").fill("2");
  await page.locator("#current-page-selector").press("Enter");
  await rows(2);
  await admin.visitAdminPage("edit.php", `s=${name}&paged=2`);
  await rows(2);
  await remove(requestUtils, "posts", ...ids);
});

test("a term is edited in its row, on its page, and deleted with others", async ({ admin, page, requestUtils }) => {
  const term = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Quicked" + Date.now() } });
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category&s=" + term.name);
  await page.locator("#tag-" + term.id).hover();
  await page.getByRole("button", { name: `Quick edit “${term.name}” inline` }).click();
  const row = page.locator(".inline-edit-row:visible");
  await row.locator("input[name=name]").fill(term.name + " anew");
  await row.getByLabel("Slug").fill("quicked-anew");
  await row.getByRole("button", { name: "Update Category" }).click();
  await expect(page.locator("#tag-" + term.id).locator(".row-title")).toHaveText(term.name + " anew");
  await expect(page.locator("#tag-" + term.id).locator(".column-slug")).toHaveText("quicked-anew");
  await admin.visitAdminPage("term.php", "taxonomy=category&tag_ID=" + term.id);
  await page.locator("#name").fill("Once more");
  await page.locator("#description").fill("Said");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Category updated.").first()).toBeVisible();
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category");
  await page.locator("#tag-search-input").fill("Once more");
  await page.locator("#search-submit").click();
  await expect(page.locator("#the-list tr")).toHaveCount(1);
  await page.locator("#cb-select-" + term.id).check();
  await page.locator("#bulk-action-selector-top").selectOption("delete");
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator("#doaction").click();
  await notice(page, "Categories deleted.");
});

test("several comments go through all states at once", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Discussed", status: "publish" });
  const ids = [];
  for (const n of [1, 2]) ids.push((await requestUtils.createComment({ post: post.id, content: "Of several, the " + n })).id);
  const act = async (value, told) => {
    for (const id of ids) await page.locator("#cb-select-" + id).check();
    await page.locator("#bulk-action-selector-top").selectOption(value);
    await page.locator("#doaction").click();
    if (told) await notice(page, told);
  };
  const visit = (query) => admin.visitAdminPage("edit-comments.php", query + "p=" + post.id);
  await visit("");
  await act("unapprove");
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + ids[1], params: { context: "edit" } })).status).toBe("hold");
  await act("approve", "2 comments approved.");
  await act("spam", "2 comments marked as spam.");
  await visit("comment_status=spam&");
  await act("unspam", "2 comments restored from the spam.");
  await visit("");
  await act("trash", "2 comments moved to the Trash.");
  await visit("comment_status=trash&");
  await act("untrash", "2 comments restored from the Trash.");
  await visit("");
  await act("trash", "2 comments moved to the Trash.");
  await visit("comment_status=trash&");
  await act("delete", "2 comments permanently deleted.");
  await remove(requestUtils, "posts", post.id);
});

test("what is chosen while an action runs is for the next one", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Discussed", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "Of several" });
  await admin.visitAdminPage("edit-comments.php", "p=" + post.id);
  await page.route(/comments(\/|%2F)\d+/, async (route) => {
    const response = await route.fetch();
    await new Promise((done) => setTimeout(done, 1500));
    await route.fulfill({ response });
  });
  for (const value of ["unapprove", "approve"]) {
    await page.locator("#cb-select-" + id).check();
    await page.locator("#bulk-action-selector-top").selectOption(value);
    await page.locator("#doaction").click();
    const status = { unapprove: "hold", approve: "approved" }[value];
    await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + id, params: { context: "edit" } })).status).toBe(status);
  }
  await notice(page, "1 comment approved.");
  await page.unrouteAll({ behavior: "wait" });
  await remove(requestUtils, "posts", post.id);
});

test("a comment is edited on a page of its own", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Discussed", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "Before" });
  await admin.visitAdminPage("edit-comments.php", "p=" + post.id);
  await page.locator("#comment-" + id).hover();
  await page.locator("#comment-" + id).getByRole("link", { name: "Edit this comment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Comment" })).toBeVisible();
  await page.locator("#content").fill("After");
  await page.locator("#save").click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + id, params: { context: "edit" } })).content.raw).toBe("After");
  await remove(requestUtils, "posts", post.id);
});

test("dates are written in a usual way, or in one's own", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("options-general.php");
  await page.locator('input[name="date_format"][value="Y-m-d"]').check();
  await page.locator('input[name="time_format"][value="H:i"]').check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notice(page, "Settings saved.");
  await page.reload();
  await expect(page.locator('input[name="date_format"][value="Y-m-d"]')).toBeChecked();
  expect((await requestUtils.getSiteSettings()).date_format).toBe("Y-m-d");
  await page.locator("#date_format_custom_radio").check();
  await page.locator("#date_format_custom").fill("F j, Y");
  await page.locator('input[name="time_format"][value="g:i a"]').check();
  await page.locator("#submit").click();
  await expect.poll(async () => (await requestUtils.getSiteSettings()).date_format).toBe("F j, Y");
});

test("a file is described on a page of its own", async ({ admin, page, requestUtils }, info) => {
  const { id } = await upload(requestUtils, info, "edited-page.png");
  await admin.visitAdminPage("post.php", `post=${id}&action=edit`);
  await expect(page.getByRole("heading", { level: 1, name: "Edit Media" })).toBeVisible();
  await page.getByLabel("Alternative Text").fill("A dot");
  await page.locator("#title").fill("A dot named");
  await page.locator("#attachment_caption").fill("Below it");
  await page.getByRole("button", { name: "Update" }).click();
  await notice(page, "Media file updated.");
  const file = await requestUtils.rest({ path: "/wp/v2/media/" + id, params: { context: "edit" } });
  expect([file.alt_text, file.title.raw, file.caption.raw]).toEqual(["A dot", "A dot named", "Below it"]);
  await remove(requestUtils, "media", id);
});

test("an address shows the details of a file", async ({ admin, page, requestUtils }, info) => {
  const { id } = await upload(requestUtils, info, "shown-dot.png");
  await admin.visitAdminPage("upload.php", "item=" + id);
  await page.getByRole("dialog").getByLabel("Alternative Text").fill("A dot in a window");
  await page.getByRole("dialog").getByLabel("Caption").click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/media/" + id, params: { context: "edit" } })).alt_text).toBe("A dot in a window");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // No number stands by itself between the parts of the page.
  expect(await page.locator(".wrap").first().evaluate((wrap) => [wrap, ...wrap.querySelectorAll("div")].some((part) => part.children.length && [...part.childNodes].some((n) => n.nodeType === 3 && /^(\d+|NaN)$/.test(n.textContent.trim()))))).toBe(false);
  await remove(requestUtils, "media", id);
});

test("who may not open a page is told so, and has the tools and the dashboard", async ({ browser, requestUtils }) => {
  const visit = async (role, work) => {
    const name = role + Date.now();
    const { id } = await requestUtils.createUser({ username: name, email: name + "@example.org", password: "password", roles: [role] });
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    await page.goto("wp-login.php");
    await page.getByLabel("Username or Email Address").fill(name);
    await page.getByLabel("Password", { exact: true }).fill("password");
    await page.getByRole("button", { name: "Log In" }).click();
    await page.waitForURL(/wp-admin/);
    await work(page);
    await context.close();
    await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: 1 } });
  };
  const other = await requestUtils.createPost({ title: "Of somebody else", status: "publish" });
  await visit("author", async (page) => {
    await page.goto("wp-admin/edit.php?all_posts=1");
    const row = page.locator("#post-" + other.id);
    await expect(row).toContainText("Of somebody else");
    await expect(row.locator(".row-actions").locator(".edit, .trash")).toHaveCount(0);
    expect((await page.goto(`wp-admin/post.php?post=${other.id}&action=edit`)).status()).toBe(403);
    await expect(page.locator(".wp-die-message")).toHaveText(/not allowed to edit this item/i);
    await remove(requestUtils, "posts", other.id);
    for (const at of ["options-general.php", "users.php", "plugins.php", "themes.php", "edit.php?post_type=page"]) {
      expect((await page.goto("wp-admin/" + at)).status()).toBe(403);
      await expect(page.locator(".wp-die-message")).toHaveText(/you are not allowed/i);
    }
    await page.goto("wp-admin/tools.php");
    await expect(page.getByRole("heading", { level: 1, name: "Tools" })).toBeVisible();
  });
  await visit("subscriber", async (page) => {
    expect((await page.goto("wp-admin/tools.php")).status()).toBe(403);
    await page.goto("wp-admin/index.php");
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await expect(page.locator("#dashboard_quick_press")).toHaveCount(0);
  });
});

test("the site is exported, or one type of what it has", async ({ admin, page, requestUtils }) => {
  const name = "Exported" + Date.now();
  const ids = [(await requestUtils.createPost({ title: name + " post", status: "publish" })).id];
  const { id } = await requestUtils.createPage({ title: name + " page", status: "publish" });
  const take = async (choice) => {
    await admin.visitAdminPage("export.php");
    await page.getByRole("radio", { name: choice }).check();
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#submit").click()]);
    return fs.readFile(await file.path(), "utf8");
  };
  const posts = await take("Posts");
  expect(posts).toContain(name + " post");
  expect(posts).not.toContain(name + " page");
  const all = await take("All content");
  expect(all).toContain(name + " post");
  expect(all).toContain(name + " page");
  await remove(requestUtils, "posts", ...ids);
  await remove(requestUtils, "pages", id);
});

test("a page of what is kept of visitors is begun in the settings", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("options-privacy.php");
  await page.locator("#create-page").click();
  await expect(page).toHaveURL(/post\.php\?post=\d+&action=edit/);
  const id = Number(new URL(page.url()).searchParams.get("post"));
  await admin.visitAdminPage("index.php");
  await remove(requestUtils, "pages", id);
});

test("the page of what is kept of visitors is chosen in the settings", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPage({ title: "Kept of visitors " + Date.now(), status: "publish" });
  await admin.visitAdminPage("options-privacy.php");
  await page.locator("#page_for_privacy_policy").selectOption(String(id));
  await page.locator("#set-page").click();
  await expect(page.locator("#setting-error-page_for_privacy_policy")).toContainText(/Privacy Policy page (setting )?updated/);
  await expect(page.locator("#page_for_privacy_policy")).toHaveValue(String(id));
  await remove(requestUtils, "pages", id);
});

test("menu and toolbar lead through the admin", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "Published last", status: "publish" });
  await admin.visitAdminPage("index.php");
  await expect(page.locator("#dashboard_activity")).toContainText("Recently Published");
  await page.locator("#menu-posts").getByRole("link", { name: "Posts", exact: true }).click();
  await page.locator("#menu-posts").getByRole("link", { name: "Categories" }).click();
  await expect(page).toHaveURL(/taxonomy=category/);
  await page.locator('#adminmenu a[href="edit.php?post_type=page"]').first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Pages" })).toBeVisible();
  await page.locator("#menu-tools").getByRole("link", { name: "Tools", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tools" })).toBeVisible();
  await page.locator("#wp-admin-bar-my-account").hover();
  await expect(page.locator("#wp-admin-bar-logout a")).toBeVisible();
  await page.locator("#wp-admin-bar-new-content").hover();
  await page.locator("#wp-admin-bar-new-post a").click();
  await expect(page).toHaveURL(/post-new\.php/);
  await remove(requestUtils, "posts", id);
});

test("the navigation says where one is, and the site has the toolbar too", async ({ admin, page, requestUtils }) => {
  const { id, link } = await requestUtils.createPost({ title: "Below the toolbar", status: "publish" });
  await admin.visitAdminPage("edit.php");
  expect(await page.locator("#adminmenu .wp-menu-name").allTextContents()).toEqual(expect.arrayContaining(["Dashboard", "Posts", "Media", "Pages", "Users", "Settings"]));
  await expect(page.locator("#menu-posts")).toHaveClass(/wp-has-current-submenu/);
  await expect(page.locator("#menu-posts .wp-submenu li.current")).toHaveText("All Posts");
  for (const name of ["Skip to main content", "Skip to toolbar"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#wp-admin-bar-site-name > a")).toBeFocused();
  await page.goto(link);
  await page.locator("#wp-admin-bar-my-account").hover();
  await expect(page.locator("#wpadminbar").getByRole("menuitem", { name: "Log Out" })).toBeVisible();
  await expect(page.locator("#wp-admin-bar-edit").getByRole("menuitem", { name: "Edit Post" })).toBeVisible();
  await page.locator("#wp-admin-bar-new-content").hover();
  await page.locator("#wp-admin-bar-new-page").getByRole("menuitem", { name: "Page" }).click();
  await expect(page).toHaveURL(/post-new\.php\?post_type=page/);
  await remove(requestUtils, "posts", id);
});

test("the toolbar is a menu, the navigation folds and boxes close, for good", async ({ admin, page }) => {
  await admin.visitAdminPage("index.php");
  const bar = page.locator("#wpadminbar");
  await page.locator("#wp-admin-bar-my-account").hover();
  await expect(bar.getByRole("menuitem", { name: "Log Out" })).toBeVisible();
  const collapse = page.locator("#collapse-button"), box = page.locator("#dashboard_activity");
  if ((await collapse.getAttribute("aria-expanded")) === "false") await collapse.click(); // as it was left
  await collapse.click();
  await expect(page.locator("body")).toHaveClass(/\bfolded\b/);
  await expect(collapse).toHaveAttribute("aria-expanded", "false");
  await collapse.click();
  await expect(page.locator("body")).not.toHaveClass(/\bfolded\b/);
  await box.locator(".handlediv").click();
  await expect(box).toHaveClass(/\bclosed\b/);
  await expect(box.locator(".handlediv")).toHaveAttribute("aria-expanded", "false");
  await page.waitForTimeout(1500); // what a person prefers is sent a moment later
  await page.reload();
  await expect(box).toHaveClass(/\bclosed\b/);
  await box.locator(".handlediv").click();
  await expect(box).not.toHaveClass(/\bclosed\b/);
  await page.goto("./");
  await expect(page.locator("#wp-admin-bar-dashboard")).toHaveCount(1);
  const left = await page.goto("wp-admin/admin.php?page=nothing-has-this");
  expect(left.status()).toBe(403);
});

test("what may be done with many stands below the rows too, which say what they are, and is taken back", async ({ admin, page, requestUtils }) => {
  const name = "Marked" + Date.now();
  const { id } = await requestUtils.createPost({ title: name, status: "draft" });
  const told = page.locator("#message");
  await admin.visitAdminPage("edit.php", "s=" + name);
  await expect(page.locator(".subtitle")).toContainText(name);
  const row = page.locator("#the-list tr#post-" + id);
  await expect(row).toHaveClass(/\btype-post status-draft\b/);
  await expect(row.locator("td.column-date, .column-date").first()).toContainText("Last Modified");
  await expect(page.locator("th#author")).toBeVisible();
  await page.locator("#cb-select-all-1").check();
  await expect(page.locator("#cb-select-" + id)).toBeChecked();
  await page.locator("#cb-select-all-1").uncheck();
  await page.locator("#cb-select-all-2").check();
  await page.locator("#bulk-action-selector-bottom").selectOption("trash");
  await page.locator("#doaction2").click();
  await expect(told).toContainText("1 post moved to the Trash.");
  await expect(page.locator("#the-list .no-items")).toHaveText("No posts found.");
  await told.getByRole("link", { name: "Undo" }).click();
  await expect(told).toContainText("1 post restored from the Trash.");
  await admin.visitAdminPage("edit.php", "s=" + name);
  await row.hover();
  await row.locator(".row-actions .trash a").click();
  await expect(told).toContainText("1 post moved to the Trash.");
  const post = await requestUtils.createPost({ title: name, status: "publish" });
  const comment = await requestUtils.createComment({ post: post.id, content: "Marked too" });
  await admin.visitAdminPage("edit-comments.php", "p=" + post.id);
  const line = page.locator("#the-comment-list tr#comment-" + comment.id);
  await expect(line).toHaveClass(/\bapproved\b/);
  await line.hover();
  await line.locator(".row-actions .unapprove a").click();
  await expect(line).toHaveClass(/\bunapproved\b/);
  await expect(page.locator(".subsubsub .moderated")).toBeVisible();
  await page.locator("#cb-select-" + comment.id).check();
  await page.locator("#bulk-action-selector-bottom").selectOption("spam");
  await page.locator("#doaction2").click();
  await notice(page, "1 comment marked as spam.");
  await remove(requestUtils, "posts", id, post.id);
});

test("files of the grid are opened and chosen by clicks, and come in above it", async ({ admin, page, requestUtils }, info) => {
  const name = "grid" + Date.now();
  const files = [await upload(requestUtils, info, name + "-a.png"), await upload(requestUtils, info, name + "-b.png")];
  const cards = page.locator(".attachments .attachment");
  await admin.visitAdminPage("upload.php", "mode=grid&search=" + name);
  await expect(cards).toHaveCount(2);
  const kinds = page.locator("#media-attachment-filters");
  await kinds.selectOption("audio");
  await expect(cards).toHaveCount(0);
  await kinds.selectOption("image");
  await page.locator("#media-attachment-date-filters").selectOption({ index: 1 });
  await expect(cards).toHaveCount(2);
  await expect(page).toHaveURL(/attachment-filter=image&m=\d{6}$/);
  await page.locator(`.attachment[data-id="${files[0].id}"]`).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Attachment details" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Bulk select" }).click();
  await page.getByRole("checkbox", { name: name + "-a" }).click();
  await page.locator(`.attachment[data-id="${files[1].id}"]`).click();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(cards).toHaveCount(0);
  await fs.writeFile(info.outputPath(name + "-c.png"), png);
  await admin.visitAdminPage("upload.php", "mode=grid");
  await page.locator(".page-title-action").click();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Select Files" }).click()]);
  await chooser.setFiles(info.outputPath(name + "-c.png"));
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/media", params: { search: name } })).length).toBe(1);
  const [{ id }] = await requestUtils.rest({ path: "/wp/v2/media", params: { search: name } });
  await expect(page.locator(`.attachment[data-id="${id}"]`)).toBeVisible();
  await admin.visitAdminPage("upload.php", "mode=list&s=" + name);
  await page.locator("#post-" + id).hover();
  await page.locator("#post-" + id).locator(".row-actions .edit a").click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Media" })).toBeVisible();
  await remove(requestUtils, "media", id);
});

test("the dashboard shows what a person wants to see, and screens help", async ({ admin, page, requestUtils }) => {
  await requestUtils.resetPreferences();
  await admin.visitAdminPage("index.php");
  const draft = page.locator("#dashboard_quick_press");
  await expect(page.locator("#dashboard_right_now .post-count a")).toHaveText(/^\d+ Posts?$/);
  await page.getByRole("button", { name: "Screen Options" }).click();
  await page.locator("#dashboard_quick_press-hide").uncheck();
  await expect(draft).toBeHidden();
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.locator("#contextual-help-wrap")).toContainText("Overview");
  await page.getByRole("checkbox", { name: "Quick Draft" }).check();
  await expect(draft).toBeVisible();
  const id = (await requestUtils.createPage({ title: "In front", status: "publish" })).id;
  await admin.visitAdminPage("options-reading.php");
  await page.locator('input[name="show_on_front"][value="page"]').check();
  await page.locator("#page_on_front").selectOption({ label: "In front" });
  await page.locator("#submit").click();
  await expect(page.locator("#setting-error-settings_updated")).toContainText("Settings saved.");
  await admin.visitAdminPage("edit.php", "post_type=page&s=In+front");
  await expect(page.locator(`#post-${id} .post-state`).first()).toHaveText("Front Page");
  await requestUtils.updateSiteSettings({ show_on_front: "posts", page_on_front: 0 });
  await remove(requestUtils, "pages", id);
});

test("an account is added with a weak password, shown, and deleted by its row", async ({ admin, page, requestUtils }) => {
  const name = "added" + Date.now();
  await admin.visitAdminPage("user-new.php");
  await expect(page.locator("#pass1")).not.toHaveValue("");
  await page.locator("#user_login").fill(name);
  await page.locator("#email").fill(name + "@example.org");
  await page.locator("#pass1").fill("abc");
  await page.getByLabel("Confirm use of weak password").check();
  await expect(page.locator("#send_user_notification")).toBeChecked();
  await page.locator("#send_user_notification").uncheck();
  await page.locator("#createusersub").click();
  await expect(page.locator("#message")).toContainText("New user created.");
  await page.locator("#message").getByRole("link", { name: "Edit user" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit User" })).toBeVisible();
  const [{ id }] = await requestUtils.rest({ path: "/wp/v2/users", params: { search: name, context: "edit" } });
  await admin.visitAdminPage("users.php", "s=" + name);
  await page.locator("#user-" + id).hover();
  await page.locator("#user-" + id).locator(".row-actions .delete a").click();
  await page.getByRole("button", { name: "Confirm Deletion" }).click();
  await expect(page.locator("#message")).toContainText("User deleted.");
});

test("an entry that goes to the trash in the editor comes back from the list", async ({ admin, editor, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "Thrown away", status: "draft" });
  await admin.editPost(id);
  await editor.openDocumentSettingsSidebar();
  await page.getByRole("region", { name: "Editor settings" }).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: /Trash/ }).click();
  await page.getByRole("button", { name: /Trash/ }).last().click();
  await expect(page.locator("#message")).toContainText("1 post moved to the Trash.");
  await expect(page).toHaveURL(/edit\.php\?post_type=post$/); // without what was done, which is told once
  await page.locator("#message").getByRole("link", { name: "Undo" }).click();
  await expect(page.locator("#message")).toContainText("1 post restored from the Trash.");
  await page.reload();
  await expect(page.locator("#post-" + id)).toBeVisible();
  await expect(page.locator("#message")).toHaveCount(0);
  await remove(requestUtils, "posts", id);
});

test("a comment that is put away leaves a row that takes it back", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Undone", status: "publish" });
  const make = (n) => requestUtils.rest({ path: "/wp/v2/comments", method: "POST", data: { post: post.id, content: "Words " + n, author_name: "Writer " + n, author_email: n + "@example.org", status: "approve" } });
  const first = await make("one");
  await make("two");
  for (const [action, words] of [["trash", "moved to the Trash"], ["spam", "marked as spam"]]) {
    await admin.visitAdminPage("edit-comments.php", "p=" + post.id);
    const line = page.locator("#comment-" + first.id);
    await line.hover();
    await line.locator(`.row-actions .${action} a`).click();
    const row = page.locator(`#undo-${first.id}.undo.un${action}`);
    await expect(row).toContainText(words);
    await expect(row.locator("strong")).toHaveText("Writer one");
    await expect(line).not.toBeVisible();
    await row.getByRole("button", { name: "Undo" }).click();
    await expect(line).toBeVisible();
    await expect(row).toHaveCount(0);
  }
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
});

test("extensions are listed by their states, and the theme in use says so", async ({ admin, page }) => {
  await admin.visitAdminPage("plugins.php");
  await expect(page.locator(".subsubsub .all a")).toHaveAttribute("href", /plugin_status=all/);
  await expect(page.locator(".subsubsub .all a")).toHaveText(/All \(\d+\)/);
  const rows = page.locator("#the-list tr[data-slug]");
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  const inactive = await page.locator("#the-list tr.inactive").count();
  expect(await page.locator("#the-list tr.active").count() + inactive).toBe(all);
  if (inactive) {
    await page.locator(".subsubsub .inactive a").click();
    await expect(page).toHaveURL(/plugin_status=inactive/);
    await expect(rows).toHaveCount(inactive);
    await expect(page.locator("#the-list tr.active")).toHaveCount(0);
  }
  await page.getByRole("searchbox", { name: "Search Installed Plugins" }).fill("no such thing");
  await expect(page.getByText("No plugins found.")).toBeVisible();
  await admin.visitAdminPage("themes.php");
  await expect(page.locator(".theme.active .theme-name")).toContainText("Active: ");
  const search = page.getByRole("searchbox", { name: "Search installed themes" });
  await search.fill("no such thing");
  await expect(page.getByText("No themes found.")).toBeVisible();
  await search.fill("");
  await expect(page.locator(".theme.active")).toBeVisible();
});

test("the site tells what it is and runs on, to be copied", async ({ admin, context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await admin.visitAdminPage("site-health.php");
  await expect(page.getByRole("heading", { name: "Site Health Status" })).toBeVisible();
  await page.getByRole("link", { name: "Info", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Site Health Info" })).toBeVisible();
  const database = page.locator("#health-check-accordion-block-wp-database");
  await expect(database).toBeHidden();
  await page.getByRole("button", { name: "Database" }).click();
  await expect(database).toContainText(/SQLite|PostgreSQL/);
  await page.getByRole("button", { name: "Copy site info to clipboard" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("### Active Theme");
});

test("pages stand below their parents until they are ordered otherwise", async ({ admin, page, requestUtils }) => {
  const name = "0 Tree " + Date.now(); // first by title
  const up = await requestUtils.createPage({ title: name + " b", status: "publish" });
  const other = await requestUtils.createPage({ title: name + " c", status: "publish" });
  const down = await requestUtils.createPage({ title: name + " d", status: "publish", parent: up.id });
  const before = await requestUtils.createPage({ title: name + " a", status: "draft", parent: other.id });
  const rows = async (...all) => { for (const [i, one] of all.entries()) await expect(page.locator("#the-list .column-title strong").nth(i)).toContainText(one); };
  await admin.visitAdminPage("edit.php", "post_type=page");
  await rows(`${name} b`, `— ${name} d`, `${name} c`, `— ${name} a`);
  await expect(page.locator("#post-" + down.id)).toHaveClass(/level-1/);
  await admin.visitAdminPage("edit.php", "post_type=page&orderby=title&order=asc");
  await expect(page.locator("#the-list .row-title").first()).toHaveText(name + " a");
  await expect(page.locator("#the-list .column-title strong").first()).not.toContainText("— 0");
  await remove(requestUtils, "pages", before.id, down.id, other.id, up.id);
});

test("a list shows the texts of entries, if a person likes", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "Extended", status: "publish", excerpt: "A short saying" });
  await admin.visitAdminPage("edit.php", "mode=excerpt");
  await expect(page.locator("#post-" + id)).toContainText("A short saying");
  await admin.visitAdminPage("edit.php", "mode=list");
  await expect(page.locator("#post-" + id)).not.toContainText("A short saying");
  await page.locator("#show-settings-link").click();
  await page.getByRole("radio", { name: "Extended view" }).check();
  await page.locator("#screen-options-apply").click();
  await expect(page.locator("#post-" + id)).toContainText("A short saying");
  await admin.visitAdminPage("edit.php");
  await expect(page.locator("#post-" + id)).toContainText("A short saying");
  await page.locator("#show-settings-link").click();
  await page.getByRole("radio", { name: "Compact view" }).check();
  await page.locator("#screen-options-apply").click();
  await expect(page.locator("#post-" + id)).not.toContainText("A short saying");
  await remove(requestUtils, "posts", id);
});
