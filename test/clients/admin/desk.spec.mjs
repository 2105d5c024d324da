// Ways through comments, accounts, files, terms and the dashboard by the names of the field's admin. They pass on the
// reference too: point QUOIN_BASE at it.
import fs from "node:fs/promises";
import { expect, test } from "@wordpress/e2e-test-utils-playwright";
import { loggedIn } from "./fixtures.mjs";

const base = process.env.WP_BASE_URL;
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
let made = 0;
// stamp is in no other name.
const stamp = () => Date.now().toString(36) + (made++).toString(36);
const del = async (u, what, ...ids) => { for (const id of ids) await u.rest({ method: "DELETE", path: `/wp/v2/${what}/${id}`, params: { force: true } }); };
const delUser = (u, id) => u.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
const mk = (u, name, role) => u.rest({ method: "POST", path: "/wp/v2/users", data: { username: name, email: name + "@example.org", password: "a long password 9", roles: [role] } });
const say = (u, post, content, more) => u.rest({ method: "POST", path: "/wp/v2/comments", data: { post, content, author_name: "Visitor", author_email: "visitor@example.org", status: "approved", ...more } });
const post = (u, title, more) => u.createPost({ title, status: "publish", ...more });

// upload brings a picture into the library.
async function upload(u) {
  const file = test.info().outputPath("p.png");
  await fs.writeFile(file, png);
  return u.uploadMedia(file);
}

const options = (page, css) => page.locator(css).first().locator("option").evaluateAll((all) => all.map((o) => o.textContent.trim()));

test.beforeAll(({ requestUtils }) => requestUtils.resetPreferences());

test("comments that wait are counted, and listed alone", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talk " + stamp());
  const a = await say(requestUtils, p.id, "first word"), b = await say(requestUtils, p.id, "second word", { status: "hold" });
  await admin.visitAdminPage("edit-comments.php", "p=" + p.id);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Comments");
  await expect(page.locator("#the-comment-list tr.comment")).toHaveCount(2);
  await expect(page.locator(".subsubsub .all .count")).toBeVisible();
  await expect(page.locator(".subsubsub .moderated a")).toHaveAttribute("href", /comment_status=moderated/);
  await page.locator(".subsubsub .moderated a").click();
  await expect(page.locator(".subsubsub .moderated a")).toHaveClass(/current/);
  await expect(page.locator("#comment-" + b.id)).toBeVisible();
  await expect(page.locator("#comment-" + a.id)).toHaveCount(0);
  await expect(page.locator("#comment-" + b.id)).toHaveClass(/unapproved/);
  await del(requestUtils, "posts", p.id);
});

test("a comment is approved and unapproved in its row, and the counts follow", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talk " + stamp());
  const a = await say(requestUtils, p.id, "a word in the row", { status: "approved" });
  await admin.visitAdminPage("edit-comments.php", "p=" + p.id);
  const row = page.locator("#comment-" + a.id);
  await expect(row).toHaveClass(/approved/);
  const pending = page.locator(".subsubsub .pending-count").first();
  const before = Number((await pending.textContent()).replace(/\D/g, ""));
  await row.hover();
  await row.getByRole("link", { name: "Unapprove" }).or(row.getByRole("button", { name: "Unapprove" })).first().click();
  await expect(row).toHaveClass(/unapproved/);
  await expect(pending).toHaveText(String(before + 1));
  await row.hover();
  await row.getByRole("link", { name: "Approve", exact: false }).or(row.getByRole("button", { name: "Approve" })).first().click();
  await expect(row).not.toHaveClass(/unapproved/);
  await expect(pending).toHaveText(String(before));
  await del(requestUtils, "posts", p.id);
});

test("a comment that waits is answered and approved", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talk " + stamp());
  const a = await say(requestUtils, p.id, "waiting word", { status: "hold" });
  await admin.visitAdminPage("edit-comments.php", "p=" + p.id);
  const row = page.locator("#comment-" + a.id);
  await row.hover();
  await row.locator(".reply button").click();
  await expect(page.locator("#replyrow")).toBeVisible();
  await expect(page.locator("#replyrow textarea")).toBeFocused();
  await expect(page.locator("#replybtn")).toHaveText(/Approve and Reply/);
  await page.locator("#replycontent").fill("An answer");
  await page.locator("#replyrow .save").click();
  await expect(page.locator("#the-comment-list")).toContainText("An answer");
  await expect(page.locator("#replyrow")).toBeHidden();
  const all = await requestUtils.rest({ path: "/wp/v2/comments", params: { post: p.id, order: "asc", context: "edit", status: "approve" } });
  expect(all.map((c) => c.content.raw)).toEqual(["waiting word", "An answer"]);
  expect(all[1].parent).toBe(a.id);
  await del(requestUtils, "posts", p.id);
});

