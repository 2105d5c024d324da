// Forms that are sent to pages of the admin.
import { doAction } from "@wordpress/hooks";
import { __ } from "@wordpress/i18n";

// answerOf reads an answer. One that is no JSON is the log-in page, or none of ours.
async function answerOf(request) {
  const response = await request;
  if (response.redirected && new URL(response.url).pathname.endsWith("/wp-login.php")) {
    doAction("quoin.session-ended");
    throw new Error(__("Your session has ended. Log in, and do this again."));
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok || !answer) throw new Error(answer?.message ?? __("The site didn't answer this. Load the page again."));
  return answer;
}

// sendForm sends a form to a page of the admin, and gives what it answers. It fails with
// what the person is told.
export const sendForm = (address, fields) => answerOf(fetch(address, { method: "POST", body: new URLSearchParams(fields), credentials: "same-origin" }));

// formOf is a form with fields that nobody sees.
export function formOf(attributes, fields) {
  const form = Object.assign(document.createElement("form"), attributes);
  for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  return form;
}

// goWith sends a form as the browser does by itself: the page that it leads to is on its way at once. What is returned never ends.
export function goWith(address, fields) {
  const form = formOf({ method: "post", action: address, hidden: true }, fields);
  document.body.append(form);
  form.submit();
  return new Promise(() => {});
}

// askPage asks a page of the admin for data; it fails like sendForm.
export const askPage = (address) => answerOf(fetch(address, { credentials: "same-origin" }));

// sendFile sends a form like sendForm, and keeps the file that it is answered with.
export async function sendFile(address, fields) {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), credentials: "same-origin" });
  if (!response.ok) await answerOf(response);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "";
  link.click();
  URL.revokeObjectURL(link.href);
}
