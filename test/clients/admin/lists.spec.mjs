// The lists of entries: columns, filters, and entries changed in their rows. These pass on the
// reference too.
import { expect, test } from "@wordpress/e2e-test-utils-playwright";
import { loggedIn } from "./fixtures.mjs";

const notice = (page, text) => expect(page.locator(".notice", { hasText: text }).first()).toBeVisible();
const read = (requestUtils, what, id) => requestUtils.rest({ path: `/wp/v2/${what}/${id}`, params: { context: "edit" } });
const remove = (requestUtils, what, ...ids) => Promise.all(ids.map((id) => requestUtils.rest({ method: "DELETE", path: `/wp/v2/${what}/${id}`, params: { force: true } })));

// Lists stay as somebody left them; these begin anew.
test.beforeAll(({ requestUtils }) => requestUtils.resetPreferences());

async function openQuick(page, id, name) {
  await page.locator("#post-" + id).hover();
  await page.locator("#post-" + id).getByRole("button", { name: `Quick edit “${name}” inline` }).click();
  return page.locator("#edit-" + id);
}

test("a post is edited quickly", async ({ admin, page, requestUtils }) => {
  const name = "Quickly " + Date.now();
  const category = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Quick " + name } });
  const { id } = await requestUtils.createPost({ title: name, status: "publish", date: "2026-02-03T04:05:00" });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  const row = await openQuick(page, id, name);
  await row.getByLabel("Title", { exact: true }).fill(name + " anew");
  await row.getByLabel("Slug", { exact: true }).fill("quickly-anew");
  await row.getByRole("combobox", { name: "Month" }).selectOption("05");
  await row.getByLabel("Day", { exact: true }).fill("06");
  await row.getByLabel("Year", { exact: true }).fill("2025");
  await row.getByLabel("Hour", { exact: true }).fill("07");
  await row.getByLabel("Minute", { exact: true }).fill("08");
  await row.getByLabel(category.name).check();
  await row.getByLabel("Tags").fill("Quick one, Quick two");
  await row.getByLabel("Allow Comments").uncheck();
  await row.getByLabel("Allow Pings").uncheck();
  await row.getByLabel("Make this post sticky").check();
  await row.getByRole("combobox", { name: "Status" }).selectOption("Published");
  await row.getByRole("button", { name: "Update" }).click();
  await expect(row).toBeHidden();
  await expect(page.locator("#post-" + id).locator(".row-title")).toHaveText(name + " anew");
  await expect(page.locator("#post-" + id).locator(".column-tags").getByRole("link", { name: "Quick two" })).toBeVisible();
  const post = await read(requestUtils, "posts", id);
  expect(post).toMatchObject({ slug: "quickly-anew", date: "2025-05-06T07:08:00", comment_status: "closed", ping_status: "closed", sticky: true, status: "publish" });
  expect(post.categories).toContain(category.id);
  expect(post.tags).toHaveLength(2);
  const again = await openQuick(page, id, name + " anew");
  await expect(again.getByLabel("Tags")).toHaveValue(/Quick one, ?Quick two/);
  await again.getByLabel("Title", { exact: true }).fill("Not kept");
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("#post-" + id).locator(".row-title")).toHaveText(name + " anew");
  await (await openQuick(page, id, name + " anew")).getByLabel("Private").check();
  await page.locator("#edit-" + id).getByRole("button", { name: "Update" }).click();
  await expect(page.locator("#post-" + id).locator(".post-state").filter({ hasText: "Private" })).toBeVisible();
  expect((await read(requestUtils, "posts", id)).status).toBe("private");
  await remove(requestUtils, "posts", id);
  await remove(requestUtils, "categories", category.id);
  await remove(requestUtils, "tags", ...post.tags);
});

test("a post that is edited quickly stays in its row while the list is searched", async ({ admin, page, requestUtils }) => {
  const name = "Sought " + Date.now();
  const category = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Found " + name } });
  const { id } = await requestUtils.createPost({ title: name, status: "publish" });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  const row = await openQuick(page, id, name);
  await row.getByLabel("Title", { exact: true }).fill("Called otherwise");
  await row.getByLabel(category.name).check();
  await row.getByRole("button", { name: "Update" }).click();
  await expect(row).toBeHidden();
  await expect(page.locator("#post-" + id).locator(".row-title")).toHaveText("Called otherwise");
  await expect(page.locator("#post-" + id)).toContainText(category.name);
  // What else the list is made of comes again, as it does when somebody opens an entry.
  const again = page.waitForResponse((response) => /(\/|%2F)tags/.test(response.url()));
  await page.evaluate(() => window.wp.data.dispatch("core").invalidateResolutionForStoreSelector("getEntityRecords"));
  await again;
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
  await expect(page.locator("#post-" + id).locator(".row-title")).toHaveText("Called otherwise");
  await remove(requestUtils, "posts", id);
  await remove(requestUtils, "categories", category.id);
});

