// Flows by the names, ids and notices of the field's own screens. They
// pass on the reference too: point QUOIN_BASE at it.
import fs from "node:fs/promises";
import { expect, test } from "@wordpress/e2e-test-utils-playwright";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const notice = (page, text) => expect(page.locator(".notice", { hasText: text })).toBeVisible();

test("posts of a list: search, states, trash, restore", async ({ admin, page, requestUtils }) => {
  const name = "Flow " + Date.now();
  const ids = [];
  for (const n of [1, 2]) ids.push((await requestUtils.createPost({ title: `${name} ${n}`, status: "draft" })).id);
  await admin.visitAdminPage("edit.php", "post_type=post&post_status=all");
  await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add Post" }).first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search Posts:" }).fill(name);
  await page.getByRole("button", { name: "Search Posts" }).click();
  await expect(page.locator("#the-list tr")).toHaveCount(2);
  const row = page.locator("#post-" + ids[0]);
  await expect(row.locator(".row-title")).toHaveText(name + " 1");
  await expect(row.locator(".post-state")).toHaveText("Draft");
  await row.hover();
  await expect(row.getByRole("link", { name: `Edit “${name} 1”` })).toBeVisible();
  await page.getByRole("checkbox", { name: `Select ${name} 1` }).check();
  await page.getByRole("checkbox", { name: `Select ${name} 2` }).check();
  await page.locator("#bulk-action-selector-top").selectOption({ label: "Move to Trash" });
  await page.locator("#doaction").click();
  await notice(page, "2 posts moved to the Trash.");
  await admin.visitAdminPage("edit.php", "post_status=trash&post_type=post");
  await page.locator("#post-" + ids[0]).hover();
  await page.locator("#post-" + ids[0]).locator(".row-actions .untrash, .row-actions .restore").locator("a, button").click();
  await notice(page, "1 post restored from the Trash.");
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + ids[0], params: { context: "edit" } })).status).toBe("draft");
  await admin.visitAdminPage("edit.php", "post_status=trash&post_type=post");
  await page.getByRole("checkbox", { name: `Select ${name} 2` }).check();
  await page.getByRole("combobox", { name: "Select bulk action" }).first().selectOption({ label: "Delete permanently" });
  await page.getByRole("button", { name: "Apply" }).first().click();
  await notice(page, "1 post permanently deleted.");
  await requestUtils.rest({ path: "/wp/v2/posts/" + ids[0], method: "DELETE", params: { force: true } });
});

test("links to states count what they lead to", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "Counted", status: "pending" });
  await admin.visitAdminPage("edit.php");
  await page.locator(".subsubsub").getByRole("link", { name: /^Pending \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/post_status=pending/);
  await expect(page.locator("#post-" + id)).toBeVisible();
  await requestUtils.rest({ path: "/wp/v2/posts/" + id, method: "DELETE", params: { force: true } });
});

for (const [taxonomy, one, what] of [["category", "Category", "categories"], ["post_tag", "Tag", "tags"]]) {
  test("a " + taxonomy + " is added, changed and deleted", async ({ admin, page, requestUtils }) => {
    await admin.visitAdminPage("edit-tags.php", "taxonomy=" + taxonomy);
    await page.locator("#tag-name").fill("Named term");
    await page.locator("#tag-slug").fill("named-term");
    await page.locator("#tag-description").fill("Of a flow");
    await page.getByRole("button", { name: "Add " + one }).click();
    await expect(page.getByText(one + " added.", { exact: true }).first()).toBeVisible();
    const [term] = await requestUtils.rest({ path: "/wp/v2/" + what, params: { slug: "named-term" } });
    expect(term.description).toBe("Of a flow");
    await expect(page.locator("#tag-" + term.id)).toContainText("named-term");
    await page.locator("#tag-" + term.id).locator(".row-title").click();
    await expect(page.getByRole("heading", { level: 1, name: "Edit " + one })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Named anew");
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByText(one + " updated.").first()).toBeVisible();
    await admin.visitAdminPage("edit-tags.php", "taxonomy=" + taxonomy + "&s=Named+anew");
    await page.locator("#tag-" + term.id).hover();
    page.once("dialog", (dialog) => dialog.accept());
    await page.locator("#tag-" + term.id).locator(".row-actions .delete").locator("a, button").click();
    await expect(page.locator("#tag-" + term.id)).toHaveCount(0);
    await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/" + what, params: { slug: "named-term" } })).length).toBe(0);
  });
}

