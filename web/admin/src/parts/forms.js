// sendForm sends a form to a page of the admin, and gives what it answers. It fails with
// what the person is told.
export async function sendForm(address, fields) {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), credentials: "same-origin" });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