test("a row that is edited takes the focus, keeps what is typed, and gives the focus back", async ({ admin, page, requestUtils }) => {
  const name = "Keys " + Date.now();
  const { id } = await requestUtils.createPost({ title: name, status: "draft" });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  const quick = page.getByRole("button", { name: `Quick edit “${name}” inline` });
  const row = page.locator("#edit-" + id);
  const title = row.getByLabel("Title", { exact: true });
  await quick.focus();
  await page.keyboard.press("Enter");
  await expect(title).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row).toHaveCount(0);
  await expect(quick).toBeFocused();
  await page.keyboard.press("Space");
  await title.fill(name + ", changed");
  await page.keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  await expect(page.locator("#post-" + id).locator(".row-title")).toHaveText(name + ", changed");
  await expect(page.getByRole("button", { name: `Quick edit “${name}, changed” inline` })).toBeFocused();
  expect((await read(requestUtils, "posts", id)).title.raw).toBe(name + ", changed");
  await remove(requestUtils, "posts", id);
});

test("a page gets a parent, an order and a password", async ({ admin, page, requestUtils }) => {
  const name = "Leaf " + Date.now();
  const parent = await requestUtils.createPage({ title: "Parent of " + name, status: "publish" });
  const { id } = await requestUtils.createPage({ title: name, status: "publish" });
  await admin.visitAdminPage("edit.php", "post_type=page&s=" + encodeURIComponent(name));
  const row = await openQuick(page, id, name);
  await row.getByRole("combobox", { name: "Parent" }).selectOption({ label: "Parent of " + name });
  await row.getByLabel("Order").fill("7");
  await row.getByLabel("Password").fill("secret");
  await row.getByRole("button", { name: "Update" }).click();
  await expect(page.locator("#post-" + id).locator(".post-state").filter({ hasText: "Password protected" })).toBeVisible();
  expect(await read(requestUtils, "pages", id)).toMatchObject({ parent: parent.id, menu_order: 7, password: "secret" });
  await remove(requestUtils, "pages", id, parent.id);
});

test("several posts are edited at once", async ({ admin, page, requestUtils }) => {
  const name = "Several " + Date.now();
  const category = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "For " + name } });
  const ids = [];
  for (const n of [1, 2, 3]) ids.push((await requestUtils.createPost({ title: `${name} ${n}`, status: "publish" })).id);
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  for (const n of [1, 2, 3]) await page.getByRole("checkbox", { name: `Select ${name} ${n}` }).check();
  await page.locator("#bulk-action-selector-top").selectOption("edit");
  await page.locator("#doaction").click();
  const row = page.locator("#bulk-edit");
  await row.getByRole("button", { name: `Remove “${name} 3” from Bulk Edit` }).click();
  await row.getByLabel(category.name).check();
  await row.getByLabel("Tags").fill("Severally");
  await row.getByRole("combobox", { name: "Comments" }).selectOption({ label: "Do not allow" });
  await row.getByRole("combobox", { name: "Status" }).selectOption({ label: "Draft" });
  await row.getByRole("combobox", { name: "Format" }).selectOption({ label: "Aside" });
  await row.getByRole("button", { name: "Update" }).click();
  await notice(page, "2 posts updated.");
  const [one, two, three] = await Promise.all(ids.map((id) => read(requestUtils, "posts", id)));
  for (const post of [one, two]) {
    expect(post).toMatchObject({ status: "draft", comment_status: "closed", format: "aside" });
    expect(post.categories).toContain(category.id);
    expect(post.categories.length).toBe(2); // what it had stays
    expect(post.tags).toHaveLength(1);
  }
  expect(three).toMatchObject({ status: "publish", format: "standard" });
  await remove(requestUtils, "posts", ...ids);
  await remove(requestUtils, "tags", ...one.tags);
  await remove(requestUtils, "categories", category.id);
});