test("several comments are spam, and one isn't after all", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talk " + stamp()), n = stamp();
  const a = await say(requestUtils, p.id, "spammy " + n + "a"), b = await say(requestUtils, p.id, "spammy " + n + "b");
  await admin.visitAdminPage("edit-comments.php", "s=" + n);
  await page.locator("#cb-select-" + a.id).check();
  await page.locator("#cb-select-" + b.id).check();
  await page.locator("#bulk-action-selector-top").selectOption("spam");
  await page.locator("#doaction").click();
  await expect(page.locator("#moderated, .notice, .updated").first()).toContainText("2 comments marked as spam.");
  await admin.visitAdminPage("edit-comments.php", "comment_status=spam&s=" + n);
  await expect(page.locator("#the-comment-list tr.spam")).toHaveCount(2);
  await expect(page.locator("#delete_all").first()).toHaveValue("Empty Spam").catch(() => expect(page.locator("#delete_all").first()).toHaveText("Empty Spam"));
  const row = page.locator("#comment-" + a.id);
  await row.hover();
  await row.getByText("Not Spam").click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + a.id, params: { context: "edit" } })).status).toBe("approved");
  const other = page.locator("#comment-" + b.id);
  await other.hover();
  await other.getByText("Delete Permanently").click();
  await expect.poll(() => requestUtils.rest({ path: "/wp/v2/comments/" + b.id }).catch((e) => e.code)).toBe("rest_comment_invalid_id");
  await del(requestUtils, "posts", p.id);
});

test("the last comment of a list is put away, and taken back in its place", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talk " + stamp());
  const a = await say(requestUtils, p.id, "to be trashed");
  await admin.visitAdminPage("edit-comments.php", "p=" + p.id);
  const row = page.locator("#comment-" + a.id);
  await row.hover();
  await row.locator(".trash a, .trash button").first().click();
  await expect(page.locator("#undo-" + a.id)).toContainText("Visitor");
  await page.locator("#undo-" + a.id).getByText("Undo").click();
  await expect(row).toBeVisible();
  expect((await requestUtils.rest({ path: "/wp/v2/comments/" + a.id, params: { context: "edit" } })).status).toBe("approved");
  await del(requestUtils, "posts", p.id);
});

test("a comment is changed on its page, which leads back to the list", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talked about " + stamp());
  const a = await say(requestUtils, p.id, "edited on its page");
  await admin.visitAdminPage("comment.php", "action=editcomment&c=" + a.id);
  await expect(page.getByRole("heading", { level: 1, name: "Edit Comment" })).toBeVisible();
  await expect(page.locator("#content")).toHaveValue("edited on its page");
  await page.locator("#name").fill("Somebody Else");
  await page.locator("#email").fill("else@example.org");
  await page.locator("#newcomment_author_url").fill("https://example.org/else");
  await page.locator("#content").fill("now other words");
  await page.getByRole("radio", { name: "Pending" }).check();
  await expect(page.locator("#comment-link-box, #misc-publishing-actions").first()).toBeVisible();
  await page.locator("#save").click();
  await expect(page).toHaveURL(/edit-comments\.php/);
  const c = await requestUtils.rest({ path: "/wp/v2/comments/" + a.id, params: { context: "edit" } });
  expect(c).toMatchObject({ author_name: "Somebody Else", author_email: "else@example.org", author_url: "https://example.org/else", status: "hold", content: { raw: "now other words" } });
  await del(requestUtils, "posts", p.id);
});

test("the date of a comment is changed, and the comment put away", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talked about " + stamp());
  const a = await say(requestUtils, p.id, "a dated word");
  await admin.visitAdminPage("comment.php", "action=editcomment&c=" + a.id);
  await page.locator(".edit-timestamp").click();
  await page.locator("#jj").fill("07");
  await page.locator("#aa").fill("2019");
  await page.locator("#mm").selectOption("03");
  await page.locator(".save-timestamp").click();
  await expect(page.locator("#timestamp")).toContainText("2019");
  await page.locator("#save").click();
  await expect(page).toHaveURL(/edit-comments\.php/);
  expect((await requestUtils.rest({ path: "/wp/v2/comments/" + a.id })).date).toMatch(/^2019-03-07/);
  await admin.visitAdminPage("comment.php", "action=editcomment&c=" + a.id);
  await page.locator("#delete-action a").click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + a.id, params: { context: "edit" } })).status).toBe("trash");
  await del(requestUtils, "posts", p.id);
});

test("a comment leads to its entry and to the others there", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Answered " + stamp());
  const a = await say(requestUtils, p.id, "a word of response");
  await admin.visitAdminPage("edit-comments.php");
  const row = page.locator("#comment-" + a.id);
  await expect(row.locator(".column-response")).toContainText(p.title.raw);
  await expect(row.locator(".column-response .post-com-count-wrapper, .column-response .post-com-count").first()).toContainText("1");
  await expect(row.locator(".column-author")).toContainText("visitor@example.org");
  await expect(row.locator(".column-date a").first()).toHaveAttribute("href", new RegExp("#comment-" + a.id));
  await row.locator(".column-response .post-com-count").first().click();
  await expect(page).toHaveURL(new RegExp("p=" + p.id));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(p.title.raw);
  await expect(page.locator("#the-comment-list tr.comment")).toHaveCount(1);
  await page.locator("#filter-by-comment-type").selectOption("comment");
  await page.locator("#post-query-submit").click();
  await expect(page.locator("#the-comment-list tr").first()).toBeVisible();
  await expect(page).toHaveURL(/comment_type=comment/);
  await del(requestUtils, "posts", p.id);
});

test("an action for many asks what it is for", async ({ admin, page, requestUtils }) => {
  await requestUtils.createPost({ title: "Not chosen", status: "publish" });
  await admin.visitAdminPage("edit.php");
  await expect(page.locator("tbody .row-title").first()).toBeVisible();
  await page.locator("#bulk-action-selector-top").selectOption("trash");
  await page.locator("#doaction").click();
  await expect(page.getByText("Choose first what the action is for.").first()).toBeVisible();
  await page.locator("tbody").getByRole("checkbox").first().check();
  await page.locator("#doaction").click();
  await expect(page.getByText("1 post moved to the Trash.").first()).toBeVisible();
  await expect(page.locator(".components-notice", { hasText: "Choose first" })).toHaveCount(0);
});