test("a comment goes through all states by its row", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Judged", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "To be judged" });
  const state = async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + id, params: { context: "edit" } })).status;
  const act = async (name) => {
    await page.locator("#comment-" + id).hover();
    await page.locator("#comment-" + id).locator(".row-actions").getByText(name, { exact: true }).click();
  };
  await admin.visitAdminPage("edit-comments.php");
  await act("Unapprove");
  await expect.poll(state).toBe("hold");
  await act("Approve");
  await expect.poll(state).toBe("approved");
  await act("Spam");
  await expect.poll(state).toBe("spam");
  await admin.visitAdminPage("edit-comments.php", "comment_status=spam");
  await act("Not Spam");
  await expect.poll(state).toBe("approved");
  await admin.visitAdminPage("edit-comments.php");
  await act("Trash");
  await expect.poll(state).toBe("trash");
  await admin.visitAdminPage("edit-comments.php", "comment_status=trash");
  await act("Delete Permanently");
  await expect.poll(() => requestUtils.rest({ path: "/wp/v2/comments/" + id }).catch((e) => e.code)).toBe("rest_comment_invalid_id");
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
});

test("a comment is answered below its row", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Answered", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "A question" });
  await admin.visitAdminPage("edit-comments.php");
  await page.locator("#comment-" + id).hover();
  await page.locator("#comment-" + id).getByRole("button", { name: "Reply to this comment" }).click();
  await page.locator("#replycontent").fill("An answer");
  await page.getByRole("button", { name: "Reply", exact: true }).last().click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments", params: { post: post.id, parent: id } })).length).toBe(1);
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
});

test("an account is added by the names of its form", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("user-new.php");
  await page.getByRole("textbox", { name: "Username (required)" }).fill("named-person");
  await page.getByRole("textbox", { name: "Email (required)" }).fill("named-person@example.org");
  await page.getByRole("textbox", { name: "First Name" }).fill("Named");
  await page.locator("#pass1").fill("a long and good password 7");
  await page.getByRole("combobox", { name: "Role" }).selectOption("editor");
  await page.getByRole("button", { name: "Add User" }).click();
  await notice(page, "New user created.");
  const [user] = await requestUtils.rest({ path: "/wp/v2/users", params: { search: "named-person", context: "edit" } });
  expect([user.first_name, user.roles]).toEqual(["Named", ["editor"]]);
  await expect(page.locator("#user-" + user.id)).toContainText("named-person");
  await requestUtils.rest({ path: "/wp/v2/users/" + user.id, method: "DELETE", params: { force: true, reassign: 1 } });
});