test("comments of entries are counted, and lead to them", async ({ admin, page, requestUtils }) => {
  const name = "Discussed " + Date.now();
  const { id } = await requestUtils.createPost({ title: name, status: "publish" });
  await requestUtils.createComment({ post: id, content: "An approved one" });
  const { id: waits } = await requestUtils.createComment({ post: id, content: "One that waits" });
  await requestUtils.rest({ method: "POST", path: "/wp/v2/comments/" + waits, data: { status: "hold" } });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  const cell = page.locator("#post-" + id).locator(".column-comments");
  await expect(cell.getByRole("link", { name: "1 pending comment" })).toBeVisible();
  await cell.getByRole("link", { name: "1 approved comment" }).click();
  await expect(page).toHaveURL(new RegExp("edit-comments\\.php\\?p=" + id));
  await expect(page.locator("#wpbody").getByText("An approved one").first()).toBeVisible();
  await expect(page.locator("#wpbody").getByText("One that waits")).toHaveCount(0);
  await remove(requestUtils, "posts", id);
});

test("the list is narrowed by month, category, author and what is sticky", async ({ admin, page, requestUtils }) => {
  const name = "Narrowed " + Date.now();
  const category = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "In " + name } });
  const old = await requestUtils.createPost({ title: name + " old", status: "publish", date: "2001-03-31T23:59:00", categories: [category.id] });
  const stuck = await requestUtils.createPost({ title: name + " stuck", status: "publish", sticky: true });
  await admin.visitAdminPage("edit.php");
  await page.getByRole("combobox", { name: "Filter by date" }).selectOption({ label: "March 2001" });
  await page.getByRole("combobox", { name: "Filter by category" }).selectOption({ label: category.name });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/m=200103/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("#post-" + old.id)).toBeVisible();
  await page.locator(".subsubsub").getByRole("link", { name: /^Sticky \(\d+\)/ }).click();
  await expect(page.locator("#post-" + stuck.id)).toBeVisible();
  await expect(page.locator("#post-" + old.id)).toHaveCount(0);
  await remove(requestUtils, "posts", old.id, stuck.id);
  await remove(requestUtils, "categories", category.id);
});

test("the trash is emptied, and columns are chosen", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "Thrown away", status: "publish" });
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/posts/" + id });
  await admin.visitAdminPage("edit.php", "post_status=trash&post_type=post");
  await expect(page.locator("#post-" + id)).toBeVisible();
  await page.locator("#delete_all").first().click();
  await notice(page, "permanently deleted.");
  await expect(page.locator("#post-" + id)).toHaveCount(0);
  await admin.visitAdminPage("edit.php");
  await expect(page.getByRole("columnheader", { name: /Tags/ }).first()).toBeVisible();
  for (const shown of [false, true]) {
    await page.getByRole("button", { name: "Screen Options" }).click();
    await page.locator("#tags-hide").setChecked(shown);
    await page.waitForTimeout(1500); // it is kept in the background
    await admin.visitAdminPage("edit.php");
    await expect(page.locator("#the-list tr").first()).toBeVisible();
    await expect(page.locator("thead").getByRole("columnheader", { name: /Tags/ })).toHaveCount(shown ? 1 : 0);
  }
});