test("the trash of comments is emptied", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Talk " + stamp()), n = stamp();
  const a = await say(requestUtils, p.id, "trash " + n), k = await say(requestUtils, p.id, "kept " + n);
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/comments/" + a.id });
  await admin.visitAdminPage("edit-comments.php", "comment_status=trash");
  await expect(page.locator("#comment-" + a.id)).toBeVisible();
  await expect(page.locator("#bulk-action-selector-top option[value=untrash]")).toHaveText("Restore");
  await page.locator("#delete_all").first().click();
  await expect(page.locator("#moderated")).toContainText("permanently deleted");
  await expect(page.locator("#comment-" + a.id)).toHaveCount(0);
  await admin.visitAdminPage("edit-comments.php", "comment_status=approved");
  await page.locator("#comment-search-input").fill("nothing like this " + n);
  await page.locator("#search-submit").click();
  await expect(page.locator("#the-comment-list .no-items")).toContainText("No comments found");
  await del(requestUtils, "posts", p.id);
});

test("an account is deleted by its row, and another gets what it wrote", async ({ admin, page, requestUtils }) => {
  const n = stamp(), a = await mk(requestUtils, "dl" + n, "author"), b = await mk(requestUtils, "hr" + n, "author");
  const p = await post(requestUtils, "Left " + n, { author: a.id });
  await admin.visitAdminPage("users.php", "s=dl" + n);
  const row = page.locator("#user-" + a.id);
  await row.hover();
  await row.getByRole("link", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp("users\\.php\\?action=delete.*user=" + a.id));
  await expect(page.getByRole("heading", { level: 1, name: "Delete Users" })).toBeVisible();
  await expect(page.locator("#updateusers")).toContainText("dl" + n);
  await page.locator("#reassign_option_" + a.id).or(page.locator("input[name^=delete_option][value=reassign]")).first().check();
  await page.locator("select[name^=reassign_user]").selectOption(String(b.id));
  await page.getByRole("button", { name: "Confirm Deletion" }).click();
  await expect(page.locator("#message")).toContainText("User deleted.");
  expect((await requestUtils.rest({ path: "/wp/v2/posts/" + p.id })).author).toBe(b.id);
  await del(requestUtils, "posts", p.id);
  await delUser(requestUtils, b.id);
});

test("an account that wrote nothing is deleted with others", async ({ admin, page, requestUtils }) => {
  const n = stamp(), a = await mk(requestUtils, "nw" + n, "subscriber");
  await admin.visitAdminPage("users.php", "s=nw" + n);
  await page.locator("#user_" + a.id).check();
  await page.locator("#bulk-action-selector-bottom").selectOption("delete");
  await page.locator("#doaction2").click();
  await expect(page.getByRole("heading", { level: 1, name: "Delete Users" })).toBeVisible();
  await expect(page.locator("input[name^=delete_option][value=reassign]")).toHaveCount(0);
  await page.locator("#submit").click();
  await expect(page.locator("#message")).toContainText("User deleted.");
  await expect(page.locator("#user-" + a.id)).toHaveCount(0);
});

test("an account of somebody else is changed, and leads back to the list", async ({ admin, page, requestUtils }) => {
  const n = stamp(), a = await mk(requestUtils, "ue" + n, "author");
  await admin.visitAdminPage("users.php", "s=ue" + n);
  await page.locator("#user-" + a.id + " .column-username strong a").click();
  await expect(page).toHaveURL(new RegExp("user-edit\\.php\\?user_id=" + a.id));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Edit User");
  await page.locator("#first_name").fill("Uma");
  await page.locator("#last_name").fill("Edited");
  await page.keyboard.press("Tab");
  await page.locator("#display_name").selectOption("Uma Edited");
  await page.locator("#url").fill("https://example.org/uma");
  await page.locator("#description").fill("About Uma.");
  await page.locator("#role").selectOption("editor");
  await page.getByRole("button", { name: "Update User" }).click();
  await expect(page.locator("#message")).toContainText("User updated.");
  await expect(page.locator("#display_name")).toHaveValue("Uma Edited");
  expect(await requestUtils.rest({ path: "/wp/v2/users/" + a.id, params: { context: "edit" } })).toMatchObject({ name: "Uma Edited", first_name: "Uma", url: "https://example.org/uma", description: "About Uma.", roles: ["editor"] });
  await page.locator("#message").getByRole("link").click();
  await expect(page).toHaveURL(/users\.php/);
  await delUser(requestUtils, a.id);
});

