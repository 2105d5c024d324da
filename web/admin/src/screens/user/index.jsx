// One account: a new one, that of somebody else, or one's own. Log-ins and second factors
// of one's own are on the account page.
import { Button, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";
import { addQueryArgs } from "@wordpress/url";
import { area, check, radios, select, text } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { sendForm } from "../../parts/forms.js";
import { Password, unready } from "../../parts/password.jsx";
import { useSay } from "../../parts/say.js";
import { Passwords } from "./passwords.jsx";

const address = new URLSearchParams(window.location.search);

// namesOf are what an account may be shown as.
function namesOf(user) {
  const { first_name: first, last_name: last } = user;
  const all = [user.nickname, user.username, first, last, first && last && `${first} ${last}`, first && last && `${last} ${first}`, user.name];
  return [...new Set(all.filter(Boolean))].map((value) => ({ value, label: value }));
}

// shownAs is the choice of one of these, also of what was typed just now.
function shownAs(user) {
  const of = (now) => select("name", __("Display name publicly as"), namesOf(now), "text", { html: "display_name" });
  return { ...of(user), Edit: (props) => of({ ...user, ...props.data }).Edit(props) };
}

// tongue is what a language is called by those who speak it.
function tongue(locale) {
  const tag = locale.split("_").slice(0, 2).join("-");
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  } catch {
    return locale;
  }
}

const siteDefault = "site-default";
const english = "en_US";
const colours = { modern: __("Default"), fresh: __("Fresh"), light: __("Light"), blue: __("Blue"), coffee: __("Coffee"), ectoplasm: __("Ectoplasm"), midnight: __("Midnight"), ocean: __("Ocean"), sunrise: __("Sunrise") };

// below draws a field within a part of the page with an id of its own.
const below = (id, field) => ({ ...field, Edit: (props) => <div id={id}><field.Edit {...props} /></div> });
// knownOf is what others know of a person, of which no password should be made.
const knownOf = ({ username, email, first_name: first, last_name: last, nickname }) => [username, email?.split("@")[0], first, last, nickname].filter(Boolean);
const passwordField = (label, fresh) => ({ id: "password", label, type: "text", Edit: ({ data, onChange }) => <Password label={label} fresh={fresh} own={knownOf(data)} value={data.password} wanted={data.pw_weak} onWant={(wanted) => onChange({ pw_weak: wanted })} onChange={(given) => onChange({ password: given })} /> });
const blocked = (data) => unready(data, knownOf(data));
const rolesOf = (data) => Object.entries(data.roles).map(([value, label]) => ({ value, label }));

const fieldsOfNew = (data) => [
  text("username", __("Username (required)"), __("It can't be changed later."), { html: "user_login", required: true }),
  text("email", __("Email (required)"), undefined, { input: "email", required: true }),
  text("first_name", __("First Name")),
  text("last_name", __("Last Name")),
  text("url", __("Website"), undefined, { input: "url" }),
  select("locale", __("Language"), languagesOf(data), "text"),
  passwordField(__("Password"), true),
  check("notify", __("Send the new user an email about their account"), { html: "send_user_notification" }),
  select("role", __("Role"), rolesOf(data)),
];

const languagesOf = (data) => [{ value: siteDefault, label: __("Site Default") }, ...[...new Set([english, ...(data.account?.languages ?? data.languages ?? []).map((l) => l.id)])].map((value) => ({ value, label: tongue(value) }))];