test("comments are narrowed to what people wrote, or to what other sites sent", async ({ admin, page, requestUtils }) => {
  const [ping] = await requestUtils.rest({ path: "/wp/v2/comments", params: { type: "pings", per_page: 1 } });
  const post = await requestUtils.createPost({ title: "Spoken of", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "What a person wrote" });
  const shown = (one) => expect(page.locator("#comment-" + one)).toBeVisible();
  const kind = page.getByRole("combobox", { name: "Filter by comment type" });
  await admin.visitAdminPage("edit-comments.php");
  await shown(id);
  await shown(ping.id);
  await kind.selectOption({ label: "Pings" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/comment_type=pings/);
  await shown(ping.id);
  await expect(page.locator("#comment-" + id)).toHaveCount(0);
  await expect(kind).toHaveValue("pings");
  await expect(page.locator(".subsubsub").getByRole("link", { name: /^Approved/ })).toHaveAttribute("href", /comment_type=pings/);
  await kind.selectOption({ label: "Comments" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/comment_type=comment(&|$)/);
  await shown(id);
  await expect(page.locator("#comment-" + ping.id)).toHaveCount(0);
  await remove(requestUtils, "posts", post.id);
});

test("a comment that waits is answered below its row, and approved with it", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Asked about", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "Is it old?" });
  await requestUtils.rest({ method: "POST", path: "/wp/v2/comments/" + id, data: { status: "hold" } });
  await admin.visitAdminPage("edit-comments.php");
  const asked = page.locator("#comment-" + id);
  const form = page.locator("#replyrow");
  const text = form.getByRole("textbox", { name: "Comment" });
  const open = asked.getByRole("button", { name: "Reply to this comment" });
  await asked.hover();
  await open.click();
  await expect(text).toBeFocused();
  await expect(asked).toBeVisible(); // what is answered stays in sight
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await asked.hover();
  await open.click();
  await expect(text).toBeFocused();
  await text.fill("Very");
  await form.getByRole("button", { name: "Approve and Reply" }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/comments", params: { post: post.id, parent: id } })).map((c) => c.content.rendered)).toEqual(["<p>Very</p>\n"]);
  await expect(form).toBeHidden();
  await expect(page.locator("#the-comment-list, #the-list").locator("tr", { hasText: "Very" }).first()).toBeVisible();
  expect((await requestUtils.rest({ path: "/wp/v2/comments/" + id, params: { context: "edit" } })).status).toBe("approved");
  await remove(requestUtils, "posts", post.id);
});

test("a comment is edited in the place of its row", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Put right", status: "publish" });
  const { id } = await requestUtils.createComment({ post: post.id, content: "Wuth a mistake" });
  await admin.visitAdminPage("edit-comments.php");
  const row = page.locator("#comment-" + id);
  const form = page.locator("#replyrow");
  const text = form.getByRole("textbox", { name: "Comment" });
  const open = async () => {
    await row.hover();
    await row.getByRole("button", { name: "Quick edit this comment inline" }).click();
    await expect(text).toBeVisible();
  };
  await open();
  await expect(row).toBeHidden();
  await expect(text).toHaveValue("Wuth a mistake");
  await text.fill("Not kept");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toContainText("Wuth a mistake");
  await open();
  await expect(text).toHaveValue("Wuth a mistake");
  await text.fill("Without one");
  await form.getByRole("textbox", { name: "Name" }).fill("Ada of the lists");
  await form.getByRole("textbox", { name: "Email" }).fill("ada@example.org");
  await form.getByRole("textbox", { name: "URL" }).fill("https://example.org/ada");
  await form.getByRole("button", { name: "Update Comment" }).click();
  await expect(row).toContainText("Without one");
  await expect(row).toContainText("Ada of the lists");
  expect(await read(requestUtils, "comments", id)).toMatchObject({ author_name: "Ada of the lists", author_email: "ada@example.org", author_url: "https://example.org/ada", content: { raw: "Without one" } });
  await remove(requestUtils, "posts", post.id);
});

// people are accounts of a role, whose names begin alike.
async function people(requestUtils, name, roles, many) {
  const made = [];
  for (let n = 1; n <= many; n++) made.push(await requestUtils.createUser({ username: name + n, email: `${name}${n}@example.org`, password: "a long password", roles: [roles] }));
  return made;
}

test("a comment that is edited stays in its row while the list is searched", async ({ admin, page, requestUtils }) => {
  const word = "Seek" + Date.now();
  const post = await requestUtils.createPost({ title: "Sought " + word, status: "publish" });
  const make = (content, day) => requestUtils.rest({ method: "POST", path: "/wp/v2/comments", data: { post: post.id, content, date: `2026-03-0${day}T00:00:00`, author_name: "Ann", author_email: "ann@example.org" } });
  const [first, { id }] = [await make(word + " first", 2), await make(word + " second", 1)];
  await admin.visitAdminPage("edit-comments.php", "s=" + word);
  const rows = page.locator("#the-comment-list tr[id^=comment-]");
  const row = page.locator("#comment-" + id);
  await row.hover();
  await row.getByRole("button", { name: "Quick edit this comment inline" }).click();
  await page.locator("#replycontent").fill("Something else");
  await page.locator("#replyrow").getByRole("button", { name: "Update Comment" }).click();
  await expect(page.locator("#replyrow")).toBeHidden();
  await expect(row).toContainText("Something else");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toHaveAttribute("id", "comment-" + id);
  await row.hover();
  await row.locator(".row-actions .trash a").click();
  await expect(page.locator("#undo-" + id)).toBeVisible();
  await expect(row).toBeHidden();
  await remove(requestUtils, "comments", first.id, id);
  await remove(requestUtils, "posts", post.id);
});

test("the role of accounts is taken away", async ({ admin, page, requestUtils }) => {
  const name = "roleless" + Date.now();
  const [{ id }] = await people(requestUtils, name, "author", 1);
  await admin.visitAdminPage("users.php", "s=" + name);
  await page.getByRole("checkbox", { name: `Select ${name}1` }).check();
  await page.locator("#new_role").selectOption({ label: "— No role for this site —" });
  await page.locator("#changeit").click();
  await notice(page, "Changed roles.");
  expect((await read(requestUtils, "users", id)).roles).toEqual([]);
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
});

test("accounts are sent links for new passwords", async ({ admin, page, requestUtils }) => {
  const name = "forgetful" + Date.now();
  const made = await people(requestUtils, name, "subscriber", 2);
  await admin.visitAdminPage("users.php", "s=" + name);
  await page.locator("#user-" + made[0].id).hover();
  await page.locator("#user-" + made[0].id + " .resetpassword :is(a, button)").click();
  await notice(page, "Password reset link sent.");
  await page.getByRole("checkbox", { name: `Select ${name}1` }).check();
  await page.getByRole("checkbox", { name: `Select ${name}2` }).check();
  await page.locator("#bulk-action-selector-top").selectOption({ label: "Send password reset" });
  await page.locator("#doaction").click();
  await notice(page, "Password reset links sent to 2 users.");
  for (const { id } of made) await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
});

test("comments that are spam or in the trash are deleted at once", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "Swept", status: "publish" });
  for (const [status, name] of [["spam", "Empty Spam"], ["trash", "Empty Trash"]]) {
    const { id } = await requestUtils.createComment({ post: post.id, content: "To be swept: " + status });
    await requestUtils.rest({ method: "POST", path: "/wp/v2/comments/" + id, data: { status } });
    await admin.visitAdminPage("edit-comments.php", "comment_status=" + status);
    await expect(page.locator("#comment-" + id)).toBeVisible();
    await page.getByRole("button", { name }).first().click();
    await notice(page, "permanently deleted.");
    await expect(page.locator("#comment-" + id)).toHaveCount(0);
    expect(await requestUtils.rest({ path: "/wp/v2/comments/" + id }).catch((e) => e.code)).toBe("rest_comment_invalid_id");
  }
});