test("accounts are put in order by their log-in names, and lead to their posts", async ({ admin, page, requestUtils }) => {
  const n = stamp(), a = await mk(requestUtils, "sa" + n, "author"), b = await mk(requestUtils, "sb" + n, "author");
  const p = await post(requestUtils, "Byline " + n, { author: a.id });
  await admin.visitAdminPage("users.php", "s=" + n);
  await page.locator("#username a").click();
  await expect(page).toHaveURL(/orderby=(login|username)/);
  const row = page.locator("#user-" + a.id);
  await expect(row.locator(".column-posts a")).toContainText("1");
  await expect(page.locator("#user-" + b.id + " .column-posts")).toContainText("0");
  await row.hover();
  await expect(row.locator(".row-actions").getByRole("link", { name: /View/ })).toHaveAttribute("href", /author/);
  await row.locator(".column-posts a").click();
  await expect(page).toHaveURL(new RegExp("edit\\.php\\?author=" + a.id));
  await expect(page.locator("#post-" + p.id)).toBeVisible();
  await del(requestUtils, "posts", p.id);
  for (const u of [a, b]) await delUser(requestUtils, u.id);
});

test("a weak password of a new account is told and refused", async ({ admin, page, requestUtils, browser }) => {
  const n = "wk" + stamp();
  await admin.visitAdminPage("user-new.php");
  await expect(page.locator("#pass-strength-result")).toHaveText("Strong");
  await page.locator("#user_login").fill(n);
  await page.locator("#email").fill(n + "@example.org");
  await page.locator("#pass1").fill("abc");
  await expect(page.locator("#pass-strength-result")).toHaveClass(/short|bad/);
  await expect(page.locator(".pw-weak")).toBeVisible();
  await expect(page.locator("#createusersub")).toBeDisabled();
  await page.locator("#pass1").fill("Plum-Orbit-Lantern-44");
  await expect(page.locator("#pass-strength-result")).toHaveClass(/strong/);
  await expect(page.locator(".pw-weak")).toBeHidden();
  await page.locator("#send_user_notification").uncheck();
  await page.locator("#createusersub").click();
  await expect(page.locator("#message")).toContainText("New user created.");
  const other = await loggedIn(browser, n, "Plum-Orbit-Lantern-44");
  await other.context().close();
  const [u] = await requestUtils.rest({ path: "/wp/v2/users", params: { search: n } }).catch(() => []);
  const [v] = u ? [u] : await requestUtils.rest({ path: "/wp/v2/users", params: { search: n, context: "edit" } });
  await delUser(requestUtils, v.id);
});

test("the page of a file tells of it, and deletes it", async ({ admin, page, requestUtils }) => {
  const m = await upload(requestUtils);
  await admin.visitAdminPage("post.php", `post=${m.id}&action=edit`);
  await expect(page.locator(".misc-pub-filename")).toContainText(m.source_url.split("/").pop());
  await expect(page.locator(".misc-pub-filetype")).toContainText("PNG");
  await expect(page.locator(".misc-pub-dimensions")).toContainText("by");
  page.once("dialog", (d) => d.accept());
  await page.locator("#delete-action a, #delete-action button").first().click();
  await expect(page).toHaveURL(/upload\.php/);
  await expect.poll(() => requestUtils.rest({ path: "/wp/v2/media/" + m.id }).catch((e) => e.code)).toBe("rest_post_invalid_id");
});

test("a file leads to its page, and to the files of who brought it", async ({ admin, page, requestUtils }) => {
  const m = await upload(requestUtils);
  await admin.visitAdminPage("upload.php", "mode=list");
  const row = page.locator("#post-" + m.id);
  await row.hover();
  await expect(row.locator(".row-actions .view a, .row-actions .view button")).toHaveCount(1);
  await expect(row.locator(".row-actions .view a")).toHaveAttribute("href", m.link);
  await expect(row.locator(".column-parent")).toContainText("Unattached");
  await expect(row.locator(".column-author a")).toHaveText("admin");
  await page.locator("#attachment-filter").selectOption("detached");
  await page.locator("#post-query-submit").click();
  await expect(page).toHaveURL(/attachment-filter=detached/);
  await expect(row).toBeVisible();
  await row.locator(".column-author a").click();
  await expect(page).toHaveURL(/author=1/);
  await expect(row).toBeVisible();
  await del(requestUtils, "media", m.id);
});

test("the window of a file goes on to others, and closes by Escape", async ({ admin, page, requestUtils }) => {
  const a = await upload(requestUtils), b = await upload(requestUtils);
  await admin.visitAdminPage("upload.php", "mode=grid");
  await page.locator(`.attachment[data-id="${b.id}"]`).click();
  await expect(page.locator(".media-modal, [role=dialog]").first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp("item=" + b.id));
  await page.getByRole("button", { name: /next/i }).first().click();
  await expect(page).not.toHaveURL(new RegExp("item=" + b.id));
  await expect(page).toHaveURL(/item=\d+/);
  await page.getByRole("button", { name: /previous/i }).first().click();
  await expect(page).toHaveURL(new RegExp("item=" + b.id));
  await page.keyboard.press("Escape");
  await expect(page.locator(".media-modal:visible")).toHaveCount(0);
  await expect(page).not.toHaveURL(/item=/);
  await page.goto(base + "/wp-admin/upload.php?item=" + a.id);
  await expect(page.locator(".media-modal, [role=dialog]").first()).toContainText(a.source_url.split("/").pop());
  await del(requestUtils, "media", a.id, b.id);
});

