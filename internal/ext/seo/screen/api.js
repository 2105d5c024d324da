import apiFetch from "@wordpress/api-fetch";
import { __, sprintf } from "@wordpress/i18n";

const api = "/yoast/v1";

export const get = (path) => apiFetch({ path: api + path });
export const post = (path, data) => apiFetch({ path: api + path, method: "POST", data });

// done waits for an answer that tells in its body whether something was stored.
export async function done(answer) {
  const told = await answer;
  const { success, failures } = told.json ?? told;
  if (success === false) throw new Error(sprintf(__("These couldn't be stored: %s"), (failures ?? []).join(", ")));
}