test("the role of several accounts is changed", async ({ admin, page, requestUtils }) => {
  const name = "promoted" + Date.now();
  const made = await people(requestUtils, name, "subscriber", 3);
  await admin.visitAdminPage("users.php", "s=" + name);
  for (const n of [1, 3]) await page.getByRole("checkbox", { name: `Select ${name}${n}` }).check();
  await page.locator("#new_role").selectOption({ label: "Author" });
  await page.locator("#changeit").click();
  await notice(page, "Changed roles.");
  expect(await Promise.all(made.map(async ({ id }) => (await read(requestUtils, "users", id)).roles))).toEqual([["author"], ["subscriber"], ["author"]]);
  for (const { id } of made) await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
});

test("several accounts are deleted, and what they wrote is deleted or goes to somebody", async ({ admin, page, requestUtils }) => {
  const name = "leaver" + Date.now();
  const made = await people(requestUtils, name, "author", 4);
  const [gone, given, bare, stays] = made;
  const write = (author) => requestUtils.createPost({ title: "Of " + author.id, status: "publish", author: author.id });
  const [lost, kept] = [await write(gone), await write(given)];
  await admin.visitAdminPage("users.php", "s=" + name);
  for (const n of [1, 2, 3]) await page.getByRole("checkbox", { name: `Select ${name}${n}` }).check();
  await page.locator("#bulk-action-selector-top").selectOption("delete");
  await page.locator("#doaction").click();
  const form = page.locator("#updateusers");
  await expect(page.getByRole("heading", { name: "Delete Users" })).toBeVisible();
  await expect(form).toContainText(name + "3");
  await expect(form.locator("#delete_option_" + bare.id)).toHaveCount(0); // nothing is asked about who wrote nothing
  await form.locator("#delete_option_" + gone.id).check();
  await form.locator("#reassign_option_" + given.id).check();
  const heir = form.locator("#reassign_user_" + given.id);
  await expect(heir.locator(`option[value="${bare.id}"]`)).toHaveCount(0); // nor does anything go to who leaves too
  await heir.selectOption(String(stays.id));
  await form.getByRole("button", { name: "Confirm Deletion" }).click();
  await notice(page, "3 users deleted.");
  expect((await read(requestUtils, "posts", lost.id)).status).toBe("trash");
  expect((await read(requestUtils, "posts", kept.id)).author).toBe(stays.id);
  expect((await requestUtils.rest({ path: "/wp/v2/users", params: { include: made.map((u) => u.id), context: "edit" } })).map((u) => u.id)).toEqual([stays.id]);
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + stays.id, params: { force: true, reassign: "false" } });
  await remove(requestUtils, "posts", lost.id, kept.id);
});