test("a tag is added, changed in its row and deleted on its page", async ({ admin, page, requestUtils }) => {
  const n = "Tag" + stamp();
  await admin.visitAdminPage("edit-tags.php", "taxonomy=post_tag");
  await page.locator("#tag-name").fill(n);
  await page.locator("#tag-slug").fill(n.toLowerCase() + "-slug");
  await page.locator("#tag-description").fill("About it");
  await page.locator("#submit").click();
  const row = page.locator("#the-list tr", { hasText: n });
  await expect(row).toBeVisible();
  await expect(page.locator("#tag-name")).toHaveValue("");
  await row.hover();
  await row.locator(".inline button").click();
  const edit = page.locator(".inline-edit-row:visible");
  await edit.locator("input[name=name]").fill(n + " more");
  await edit.locator("input[name=slug]").fill(n.toLowerCase() + "-other");
  await edit.locator(".save").click();
  await expect(page.locator("#the-list tr", { hasText: n + " more" })).toContainText(n.toLowerCase() + "-other");
  const [t] = await requestUtils.rest({ path: "/wp/v2/tags", params: { search: n } });
  expect(t).toMatchObject({ name: n + " more", slug: n.toLowerCase() + "-other", description: "About it" });
  await page.goto(base + `/wp-admin/term.php?taxonomy=post_tag&tag_ID=${t.id}&post_type=post`);
  page.once("dialog", (d) => d.accept());
  await page.locator("#delete-link a").click();
  await expect(page).toHaveURL(/edit-tags\.php\?taxonomy=post_tag/);
  await expect(page.locator("#the-list")).toBeVisible();
  await expect(page.locator("#the-list tr", { hasText: n })).toHaveCount(0);
  expect(await requestUtils.rest({ path: "/wp/v2/tags", params: { search: n } })).toEqual([]);
});

test("the page that brings contents in names what it takes", async ({ admin, page }) => {
  await admin.visitAdminPage("import.php");
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await expect(page.locator("table.importers tr", { hasText: "WordPress" })).toBeVisible();
});

test("a draft is written on the dashboard, and listed with its first words", async ({ admin, page, requestUtils }) => {
  const n = "Quickly " + stamp();
  await admin.visitAdminPage("index.php");
  await page.locator("#dashboard_quick_press").getByLabel("Title").fill(n);
  await page.locator("#dashboard_quick_press #content").fill("In a hurry");
  await page.getByRole("button", { name: "Save Draft" }).click();
  const one = page.locator("#dashboard_quick_press .drafts li", { hasText: n });
  await expect(one).toBeVisible();
  await expect(one).toContainText("In a hurry");
  await expect(page.locator("#dashboard_quick_press #title")).toHaveValue("");
  await one.getByRole("link").first().click();
  await expect(page).toHaveURL(/post\.php\?post=\d+&action=edit/);
  const [d] = await requestUtils.rest({ path: "/wp/v2/posts", params: { status: "draft", search: n, context: "edit" } });
  expect(d.content.raw).toContain("In a hurry");
  await page.goto("about:blank");
  await del(requestUtils, "posts", d.id);
});

