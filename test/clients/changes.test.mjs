import assert from "node:assert/strict";
import fs from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import test from "node:test";
import { authorization, base } from "./site.mjs";

const api = base + "/api/quoin/v1/";
const headers = { Authorization: authorization, "Content-Type": "application/json" };
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

async function call(method, address, body) {
  const r = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  const text = await r.text();
  assert.ok(r.ok, r.status + " " + text);
  return JSON.parse(text);
}

const write = (body, id = "") => call("POST", base + "/api/core/v2/posts/" + id, body);

test("the signature is checked as the manual says", async (t) => {
  const manual = await fs.readFile(path.join(here, "../../docs/front-ends.md"), "utf8");
  const code = [...manual.matchAll(/```js\n([\s\S]*?)```/g)].map((m) => m[1]).find((c) => c.includes("export function verified"));
  const { verified } = await import("data:text/javascript," + encodeURIComponent(code));
  const got = [];
  const receiver = http.createServer(async (req, res) => {
    let body = "";
    for await (const part of req) body += part;
    got.push([new Headers(req.headers), body]);
    res.writeHead(204).end();
  });
  const [host, port] = process.env.QUOIN_RECEIVER.split(":");
  await new Promise((done) => receiver.listen(Number(port), host, done));
  t.after(() => receiver.close());
  const hook = await call("POST", api + "webhooks", { url: "http://" + process.env.QUOIN_RECEIVER + "/" });
  assert.equal((await call("POST", api + "webhooks/" + hook.id + "/test")).status, 204);
  const [sent, body] = got[0];
  assert.equal(JSON.parse(body).type, "ping");
  assert.ok(verified(hook.secret, sent, body));
  assert.ok(!verified(hook.secret, sent, body.replace("ping", "pong")));
  assert.ok(!verified("whsec_" + Buffer.from("another").toString("base64"), sent, body));
  const late = new Headers(sent);
  late.set("webhook-timestamp", "1");
  assert.ok(!verified(hook.secret, late, body));
  assert.ok(!verified(hook.secret, new Headers(), body));
});

test("the feed and the events tell the same", async (t) => {
  const { cursor } = await (await fetch(api + "changes")).json();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const stream = await fetch(api + "changes/stream?types=post", { headers: { Accept: "text/event-stream", "Last-Event-ID": cursor }, signal: stop.signal });
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const { id } = await write({ title: "Told", slug: "told", status: "publish" });
  await write({ title: "Told again" }, id);
  await call("DELETE", base + "/api/core/v2/posts/" + id + "?force=true");
  await write({ title: "A draft" });

  const events = [];
  let text = "";
  for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const whole = text.split("\n\n");
    text = whole.pop();
    for (const event of whole) {
      const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      if (fields.data) events.push({ ...JSON.parse(fields.data), name: fields.event, last: fields.id });
    }
    if (events.length >= 3) break;
  }
  assert.deepEqual(events.map((e) => e.event), ["created", "updated", "deleted"]);
  const feed = await (await fetch(api + "changes?since=" + cursor)).json();
  assert.deepEqual(feed.changes.map((c) => [c.cursor, c.event, c.id]), events.map((e) => [e.last, e.event, id]));
  assert.equal(feed.cursor, events[2].last);
});