test("a file comes in as scripts of the field send it", async ({ admin, page, requestUtils }) => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await admin.visitAdminPage("upload.php", "mode=grid");
  const { file_data_name: field, multipart_params: params } = await page.evaluate(() => window._wpPluploadSettings.defaults);
  const send = async (more, name = "sent so.png") => (await page.request.post("wp-admin/async-upload.php", { multipart: { ...params, ...more, [field]: { name, mimeType: "application/octet-stream", buffer: png } } })).json();
  const { success, data } = await send({ name: "sent so.png" });
  expect(success).toBe(true);
  expect(data).toMatchObject({ title: "sent so", mime: "image/png", type: "image", subtype: "png", width: 1, height: 1, filesizeInBytes: 70, uploadedTo: 0, sizes: { full: { width: 1, height: 1 } } });
  expect(await requestUtils.rest({ path: "/wp/v2/media/" + data.id })).toMatchObject({ source_url: data.url, slug: data.name });
  expect(await send({}, "sent.exe")).toMatchObject({ success: false, data: { filename: "sent.exe" } });
  await requestUtils.deleteMedia(data.id);
});

test("very many pages are listed without asking for all of them", async ({ admin, page, requestUtils }) => {
  const parent = await requestUtils.createPage({ title: "Above", status: "publish" });
  const child = await requestUtils.rest({ method: "POST", path: "/wp/v2/pages", data: { title: "Beneath", status: "publish", parent: parent.id } });
  let asked = 0;
  await page.route(/wp\/v2\/pages\?.*_fields=id%2Cparent/, async (route) => {
    asked += 1;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), "x-wp-total": "5000", "x-wp-totalpages": "50" } });
  });
  await admin.visitAdminPage("edit.php", "post_type=page&s=Beneath");
  await expect(page.getByRole("row").filter({ hasText: "Beneath" })).toBeVisible();
  await admin.visitAdminPage("edit.php", "post_type=page");
  await expect(page.locator("tbody .row-title").first()).toBeVisible();
  await expect(page.locator("tbody .title").filter({ hasText: /^— / })).toHaveCount(0);
  expect(asked).toBe(2);
  for (const { id } of [child, parent]) await requestUtils.rest({ method: "DELETE", path: "/wp/v2/pages/" + id, params: { force: true } });
});

test("an author judges comments on own posts alone, and a contributor sees what was published", async ({ browser, requestUtils }) => {
  const password = "a long password 9";
  const within = async (role, run) => {
    const name = role + Date.now();
    const { id } = await requestUtils.createUser({ username: name, email: name + "@example.org", password, roles: [role] });
    const page = await loggedIn(browser, name, password);
    await run(page, id);
    await page.context().close();
    await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
  };
  const comment = (post, words = "Said") => requestUtils.rest({ method: "POST", path: "/wp/v2/comments", data: { post, content: words + " of " + post } });
  const foreign = await comment((await requestUtils.createPost({ title: "Of somebody else", status: "publish" })).id);
  await within("author", async (page, author) => {
    const own = await comment((await requestUtils.createPost({ title: "Of the author", status: "publish", author })).id);
    const state = async () => (await requestUtils.rest({ path: "/wp/v2/comments/" + own.id, params: { context: "edit" } })).status;
    // Another one waits where it isn't theirs to judge.
    for (const { id } of [own, await comment(foreign.post, "Asked")]) await requestUtils.rest({ method: "PUT", path: "/wp/v2/comments/" + id, data: { status: "hold" } });
    await page.goto("wp-admin/edit-comments.php?comment_status=moderated");
    const row = page.locator("#comment-" + own.id);
    await expect(page.locator(".subsubsub .moderated .count")).toHaveText("(1)");
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await row.hover();
    await row.locator(".row-actions").getByText("Approve", { exact: true }).click();
    await expect.poll(state).toBe("approved");
    // Its page lets it be changed and judged too, and shows nothing of others'.
    await page.goto("wp-admin/comment.php?action=editcomment&c=" + own.id);
    await expect(page.locator("#content")).toHaveValue("Said of " + own.post);
    await page.locator("#content").fill("Said better of " + own.post);
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page).toHaveURL(/edit-comments\.php\?p=/);
    await page.goto("wp-admin/comment.php?action=unapprove&c=" + own.id);
    await page.getByRole("button", { name: "Unapprove" }).click();
    await expect.poll(state).toBe("hold");
    await page.getByRole("button", { name: "Approve Comment" }).click();
    await expect.poll(state).toBe("approved");
    await page.goto("wp-admin/comment.php?action=editcomment&c=" + foreign.id);
    await expect(page.getByText("There is no such comment, or you may not see it.")).toBeVisible();
    await page.goto("wp-admin/edit-comments.php");
    await row.hover();
    await expect(row.locator(".row-actions").getByText("Reply", { exact: true })).toBeVisible();
    await expect(page.locator("#comment-" + foreign.id)).toBeVisible();
    await expect(page.locator(`#comment-${foreign.id} .row-actions :is(a, button)`)).toHaveCount(0);
    await row.locator(".row-actions").getByText("Trash", { exact: true }).click();
    await expect.poll(state).toBe("trash");
  });
  await within("contributor", async (page, author) => {
    const draft = await requestUtils.createPost({ title: "Begun", status: "draft", author });
    const taken = await requestUtils.createPost({ title: "Taken", status: "publish", author });
    await page.goto("wp-admin/edit.php");
    await expect(page.locator("#post-" + taken.id)).toBeVisible();
    await expect(page.locator("#post-" + taken.id).getByRole("link", { name: /^Edit/ })).toHaveCount(0);
    const row = page.locator("#post-" + draft.id);
    await expect(row.getByRole("link", { name: /^Edit/ })).toHaveCount(1);
    // What is edited of a row comes when it is asked for.
    await row.hover();
    await row.getByRole("button", { name: /^Quick edit/ }).click();
    const form = page.locator("#edit-" + draft.id);
    await expect(form.locator("input[name=post_title]")).toHaveValue("Begun");
    await form.locator("input[name=post_title]").fill("Begun & gone on");
    await form.getByRole("button", { name: "Update" }).click();
    await expect(row.locator(".row-title")).toHaveText("Begun & gone on");
  });
});

