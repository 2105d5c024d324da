// What a contributor and strangers write is opened by an administrator in lists, in the
// editor and as a preview: nothing of it runs.
import { expect, test } from "@wordpress/e2e-test-utils-playwright";

const run = "top.ran=window.ran=1;alert(1)";
const texts = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"><a xlink:href="javascript:${run}"><text>x</text></a></svg>`,
  `<iframe srcdoc="<script>${run.replaceAll(";", "&#59;")}</script>"></iframe>`,
  `<a href="javascript:${run}">link</a>`,
  `</script><!--<script>${run}//-->`,
  `"><details open ontoggle="${run}">`,
];
const all = texts.join(" ");
const content = [
  "<!-- wp:html -->" + all + "<!-- /wp:html -->",
  "<!-- wp:paragraph --><p>" + all + "</p><!-- /wp:paragraph -->",
  `<!-- wp:image {"id":"\\u003cscript\\u003e${run}\\u003c/script\\u003e"} --><figure class="wp-block-image"><img src="x" onerror="${run}"/></figure><!-- /wp:image -->`,
  `<!-- wp:embed {"url":"javascript:${run}"} /--><!-- wp:button --><a href="javascript:${run}">go</a><!-- /wp:button -->`,
  `<!-- wp:freeform -->${all}<!-- /wp:freeform -->`, all,
].join("\n");

test("nothing runs of what others wrote", async ({ admin, browser, editor, page, requestUtils }) => {
  const ran = [];
  page.context().on("dialog", (d) => {
    if (d.type() === "beforeunload") return d.accept(); // the editor has what isn't saved
    ran.push("a dialog on " + page.url());
    return d.dismiss();
  });
  const look = async (where, of = page) => {
    for (const frame of of.frames()) {
      if (await frame.evaluate(() => window.ran).catch(() => undefined)) ran.push(where + ": " + frame.url());
    }
  };
  const name = "hostile" + Date.now();
  await requestUtils.createUser({ username: name, email: name + "@example.org", password: "a long password", roles: ["contributor"], firstName: texts[1], lastName: texts[0] });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env.WP_BASE_URL + "/" });
  const login = await context.request.post("wp-login.php", { form: { log: name, pwd: "a long password" } });
  expect(login.ok()).toBe(true);
  const nonce = await (await context.request.get("wp-admin/admin-ajax.php?action=rest-nonce")).text();
  const made = await context.request.post("wp-json/wp/v2/posts", { headers: { "X-WP-Nonce": nonce }, data: { title: all, content, excerpt: all, status: "pending" } });
  expect(made.status(), await made.text()).toBe(201);
  const post = await made.json();
  const open = await requestUtils.createPost({ title: "Open to all", status: "publish" });
  const said = await context.request.post("wp-json/wp/v2/comments", { headers: { "X-WP-Nonce": nonce }, data: { post: open.id, content: all } });
  expect(said.status(), await said.text()).toBe(201);
  await context.close();
  for (const screen of ["index.php", "edit.php", "edit.php?post_status=pending", "edit-comments.php", "users.php", "upload.php", "edit-tags.php?taxonomy=category", "edit.php?s=" + encodeURIComponent(all)]) {
    await page.goto("wp-admin/" + screen);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForFunction(() => !window.wp.data.select("core").hasResolvingSelectors());
    await look(screen);
  }
  await admin.editPost(post.id);
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toContainText("alert(1)");
  await page.waitForLoadState("networkidle");
  await look("the editor");
  for (const link of await editor.canvas.getByRole("document").getByText("link", { exact: true }).all()) await link.click({ force: true, timeout: 2000 }).catch(() => {});
  await look("links in the editor");
  await admin.createNewPost({ title: all, content });
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toContainText("alert(1)");
  await look("an entry that a link begins");
  for (const address of ["?p=" + post.id + "&preview=true", "?p=" + open.id]) {
    await page.goto("/" + address);
    await look(address);
  }
  expect(ran).toEqual([]);
});