// fieldsOf are the fields of an account, in the groups of the field's form.
function fieldsOf(data, user) {
  const { own, schemes } = data.account;
  const inGroup = (group, ...fields) => fields.filter(Boolean).map((f) => ({ ...f, group }));
  const wait = own && data.account.pending;
  return [
    ...inGroup(__("Personal Options"),
      below("color-picker", radios("admin_color", __("Administration Color Scheme"), schemes.map((value) => ({ value, label: colours[value] })))),
      check("admin_bar_front", __("Show Toolbar when viewing site")),
      select("locale", __("Language"), languagesOf(data))),
    ...inGroup(__("Name"),
      text("username", __("Username"), __("It can't be changed later."), { html: "user_login", readOnly: true }),
      data.may.promote_users && !own && select("role", __("Role"), [...rolesOf(data), { value: "", label: __("— No role for this site —") }]),
      text("first_name", __("First Name")),
      text("last_name", __("Last Name")),
      text("nickname", __("Nickname (required)"), undefined, { required: true }),
      shownAs(user)),
    ...inGroup(__("Contact Info"),
      text("email", __("Email (required)"), own ? __("A new address gets a message, and is yours when you follow the link in it.") : undefined, { input: "email", required: true }),
      wait && { id: "pending", label: __("Email"), type: "text", Edit: () => <Pending data={data} /> },
      text("url", __("Website"), undefined, { input: "url" })),
    ...inGroup(__("About Yourself"),
      area("description", __("Biographical Info"), __("It may be shown to everybody.")),
      { id: "avatar", label: __("Profile Picture"), type: "text", Edit: () => <Face user={user} /> }),
    ...inGroup(__("Account Management"),
      passwordField(__("New Password"), false),
      { id: "sessions", label: __("Sessions"), type: "text", Edit: () => <Sessions data={data} user={user} /> },
      !own && { id: "reset", label: __("Password Reset"), type: "text", Edit: () => <Reset data={data} user={user} /> }),
  ];
}

const send = (data, fields) => sendForm(data.base + "profile.php", { _wpnonce: data.account.nonce, user_id: data.account.id, ...fields });

function Face({ user }) {
  return <div><p className="quoin-label">{__("Profile Picture")}</p><img className="avatar" width="96" height="96" alt="" src={user.avatar_urls?.[96]} /></div>;
}

function Pending({ data }) {
  const [gone, setGone] = useState(false);
  const say = useSay();
  const cancel = async () => (await say(() => send(data, { do: "keep" }), __("Your address stays as it is."))) && setGone(true);
  if (gone) return null;
  return <p className="notice notice-warning inline">{sprintf(__("There is a pending change of your email to %s."), data.account.pending)} <Button variant="link" onClick={cancel}>{__("Cancel")}</Button></p>;
}

function Sessions({ data, user }) {
  const { own, sessions } = data.account;
  const [left, setLeft] = useState(own ? sessions - 1 : sessions);
  const say = useSay();
  const end = async () => (await say(() => send(data, { do: "sessions" }), own ? __("You are now logged out everywhere else.") : sprintf(__("%s has been logged out."), user.name))) && setLeft(0);
  const words = own ? __("Other browsers are logged out, and this one stays.") : __("Log this account out in all browsers.");
  return (
    <div>
      <p className="quoin-label">{__("Sessions")}</p>
      <Button id="destroy-sessions" variant="secondary" disabled={left < 1} accessibleWhenDisabled onClick={end} __next40pxDefaultSize>{own ? __("Log Out Everywhere Else") : __("Log Out Everywhere")}</Button>
      <p>{left > 0 ? words : own ? __("No other browser is logged in.") : __("This account is logged in nowhere.")}</p>
      {own && <p><a href={data.home + "account"}>{__("Log-ins and second factors")}</a></p>}
    </div>
  );
}

function Reset({ data, user }) {
  const say = useSay();
  return (
    <div>
      <p className="quoin-label">{__("Password Reset")}</p>
      <Button id="generate-reset-link" variant="secondary" onClick={() => say(() => send(data, { do: "reset" }), sprintf(__("A password reset link was emailed to %s."), user.email))} __next40pxDefaultSize>{__("Send Reset Link")}</Button>
    </div>
  );
}

// What a form sends beside the API, and how fields of it are called there.
const beside = ["admin_color", "admin_bar_front"];

// toAPI is a form's changes as the API takes them.
function toAPI({ role, locale, password, pw_weak: _, ...rest }) {
  const changes = password ? { ...rest, password } : rest;
  return { ...changes, ...(role === undefined ? {} : { roles: role ? [role] : [] }), ...(locale === undefined ? {} : { locale: locale === siteDefault ? "" : locale }) };
}