// From the name of a row its actions are a few stops of Tab away.
async function walk(page, from, stops) {
  await from.focus();
  for (let i = 0; i < stops; i++) await page.keyboard.press("Tab");
}

test("the keyboard alone goes on with the text of a title and puts a post away", async ({ admin, page, requestUtils }) => {
  const name = "Walked " + Date.now();
  const { id } = await requestUtils.createPost({ title: name, status: "draft" });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  const title = page.locator(`#post-${id} .row-title`);
  await expect(title).toBeVisible();
  await walk(page, title, 2);
  await page.keyboard.press("Enter");
  await expect(page.locator(`#edit-${id} input[name=post_title]`)).toBeFocused();
  await page.keyboard.type(" on");
  await page.locator(`#edit-${id} .button.save`).focus();
  await page.keyboard.press("Enter");
  await expect(title).toHaveText(name + " on");
  await expect(page.locator(`#post-${id} .page-title strong .post-state`)).toHaveText("Draft");
  await walk(page, title, 3);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read(requestUtils, "posts", id)).status).toBe("trash");
  await remove(requestUtils, "posts", id);
});

test("tables of pages and of terms say the order they stand in", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.createPage({ title: "In order " + Date.now(), status: "draft" });
  for (const address of ["edit.php?post_type=page", "edit.php?post_type=page&orderby=title&order=asc", "edit-tags.php?taxonomy=category"]) {
    await page.goto("wp-admin/" + address);
    await expect(page.getByRole("table", { name: "Table ordered" })).toBeVisible();
  }
  await remove(requestUtils, "pages", id);
});