test("a quick draft asks for a word, and does without a title", async ({ admin, page, requestUtils }) => {
  const drafts = () => requestUtils.rest({ path: "/wp/v2/posts", params: { status: "draft", context: "edit", per_page: 100 } });
  const had = (await drafts()).map(({ id }) => id);
  await admin.visitAdminPage("index.php");
  const form = page.locator("#quick-press");
  await form.getByRole("button", { name: "Save Draft" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  expect((await drafts()).map(({ id }) => id)).toEqual(had);
  const n = "Bare " + stamp();
  await form.getByRole("textbox", { name: "Content" }).fill(n);
  await form.getByRole("button", { name: "Save Draft" }).click();
  const one = page.locator(".drafts li", { hasText: n });
  await expect(one.locator(".draft-content")).toHaveText(n);
  await expect(one.locator(".draft-title a")).toHaveText("(no title)");
  await expect(form.locator(".notice-error")).toHaveCount(0);
  for (const { id, title } of await drafts()) if (!had.includes(id)) {
    expect(title.raw).toBe("");
    await del(requestUtils, "posts", id);
  }
});

test("the welcome goes when it is dismissed, and comes back by Screen Options", async ({ admin, page }) => {
  await admin.visitAdminPage("index.php");
  const panel = page.locator("#welcome-panel"), box = page.getByRole("checkbox", { name: "Welcome", exact: true });
  await page.locator("#show-settings-link").click();
  await box.check();
  await expect(panel).toBeVisible();
  await panel.locator(".welcome-panel-close").focus();
  await page.keyboard.press("Enter");
  await expect(panel).toBeHidden();
  await expect(box).not.toBeChecked();
  await page.waitForLoadState("networkidle"); // it is being kept
  await page.reload();
  await expect(page.locator("#dashboard_activity .hndle")).toBeVisible();
  await expect(panel).toBeHidden();
  await page.locator("#show-settings-link").click();
  await box.check();
  await expect(panel).toBeVisible();
});

test("boxes of the dashboard are moved by their arrows, and stay there", async ({ admin, page }) => {
  const ids = () => page.locator("#normal-sortables .postbox:visible").evaluateAll((all) => all.map((one) => one.id));
  const arrow = (id, name) => page.locator("#" + id).getByRole("button", { name, exact: true });
  await admin.visitAdminPage("index.php");
  await expect(page.locator("#dashboard_activity .hndle")).toBeVisible();
  const before = await ids();
  const at = before.indexOf("dashboard_right_now");
  const after = before.with(at, before[at + 1]).with(at + 1, before[at]);
  await arrow("dashboard_right_now", "Move down").focus();
  await page.keyboard.press("Enter");
  await expect.poll(ids).toEqual(after);
  await expect(arrow("dashboard_right_now", "Move down")).toBeFocused();
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect.poll(ids).toEqual(after);
  await arrow("dashboard_right_now", "Move up").click();
  await expect.poll(ids).toEqual(before);
});

test("files are chosen by the boxes of their rows, and opened by their pictures", async ({ admin, page, requestUtils }) => {
  const file = await upload(requestUtils), title = "Plain " + stamp();
  await requestUtils.rest({ method: "POST", path: "/wp/v2/media/" + file.id, data: { title } });
  await admin.visitAdminPage("upload.php", "mode=list");
  await expect(page.locator(`input[name="media[]"][value="${file.id}"]`)).toBeVisible();
  await admin.visitAdminPage("upload.php", "mode=grid");
  await page.locator(`.attachment[data-id="${file.id}"] .thumbnail`).click();
  const day = new Date(file.date).toLocaleDateString("en-US", { year: "numeric", month: "long", day: "numeric" });
  await expect(page.getByText("Uploaded on: " + day)).toBeVisible();
  await del(requestUtils, "media", file.id);
  await admin.visitAdminPage("upload.php", "mode=grid&search=" + title);
  await expect(page.getByText("No media items found.").first()).toBeVisible();
});

test("a file that can't be taken is told by its name, until that is dismissed", async ({ admin, page }) => {
  await admin.visitAdminPage("media-new.php");
  await page.locator('#plupload-upload-ui input[type="file"]').setInputFiles({ name: "odd.qqq", mimeType: "application/x-odd", buffer: Buffer.from("odd") });
  const told = page.getByText(/odd\.qqq/).first();
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(told).toBeHidden();
});

test("the grid takes files by its own field, and says which it doesn't take", async ({ admin, page, requestUtils }) => {
  const name = "put" + stamp();
  await admin.visitAdminPage("upload.php", "mode=grid");
  const field = page.locator('.moxie-shim-html5 input[type="file"]').first();
  await field.waitFor({ state: "attached" });
  await expect(page.locator(".uploader-inline")).toBeHidden();
  await field.setInputFiles([{ name: name + ".png", mimeType: "image/png", buffer: png }, { name: name + ".qqq", mimeType: "application/x-odd", buffer: Buffer.from("odd") }]);
  const told = page.locator(".upload-error", { has: page.locator(".upload-error-filename", { hasText: name + ".qqq" }) });
  await expect(told.locator(".upload-error-message")).not.toBeEmpty();
  const file = page.locator("li.attachment:not(.uploading)", { hasText: name });
  await expect(file).toBeVisible();
  await told.getByRole("button", { name: "Dismiss" }).click();
  await expect(told).toBeHidden();
  await file.click();
  await expect(page).toHaveURL(/item=\d+/);
  await page.locator(".media-modal .media-modal-close").click();
  await expect(page).not.toHaveURL(/item=/);
  const files = await requestUtils.rest({ path: "/wp/v2/media", params: { search: name } });
  expect(files).toHaveLength(1);
  await del(requestUtils, "media", files[0].id);
});

test("an account is changed and deleted by links, which notices keep apart", async ({ admin, page, requestUtils }) => {
  const login = "apart" + stamp();
  await admin.visitAdminPage("user-new.php");
  await page.locator("#user_login").fill(login);
  await page.locator("#email").fill(login + "@example.org");
  await page.locator("#createusersub").click();
  await expect(page.locator("#message p")).toContainText(/\. Edit user/);
  await page.getByRole("link", { name: "Edit user" }).click();
  await page.locator("#first_name").fill("Apart");
  await page.getByRole("button", { name: "Update User" }).click();
  await expect(page.locator("#message p strong")).toHaveText("User updated.");
  await admin.visitAdminPage("users.php", "s=" + login);
  const row = page.locator("#the-list tr", { hasText: login });
  await row.hover();
  await row.locator(".submitdelete").click();
  await page.getByRole("button", { name: "Confirm Deletion" }).click();
  await expect(page.locator("#message p")).toContainText("User deleted.");
});

test("a comment is approved and answered on the dashboard", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Active " + stamp());
  const a = await say(requestUtils, p.id, "a lively word", { status: "hold" });
  await admin.visitAdminPage("index.php");
  const box = page.locator("#dashboard_activity");
  const item = box.locator("#comment-" + a.id);
  await expect(item).toContainText("a lively word");
  await expect(item).toHaveClass(/unapproved/);
  await item.hover();
  await item.locator(".approve a, .approve button").first().click();
  await expect(item).not.toHaveClass(/unapproved/);
  await item.hover();
  await item.locator(".reply button").click();
  await page.locator("#replycontent").fill("answered here");
  await page.locator("#replyrow .save, #replybtn").first().click();
  await expect(box).toContainText("answered here");
  await del(requestUtils, "posts", p.id);
});

test("several files are deleted, and counted", async ({ admin, page, requestUtils }) => {
  const a = await upload(requestUtils), b = await upload(requestUtils);
  await admin.visitAdminPage("upload.php", "mode=list");
  await page.locator("#cb-select-" + a.id).check();
  await page.locator("#cb-select-" + b.id).check();
  await page.locator("#bulk-action-selector-top").selectOption("delete");
  page.once("dialog", (d) => d.accept());
  await page.locator("#doaction").click();
  await expect(page.locator("#message, .notice, .updated").first()).toContainText("2 media files permanently deleted.");
  await expect(page.locator("#post-" + a.id)).toHaveCount(0);
  for (const m of [a, b]) expect(await requestUtils.rest({ path: "/wp/v2/media/" + m.id }).catch((e) => e.code)).toBe("rest_post_invalid_id");
});

test("the dashboard leads to the comments of each state", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Latest " + stamp());
  const a = await say(requestUtils, p.id, "held here", { status: "hold" });
  await admin.visitAdminPage("index.php");
  const links = page.locator("#latest-comments .subsubsub");
  await expect(links.locator(".all a")).toContainText("All");
  await expect(links.locator(".moderated a")).toContainText(/Pending \(\d+\)/);
  await links.locator(".moderated a").click();
  await expect(page).toHaveURL(/comment_status=moderated/);
  await expect(page.locator("#comment-" + a.id)).toBeVisible();
  await del(requestUtils, "posts", p.id);
});