function User({ data }) {
  return data.path === "user-new.php" ? <New data={data} /> : <Known data={data} id={data.account?.id ?? 0} />;
}

function New({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const fields = useMemo(() => fieldsOfNew(data), [data]);
  const first = useMemo(() => ({ role: data.newRole ?? "subscriber", locale: siteDefault, notify: true }), [data]);
  const made = useRef({});
  const save = async (changes, { role, notify }) => {
    const { notify: _, ...rest } = changes;
    const { id } = await saveEntityRecord("root", "user", toAPI({ ...rest, role }), { throwOnError: true });
    made.current = { id };
    // The account is there, whether its owner can be told or not.
    if (notify) await sendForm(data.base + "profile.php", { _wpnonce: data.formNonce, user_id: id, do: "reset" }).catch(() => { made.current.unsent = 1; });
  };
  return (
    <Form record={first} blocked={blocked} name="createuser" fields={fields} id="createusersub" label={__("Add User")} done={__("New user created.")} onDone={() => { window.location = addQueryArgs(data.base + "users.php", { update: "add", ...made.current }); }} save={save} />
  );
}

const updated = (own) => (own ? __("Profile updated.") : __("User updated."));

function Known({ data, id }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { createSuccessNotice } = useDispatch(notices);
  const { record, hasResolved } = useEntityRecord("root", "user", id, { enabled: id > 0 });
  const own = data.account?.own;
  const [look, setLook] = useState(() => ({ admin_color: data.account?.scheme, admin_bar_front: data.account?.toolbar, locale: data.account?.locale || siteDefault }));
  const fields = useMemo(() => (record ? fieldsOf(data, record) : []), [data, record]);
  const shown = useMemo(() => record && { ...record, role: record.roles?.[0] ?? "", ...look, password: undefined }, [record, look]);
  // A new password makes a new session, and the page begins again with it.
  useEffect(() => { if (address.has("updated")) createSuccessNotice(updated(own), { id: "message", type: "form", speak: false }); }, [own, createSuccessNotice]);
  if (id > 0 && !hasResolved) return <Spinner />;
  if (!record) return <p>{__("There is no such account, or you may not edit it.")}</p>;
  const save = async ({ email, password, ...changes }) => {
    const lacks = [changes.nickname?.trim() === "" && __("Enter a nickname."), email?.trim() === "" && __("Enter an email address.")].filter(Boolean);
    if (lacks.length) throw new Error(lacks.join(" "));
    const seen = Object.fromEntries(Object.entries(changes).filter(([name]) => beside.includes(name)));
    const rest = Object.fromEntries(Object.entries(changes).filter(([name]) => !beside.includes(name)));
    const stored = toAPI(own ? rest : { ...rest, ...(email === undefined ? {} : { email }), password });
    if (Object.keys(stored).length) await saveEntityRecord("root", "user", { id, ...stored }, { throwOnError: true });
    if (Object.keys(seen).length) await send(data, { do: "look", ...seen });
    if (own && email !== undefined && email !== record.email) await send(data, { do: "address", email });
    if (own && password) await send(data, { do: "password", password });
    setLook((had) => ({ ...had, ...seen, ...(changes.locale ? { locale: changes.locale } : {}) }));
    if (own && seen.admin_color) document.body.className = document.body.className.replace(/\badmin-color-\w+/, "admin-color-" + seen.admin_color);
    if (own && (password || email !== undefined && email !== record.email)) window.location = data.base + "profile.php?updated=1";
  };
  return <Form record={shown} blocked={blocked} name="your-profile" fields={fields} back={own ? undefined : { label: __("← Go to Users"), url: data.base + "users.php" }} id="submit" label={own ? __("Update Profile") : __("Update User")} done={updated(own)} save={save} after={<Passwords user={id} />} />;
}

(window.quoinScreens ??= {}).user = User;