test("settings by their labels", async ({ admin, page, requestUtils }) => {
  const before = await requestUtils.getSiteSettings();
  await admin.visitAdminPage("options-general.php");
  await expect(page.getByRole("heading", { level: 1, name: "General Settings" })).toBeVisible();
  await page.getByLabel("Site Title").fill("A named site");
  await page.getByLabel("Tagline").fill("By its labels");
  await page.locator("#submit").click();
  await notice(page, "Settings saved.");
  expect(await requestUtils.getSiteSettings()).toMatchObject({ title: "A named site", description: "By its labels" });
  await admin.visitAdminPage("options-reading.php");
  await page.getByRole("spinbutton", { name: "Number of recent posts shown on archive pages" }).fill("7");
  await page.getByRole("checkbox", { name: "Discourage search engines from indexing this site" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notice(page, "Settings saved.");
  expect((await requestUtils.getSiteSettings()).posts_per_page).toBe(7);
  await admin.visitAdminPage("options-reading.php");
  await page.getByLabel("Discourage search engines from indexing this site").uncheck();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notice(page, "Settings saved.");
  await admin.visitAdminPage("options-discussion.php");
  await page.getByLabel("Comment must be manually approved").check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notice(page, "Settings saved.");
  await admin.visitAdminPage("options-discussion.php");
  await expect(page.getByLabel("Comment must be manually approved")).toBeChecked();
  await page.getByLabel("Comment must be manually approved").uncheck();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notice(page, "Settings saved.");
  await admin.visitAdminPage("options-permalink.php");
  const custom = await page.locator("#permalink_structure").inputValue();
  await page.locator("#permalink-input-post-name").click();
  await page.locator("#submit").click();
  await notice(page, "Permalink structure updated.");
  await admin.visitAdminPage("options-permalink.php");
  await expect(page.getByRole("radio", { name: "Post name" })).toBeChecked();
  await page.locator("#permalink_structure").fill(custom);
  await expect(page.locator("#custom_selection")).toBeChecked();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notice(page, "Permalink structure updated.");
  await requestUtils.updateSiteSettings({ title: before.title, description: before.description, posts_per_page: before.posts_per_page });
});

// Browsers' extensions and programs set the value of a list of choices without an event.
test("a timezone that a script chose is kept, and one that isn't any is not", async ({ admin, page, requestUtils }) => {
  const { timezone } = await requestUtils.getSiteSettings();
  await admin.visitAdminPage("options-general.php");
  const zone = page.locator("#timezone_string");
  await zone.evaluate((list) => { list.value = "Africa/Windhoek"; });
  await page.locator("#submit").click();
  await notice(page, "Settings saved.");
  await expect(zone).toHaveValue("Africa/Windhoek");
  for (const wrong of ["", "Nowhere/Town"]) {
    await zone.evaluate((list, value) => { list.options[0].value = value; list.value = value; }, wrong);
    await page.locator("#submit").click();
    await expect(zone).toHaveValue("Africa/Windhoek");
  }
  await admin.visitAdminPage("options-general.php");
  await expect(zone).toHaveValue("Africa/Windhoek");
  await requestUtils.updateSiteSettings({ timezone });
});

test("media are found and deleted in the list", async ({ admin, page, requestUtils }) => {
  const file = test.info().outputPath("named-file.png");
  await fs.mkdir(test.info().outputDir, { recursive: true });
  await fs.writeFile(file, png);
  const { id } = await requestUtils.uploadMedia(file);
  await admin.visitAdminPage("upload.php", "mode=list");
  await expect(page.getByRole("heading", { level: 1, name: "Media Library" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search Media" }).fill("named-file");
  await page.getByRole("button", { name: "Search Media" }).click();
  await expect(page.locator("#post-" + id)).toBeVisible();
  await page.locator("#post-" + id).hover();
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator("#post-" + id).getByRole("button", { name: "Delete “named-file” permanently" }).click();
  await expect(page.locator("#post-" + id)).toHaveCount(0);
  await expect(requestUtils.rest({ path: "/wp/v2/media/" + id })).rejects.toMatchObject({ code: "rest_post_invalid_id" });
});

test("a draft is noted on the dashboard", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("index.php");
  await expect(page.getByRole("heading", { name: "At a Glance" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("Noted quickly");
  await page.getByLabel("Content", { exact: true }).fill("For later");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page.getByRole("link", { name: "Noted quickly" }).first()).toBeVisible();
  const [draft] = await requestUtils.rest({ path: "/wp/v2/posts", params: { search: "Noted quickly", status: "draft" } });
  await requestUtils.rest({ path: "/wp/v2/posts/" + draft.id, method: "DELETE", params: { force: true } });
});

test("the menu leads to screens and below them", async ({ admin, page }) => {
  await admin.visitAdminPage("index.php");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  for (const [id, item, heading] of [["menu-posts", "Categories", "Categories"], ["menu-pages", "All Pages", "Pages"], ["menu-users", "Add User", "Add User"], ["menu-settings", "Reading", "Reading Settings"], ["menu-tools", "Export", "Export"]]) {
    await menu.locator("#" + id).hover();
    await menu.locator("#" + id).getByRole("link", { name: item, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("a list names its table and links, says when it is empty, and empties its trash", async ({ admin, page, requestUtils }) => {
  await requestUtils.resetPreferences();
  await requestUtils.deleteAllPosts();
  await admin.visitAdminPage("index.php");
  const draft = page.locator("#quick-press");
  await draft.getByRole("textbox", { name: "Title" }).fill("Jotted");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Down");
  await draft.getByRole("button", { name: "Save Draft" }).click();
  await expect(page.locator(".drafts .draft-title").first().getByRole("link")).toHaveText("Jotted");
  await admin.visitAdminPage("edit.php");
  await expect(page.locator(".type-post.status-draft .title").first()).toContainText("Jotted");
  const table = page.getByRole("table", { name: "Table ordered by" });
  await table.getByRole("link", { name: "“Jotted” (Edit)" }).hover();
  await table.getByRole("link", { name: "Move “Jotted” to the Trash" }).click();
  await expect(page.getByRole("cell", { name: "No posts found." })).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(table.getByText("Jotted").first()).toBeVisible();
  await page.getByRole("button", { name: "Empty Trash" }).first().click();
  await notice(page, "1 post permanently deleted.");
  await expect(page.getByRole("cell", { name: /^No posts found/ })).toBeVisible();
});

test("fonts have a page of their own", async ({ admin, page }) => {
  await admin.visitAdminPage("font-library.php");
  await expect(page.getByRole("heading", { level: 1, name: "Fonts" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Library" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Upload" }).click();
  await expect(page.getByRole("tabpanel", { name: "Upload" }).getByRole("button", { name: "Upload font" })).toBeVisible();
});
