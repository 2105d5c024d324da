// The API says where pictures of people are, which is at another host. Pages of the admin
// ask none: they draw the first letter of a name instead.
const colours = ["#3858e9", "#7a3ea8", "#a8326d", "#9a3412", "#3f6212", "#115e59"];

export function avatarOf(name) {
  const letter = (String(name ?? "").trim().charAt(0) || "?").toUpperCase().replace(/[<>&"']/g, "?");
  const colour = colours[letter.codePointAt(0) % colours.length];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${colour}"/><text x="24" y="33" font-family="sans-serif" font-size="26" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return "data:image/svg+xml," + encodeURIComponent(svg);
}

// How deep in an answer people stand: a record in a list that embeds others.
const depth = 5;

// Blocks that the server draws show people too.
const picture = /<img\b[^>]*\bclass=(['"])avatar\b[^>]*>/g;

function drawn(html) {
  return html.replace(picture, (tag) => {
    const name = tag.match(/\balt=(['"])(.*?)\1/)?.[2];
    return tag.replace(/\ssrcset=(['"]).*?\1/, "").replace(/\ssrc=(['"]).*?\1/, ` src="${avatarOf(name)}"`);
  });
}

function draw(value, left) {
  if (!value || typeof value !== "object" || left === 0) return;
  if (typeof value.rendered === "string") value.rendered = drawn(value.rendered);
  for (const member of ["avatar_urls", "author_avatar_urls"]) {
    const urls = value[member];
    if (urls && typeof urls === "object") {
      for (const size of Object.keys(urls)) urls[size] = avatarOf(value.name ?? value.author_name ?? value.slug);
    }
  }
  for (const inner of Object.values(value)) draw(inner, left - 1);
}

// drawAvatars is a middleware of apiFetch.
export async function drawAvatars(options, next) {
  const answer = await next(options);
  if (!(answer instanceof Response)) {
    draw(answer, depth);
    return answer;
  }
  if (!answer.ok || answer.status === 204 || !answer.headers.get("content-type")?.includes("json") && answer.headers.has("content-type")) return answer;
  const text = await answer.text();
  if (!/avatar_urls|\bavatar /.test(text)) return new Response(text, answer);
  const body = JSON.parse(text);
  draw(body, depth);
  return new Response(JSON.stringify(body), answer);
}