test("columns of comments are hidden by their names", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Columns " + stamp());
  const a = await say(requestUtils, p.id, "in columns");
  await admin.visitAdminPage("edit-comments.php");
  await page.locator("#show-settings-link").click();
  await page.locator("#response-hide").uncheck();
  await expect(page.locator("#comment-" + a.id + " .column-response")).toBeHidden();
  await page.locator("#response-hide").check();
  await expect(page.locator("#comment-" + a.id + " .column-response")).toBeVisible();
  await expect(page.locator("#edit_comments_per_page")).toHaveValue("20");
  await del(requestUtils, "posts", p.id);
});

test("a tag leads to its posts, and its columns are hidden", async ({ admin, page, requestUtils }) => {
  const n = "Tagged" + stamp();
  const t = await requestUtils.rest({ method: "POST", path: "/wp/v2/tags", data: { name: n, description: "Words about it" } });
  const p = await post(requestUtils, "With " + n, { tags: [t.id] });
  await admin.visitAdminPage("edit-tags.php", "taxonomy=post_tag&s=" + n);
  const row = page.locator("#tag-" + t.id);
  await expect(row.locator(".column-description")).toContainText("Words about it");
  await page.locator("#show-settings-link").click();
  await page.locator("#description-hide").uncheck();
  await expect(row.locator(".column-description")).toBeHidden();
  await page.locator("#description-hide").check();
  await row.hover();
  await expect(row.getByRole("link", { name: "View" })).toHaveAttribute("href", t.link);
  await row.locator(".column-posts a").click();
  await expect(page).toHaveURL(/edit\.php\?tag/);
  await expect(page.locator("#post-" + p.id)).toBeVisible();
  await expect(page.locator("#the-list tr")).toHaveCount(1);
  await del(requestUtils, "posts", p.id);
  await del(requestUtils, "tags", t.id);
});

test("lists offer the same for many rows as the field's", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Bulky " + stamp());
  await say(requestUtils, p.id, "bulky");
  const m = await upload(requestUtils);
  const all = {
    "edit.php": ["Bulk actions", "Bulk edit", "Move to Trash"], "upload.php?mode=list": ["Bulk actions", "Delete permanently"],
    "edit-comments.php": ["Bulk actions", "Unapprove", "Approve", "Mark as spam", "Move to Trash"], "users.php": ["Bulk actions", "Delete", "Send password reset"],
    "edit-tags.php?taxonomy=post_tag": ["Bulk actions", "Delete"],
  };
  for (const [at, words] of Object.entries(all)) {
    await page.goto(base + "/wp-admin/" + at);
    await expect(page.locator("#bulk-action-selector-top")).toBeVisible();
    await expect.poll(async () => (await options(page, "#bulk-action-selector-top")).sort(), at).toEqual(expect.arrayContaining(words));
  }
  await del(requestUtils, "posts", p.id); await del(requestUtils, "media", m.id);
});

test("what is done with a post in its row is called as by the field", async ({ admin, page, requestUtils }) => {
  const n = "Acted " + stamp(), p = await post(requestUtils, n), d = await requestUtils.createPost({ title: "D" + n, status: "draft" });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(n));
  const row = page.locator("#post-" + p.id);
  await row.hover();
  await expect(row.getByRole("link", { name: `Edit “${n}”` })).toHaveAttribute("href", new RegExp("post=" + p.id + "&action=edit"));
  await expect(row.getByRole("button", { name: `Quick edit “${n}” inline` })).toBeVisible();
  await expect(row.getByRole("link", { name: `Move “${n}” to the Trash` })).toBeVisible();
  await expect(row.getByRole("link", { name: `View “${n}”` })).toHaveAttribute("href", p.link);
  await page.locator("#post-" + d.id).hover();
  await expect(page.locator("#post-" + d.id).getByRole("link", { name: `Preview “D${n}”` })).toBeVisible();
  await expect(page.locator("#post-" + d.id).locator(".row-title")).toHaveText("D" + n);
  await del(requestUtils, "posts", p.id, d.id);
});

test("links to reset passwords are offered in the rows of accounts", async ({ admin, page, requestUtils }) => {
  const n = stamp(), a = await mk(requestUtils, "ra" + n, "author"), b = await mk(requestUtils, "rb" + n, "author");
  await admin.visitAdminPage("users.php", "s=" + n);
  const row = page.locator("#user-" + a.id);
  await row.hover();
  await expect(row.getByRole("link", { name: "Send password reset" })).toBeVisible();
  await expect(row.getByRole("link", { name: "Edit" })).toHaveAttribute("href", /user-edit\.php\?user_id=/);
  await expect(row.locator(".column-email a")).toHaveAttribute("href", "mailto:ra" + n + "@example.org");
  for (const u of [a, b]) await delUser(requestUtils, u.id);
});