test("all categories are chosen, also where none can be deleted", async ({ admin, page, requestUtils }) => {
  const fixed = await requestUtils.rest({ path: "/wp/v2/categories/1" });
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category&s=" + encodeURIComponent(fixed.slug));
  const row = page.locator("#tag-1");
  await expect(row).toBeVisible();
  await expect(row.getByRole("checkbox")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select All" }).first().click();
  await page.locator("#bulk-action-selector-top").selectOption({ label: "Delete" });
  await page.locator("#doaction").click();
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category&s=" + encodeURIComponent(fixed.slug));
  await expect(row).toBeVisible();
});

test("the page of a term has its parts where scripts of the field look for them", async ({ admin, page, requestUtils }) => {
  const { id } = await requestUtils.rest({ method: "POST", path: "/wp/v2/categories", data: { name: "Parted " + Date.now() } });
  await admin.visitAdminPage("term.php", "taxonomy=category&tag_ID=" + id);
  await page.locator(".term-name-wrap input#name").fill("Parted anew " + id);
  await page.locator(".term-description-wrap textarea#description").fill("Told");
  await page.locator("#edittag input.button-primary").click();
  await expect.poll(async () => { const { name, description } = await read(requestUtils, "categories", id); return [name, description]; }).toEqual(["Parted anew " + id, "Told"]);
  await remove(requestUtils, "categories", id);
});

test("an account that is added gets its names by the keyboard, and is listed by them", async ({ admin, page, requestUtils }) => {
  const name = "keyed" + Date.now();
  await admin.visitAdminPage("user-new.php");
  await page.locator("input#user_login").focus();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(name + "@example.org");
  await page.locator("#send_user_notification").uncheck();
  await page.locator("input#createusersub").click();
  await expect(page.locator("#message")).toContainText("New user created.");
  await admin.visitAdminPage("users.php", "s=" + name);
  const link = page.locator(".column-username a", { hasText: name }).first();
  await expect(link).toBeVisible();
  await walk(page, link, 1);
  await page.keyboard.press("Enter");
  await page.locator("input#first_name").focus();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Keyed");
  await page.locator("input#submit").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#message")).toBeVisible();
  const [{ id }] = await requestUtils.rest({ path: "/wp/v2/users", params: { search: name, context: "edit" } });
  await admin.visitAdminPage("users.php", "s=" + name);
  await expect(page.locator(`#user-${id} td.column-name`)).toHaveText("Ada Keyed");
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
});

test("what stands below a list of terms stays within the page of a phone", async ({ admin, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await admin.visitAdminPage("edit-tags.php", "taxonomy=category");
  await expect(page.locator("#the-list tr").first()).toBeVisible();
  const below = page.locator(".tablenav.bottom");
  await expect(below).toBeVisible();
  await expect.poll(() => below.evaluate((tools) => tools.getBoundingClientRect().bottom <= document.querySelector("#wpbody-content").getBoundingClientRect().bottom)).toBe(true);
});

test("a row shows its name where there is little room, and the rest when it is unfolded", async ({ admin, page, requestUtils }) => {
  await page.setViewportSize({ width: 780, height: 800 });
  const name = "Unfolded " + Date.now();
  const { id } = await requestUtils.createPost({ title: name, status: "publish" });
  await admin.visitAdminPage("edit.php", "s=" + encodeURIComponent(name));
  const row = page.locator("#post-" + id);
  await expect(row.locator(".row-title")).toBeVisible();
  await expect(row.locator("td.column-author")).toBeHidden();
  const unfold = row.getByRole("button", { name: "Show more details" });
  await unfold.click();
  await expect(row).toHaveClass(/is-expanded/);
  await expect(row.locator("td.column-author")).toBeVisible();
  await expect(row.locator("td.column-date")).toBeVisible();
  await expect(row.locator("td.column-author")).toHaveAttribute("data-colname", "Author");
  await unfold.click();
  await expect(row.locator("td.column-author")).toBeHidden();
  await remove(requestUtils, "posts", id);
});

test("no cell of a list is cut in a narrow window", async ({ admin, page, requestUtils }) => {
  test.setTimeout(180_000);
  const post = await requestUtils.createPost({ title: "Narrow " + Date.now(), status: "publish" });
  await requestUtils.createComment({ content: "Words on a narrow screen", post: post.id });
  const cut = [];
  for (const [file, query] of [["edit.php"], ["edit.php", "post_type=page"], ["edit-comments.php"], ["users.php"], ["upload.php", "mode=list"], ["edit-tags.php", "taxonomy=category"]]) {
    await admin.visitAdminPage(file, query);
    await expect(page.locator("#the-list tr, #the-comment-list tr").first()).toBeVisible();
    for (const width of [1000, 800, 700, 600]) {
      await page.setViewportSize({ width, height: 800 });
      // A cell that is seen is within the window, and nothing lies upon what it says.
      const found = () => page.locator("#the-list, #the-comment-list").first().evaluate((list) => [...list.querySelectorAll(":scope > tr:first-child > td")].filter((cell) => cell.checkVisibility() && cell.innerText.trim()).filter((cell) => {
        cell.scrollIntoView({ block: "center" });
        const boxes = [];
        for (const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT); texts.nextNode();) {
          if (texts.currentNode.parentElement.closest(".screen-reader-text")) continue;
          const words = document.createRange();
          words.selectNodeContents(texts.currentNode);
          boxes.push(...[...words.getClientRects()].filter((box) => box.width > 1));
        }
        return boxes.length > 0 && (boxes.some((box) => box.right > window.innerWidth + 1 || box.left < 0) || !cell.contains(document.elementFromPoint(boxes[0].left + 2, boxes[0].top + 4)));
      }).map((cell) => cell.className));
      try {
        await expect.poll(found, { timeout: 5_000 }).toEqual([]);
      } catch {
        cut.push(`${file} ${query ?? ""} at ${width}: ${await found()}`);
      }
    }
  }
  await remove(requestUtils, "posts", post.id);
  expect(cut).toEqual([]);
});
