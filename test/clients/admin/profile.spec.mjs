// The own profile, by the names and ids of the field's form. These pass on the reference too.
import { expect, test } from "@wordpress/e2e-test-utils-playwright";
import { loggedIn } from "./fixtures.mjs";

const password = "a long password";
const notice = (page, text) => expect(page.locator(".notice", { hasText: text }).first()).toBeVisible();
const me = (requestUtils) => requestUtils.rest({ path: "/wp/v2/users/me", params: { context: "edit" } });

const windowOf = (browser, login, secret = password) => loggedIn(browser, login, secret);

test("names and texts of the own profile", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("profile.php");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  for (const name of ["Personal Options", "Name", "Contact Info", "About Yourself", "Account Management", "Application Passwords"]) await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveAttribute("readonly");
  const before = await me(requestUtils);
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  await page.getByRole("textbox", { name: "Last Name" }).fill("Lovelace");
  await page.getByRole("textbox", { name: "Nickname (required)" }).fill("ada");
  await page.getByLabel("Website").fill("https://ada.example/");
  await page.locator("#description").fill("Writes about engines.");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await notice(page, "Profile updated.");
  expect(await me(requestUtils)).toMatchObject({ first_name: "Ada", last_name: "Lovelace", nickname: "ada", url: "https://ada.example/", description: "Writes about engines." });
  await admin.visitAdminPage("profile.php");
  await page.getByRole("combobox", { name: "Display name publicly as" }).selectOption("Ada Lovelace");
  await page.locator("#submit").click();
  await notice(page, "Profile updated.");
  expect((await me(requestUtils)).name).toBe("Ada Lovelace");
  const { first_name, last_name, nickname, url, description, name } = before;
  await requestUtils.rest({ method: "POST", path: "/wp/v2/users/me", data: { first_name, last_name, nickname, url, description, name } });
});

test("colours and the bar of the site", async ({ admin, page }) => {
  await admin.visitAdminPage("profile.php");
  await page.getByRole("radio", { name: "Midnight" }).check();
  await page.getByRole("checkbox", { name: "Show Toolbar when viewing site" }).uncheck();
  await page.getByRole("button", { name: "Update Profile" }).click();
  await notice(page, "Profile updated.");
  await admin.visitAdminPage("index.php");
  await expect(page.locator("body")).toHaveClass(/\badmin-color-midnight\b/);
  await page.goto(process.env.WP_BASE_URL + "/");
  await expect(page.locator("#wpadminbar")).toHaveCount(0);
  await admin.visitAdminPage("profile.php");
  await expect(page.getByRole("radio", { name: "Midnight" })).toBeChecked();
  await page.getByRole("radio", { name: "Default" }).check();
  await page.getByRole("checkbox", { name: "Show Toolbar when viewing site" }).check();
  await page.getByRole("button", { name: "Update Profile" }).click();
  await notice(page, "Profile updated.");
  await page.goto(process.env.WP_BASE_URL + "/");
  await expect(page.locator("#wpadminbar")).toBeVisible();
});

test("a subscriber keeps the profile: address, password, other browsers", async ({ browser, requestUtils }) => {
  const login = "profiled" + Date.now();
  const { id } = await requestUtils.createUser({ username: login, email: login + "@example.org", password, roles: ["subscriber"] });
  const other = await windowOf(browser, login);
  const page = await windowOf(browser, login);
  await expect(page).toHaveURL(/profile\.php/);
  await page.getByRole("button", { name: "Log Out Everywhere Else" }).click();
  await expect(page.getByText("You are now logged out everywhere else.").first()).toBeVisible();
  await other.goto("wp-admin/profile.php");
  await expect(other.locator("#user_pass")).toBeVisible();
  await page.getByRole("textbox", { name: "Email (required)" }).fill("newly-" + login + "@example.org");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect(page.getByText("newly-" + login + "@example.org").first()).toBeVisible();
  expect((await requestUtils.rest({ path: "/wp/v2/users/" + id, params: { context: "edit" } })).email).toBe(login + "@example.org");
  await page.goto("wp-admin/profile.php");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await page.locator("#pass1").fill("another long password 8");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await notice(page, "Profile updated.");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible(); // still logged in
  await (await windowOf(browser, login, "another long password 8")).context().close();
  for (const p of [page, other]) await p.context().close();
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: 1 } });
});

test("application passwords of the own profile", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("profile.php");
  page.on("dialog", (dialog) => dialog.accept());
  await page.locator("#new_application_password_name").fill("A program");
  await page.locator("#do_new_application_password").click();
  await expect(page.locator("#new-application-password-value")).toHaveValue(/^(\w{4} ){5}\w{4}$/);
  await page.getByRole("button", { name: 'Revoke "A program"' }).click();
  await expect(page.getByText("Application password revoked.").first()).toBeVisible();
  await expect(page.getByRole("row", { name: /A program/ })).toHaveCount(0);
  const { id } = await me(requestUtils);
  expect((await requestUtils.rest({ path: `/wp/v2/users/${id}/application-passwords` })).map((p) => p.name)).not.toContain("A program");
});