test("a page about privacy begins with the texts of the guide", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("options-privacy.php");
  await page.locator("#create-page").click();
  await expect(page).toHaveURL(/post\.php\?post=\d+&action=edit/);
  const id = /post=(\d+)/.exec(page.url())[1];
  await expect(page.locator("iframe[name=editor-canvas]").or(page.locator(".editor-post-title")).first()).toBeVisible();
  const p = await requestUtils.rest({ path: "/wp/v2/pages/" + id, params: { context: "edit" } });
  expect(p).toMatchObject({ status: "draft", title: { raw: "Privacy Policy" } });
  expect(p.content.raw).toContain("Who we are");
  await page.goto("about:blank");
  await del(requestUtils, "pages", id);
});

test("a term is changed by the labels of its form", async ({ admin, page, requestUtils }) => {
  const t = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Labelled" + stamp(), description: "Of old" } });
  await admin.visitAdminPage("term.php", `taxonomy=category&tag_ID=${t.id}&post_type=post`);
  await expect(page.getByRole("heading", { level: 1, name: "Edit Category" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue(t.name);
  await expect(page.getByLabel("Slug")).toHaveValue(t.slug);
  await expect(page.getByLabel("Parent Category")).toHaveValue(/^(-1|0)$/);
  await expect(page.getByLabel("Description")).toHaveValue("Of old");
  await page.getByLabel("Description").fill("Of new");
  await page.locator("#edittag input[type=submit], #edittag button[type=submit]").click();
  await expect(page.locator("#message")).toContainText("Category updated.");
  await del(requestUtils, "categories", t.id);
});

test("a post gets a category, and sticks, in its row", async ({ admin, page, requestUtils }) => {
  const n = stamp(), c = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Quick" + n } });
  const p = await post(requestUtils, "Cats " + n);
  await admin.visitAdminPage("edit.php", "s=" + n);
  await page.locator("#post-" + p.id).hover();
  await page.locator("#post-" + p.id + " .editinline").click();
  const edit = page.locator("#edit-" + p.id);
  await edit.getByLabel("Quick" + n).check();
  await edit.getByLabel("Allow Comments").uncheck();
  await edit.getByLabel("Make this post sticky").check();
  await edit.getByRole("button", { name: "Update" }).click();
  await expect(page.locator("#post-" + p.id + " .column-categories")).toContainText("Quick" + n);
  const now = await requestUtils.rest({ path: "/wp/v2/posts/" + p.id });
  expect(now.categories).toContain(c.id);
  expect(now).toMatchObject({ comment_status: "closed", sticky: true });
  await del(requestUtils, "posts", p.id); await del(requestUtils, "categories", c.id);
});

test("a comment is approved where the link of a message leads", async ({ admin, page, requestUtils }) => {
  const p = await post(requestUtils, "Mailed " + stamp()), a = await say(requestUtils, p.id, "judge me", { status: "hold" });
  await admin.visitAdminPage("comment.php", "action=approve&c=" + a.id);
  await expect(page.locator("body")).toContainText("judge me");
  await page.getByRole("button", { name: "Approve Comment" }).or(page.getByRole("link", { name: "Approve Comment" })).first().click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + a.id, params: { context: "edit" } })).status).toBe("approved");
  await del(requestUtils, "posts", p.id);
});

test("the address for messages about the site waits until its link is followed", async ({ admin, page, requestUtils }) => {
  const { email } = await requestUtils.getSiteSettings();
  await admin.visitAdminPage("options-general.php");
  await page.locator("#new_admin_email").fill("other@example.org");
  await page.locator("#submit").click();
  await expect(page.locator("#setting-error-settings_updated")).toContainText("Settings saved.");
  await expect(page.locator("#wpbody-content, main").first()).toContainText("other@example.org");
  expect((await requestUtils.getSiteSettings()).email).toBe(email);
  await page.getByRole("link", { name: "Cancel" }).first().click();
  await expect(page.locator("#new_admin_email")).toHaveValue(email);
});

test("what is well with the site folds, and settings about privacy have a guide", async ({ admin, page }) => {
  await admin.visitAdminPage("site-health.php");
  await expect(page.locator(".health-check-header .health-check-title-section h1")).toBeVisible();
  await expect(page.locator(".health-check-header .health-check-tab.active")).toHaveText("Status");
  await expect(page.locator(".health-check-accordion-trigger").first()).toBeAttached();
  await page.locator(".site-health-view-passed").click();
  await expect(page.locator("#health-check-issues-good")).toBeVisible();
  await admin.visitAdminPage("options-privacy.php");
  const head = page.locator(".privacy-settings-header");
  await expect(head.locator(".privacy-settings-title-section h1")).toHaveText("Privacy");
  await expect(head.locator(".privacy-settings-tabs-wrapper .privacy-settings-tab.active")).toHaveText("Settings");
  await expect(page.locator(".privacy-settings-body #page_for_privacy_policy")).toBeVisible();
  await page.getByRole("link", { name: "Policy Guide" }).first().click();
  await expect(page).toHaveURL(/tab=policyguide/);
  await expect(page.locator("main, #wpbody-content").first()).toContainText("Who we are");
});
