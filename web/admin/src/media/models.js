// Files of the library as scripts of the field know them: an attachment with its attributes, and a
// collection of attachments that tells when it changes.
import apiFetch from "@wordpress/api-fetch";
import { dateI18n, getSettings } from "@wordpress/date";
import { bytes, plain, words } from "../parts/texts.jsx";

// Events are told to those who asked for them, by the names that the scripts use. Who listens to
// "all" hears each, with its name.
export class Events {
  #listeners = [];

  on(names, call, context) {
    for (const name of names.split(/\s+/)) this.#listeners.push({ name, call, context });
    return this;
  }

  once(names, call, context) {
    const first = (...args) => {
      this.off(names, first);
      call.apply(context ?? this, args);
    };
    first.of = call;
    return this.on(names, first);
  }

  off(names, call, context) {
    const meant = names?.split(/\s+/);
    this.#listeners = this.#listeners.filter((l) => (meant && !meant.includes(l.name)) || (call && l.call !== call && l.call.of !== call) || (context && l.context !== context));
    return this;
  }

  trigger(name, ...args) {
    for (const l of [...this.#listeners]) {
      if (l.name === name) l.call.apply(l.context ?? this, args);
      else if (l.name === "all") l.call.call(l.context ?? this, name, ...args);
    }
    return this;
  }
}

// textOf is a text as it is edited, or its words for those who may not edit it.
const textOf = (field) => field?.raw ?? words(field?.rendered);

// attributesOf are what scripts read of a file, of its record in the API.
export function attributesOf(record) {
  const details = record.media_details ?? {};
  const [type, subtype] = (record.mime_type ?? "").split("/");
  const lies = (size) => (size.height > size.width ? "portrait" : "landscape");
  const sizes = Object.entries(details.sizes ?? {}).map(([name, size]) => [name, { url: size.source_url, width: size.width, height: size.height, orientation: lies(size) }]);
  return {
    id: record.id, title: plain(record.title), filename: decodeURIComponent(record.source_url?.split("/").at(-1) ?? ""), url: record.source_url, link: record.link,
    alt: record.alt_text ?? "", author: String(record.author ?? ""), description: textOf(record.description), caption: textOf(record.caption), name: record.slug,
    can: { save: record.title?.raw !== undefined, remove: record.title?.raw !== undefined },
    status: record.status, uploadedTo: record.post ?? 0, date: new Date(record.date_gmt + "Z"), modified: new Date(record.modified_gmt + "Z"), menuOrder: 0,
    mime: record.mime_type, type, subtype, dateFormatted: dateI18n(getSettings().formats.date, record.date),
    ...(details.filesize > 0 ? { filesizeInBytes: details.filesize, filesizeHumanReadable: bytes(details.filesize) } : {}),
    ...(details.width > 0 ? { width: details.width, height: details.height, orientation: lies(details) } : {}),
    ...(sizes.length > 0 ? { sizes: Object.fromEntries(sizes) } : {}),
  };
}

// What scripts call, by its name in the API.
const stored = { title: "title", alt: "alt_text", caption: "caption", description: "description" };

// promised is a promise with the words of the scripts of the field for what follows.
function promised(promise) {
  const told = (call) => promised(promise.then((value) => (call(value), value)));
  return Object.assign(promise, {
    done: told,
    fail: (call) => promised(promise.catch((error) => { call(error); throw error; })),
    always: (call) => promised(promise.finally(call)),
  });
}

export class Attachment extends Events {
  constructor(attributes) {
    super();
    this.attributes = { ...attributes };
    this.id = attributes.id;
  }

  get(name) {
    return this.attributes[name];
  }

  has(name) {
    return this.attributes[name] != null;
  }

  set(name, value) {
    Object.assign(this.attributes, typeof name === "object" ? name : { [name]: value });
    this.trigger("change", this);
    return this;
  }

  toJSON() {
    return { ...this.attributes };
  }

  // fetch reads what the library knows of it.
  fetch() {
    const read = (context) => apiFetch({ path: `/wp/v2/media/${this.id}?context=${context}` });
    return promised(read("edit").catch((error) => (error.data?.status === 403 ? read("view") : Promise.reject(error))).then((record) => (this.set(attributesOf(record)), this.toJSON())));
  }

  // save stores values of attributes.
  save(name, value) {
    const changed = typeof name === "object" ? name : { [name]: value };
    this.set(changed);
    const data = Object.fromEntries(Object.entries(changed).filter(([key]) => stored[key]).map(([key, text]) => [stored[key], text]));
    return promised(apiFetch({ path: `/wp/v2/media/${this.id}`, method: "POST", data }));
  }

  // destroy deletes its files and all that is known of it.
  destroy() {
    return promised(apiFetch({ path: `/wp/v2/media/${this.id}?force=true`, method: "DELETE" }).then(() => this.trigger("destroy", this)));
  }
}

const known = new Map();

// attachment is the one with an id. Of one that wasn't seen before only the id is known until it is read.
export function attachment(id) {
  const number = Number(id);
  if (!known.has(number)) known.set(number, new Attachment({ id: number }));
  return known.get(number);
}

// attachmentOf is the one of a record of the API.
export const attachmentOf = (record) => attachment(record.id).set(attributesOf(record));

const modelOf = (given) => (given instanceof Attachment ? given : attachment(given?.id ?? given).set(typeof given === "object" ? given : {}));
const listOf = (given) => (given == null ? [] : Array.isArray(given) ? given : [given]).map(modelOf);

// Selection is a collection of attachments; one of them is the one whose details are shown.
export class Selection extends Events {
  constructor(models, options) {
    super();
    this.models = listOf(models);
    this.multiple = options?.multiple ?? false;
    this.shown = this.models.at(-1);
  }

  get length() {
    return this.models.length;
  }

  [Symbol.iterator]() {
    return this.models[Symbol.iterator]();
  }

  add(given) {
    const added = listOf(given).filter((model) => !this.models.includes(model));
    if (added.length === 0) return this;
    this.models = this.multiple ? [...this.models, ...added] : added.slice(-1);
    this.shown = this.models.at(-1);
    for (const model of added) this.trigger("add", model, this);
    return this;
  }

  remove(given) {
    const gone = listOf(given);
    this.models = this.models.filter((model) => !gone.includes(model));
    if (!this.models.includes(this.shown)) this.shown = this.models.at(-1);
    for (const model of gone) this.trigger("remove", model, this);
    return this;
  }

  reset(given) {
    this.models = listOf(given);
    this.shown = this.models.at(-1);
    return this.trigger("reset", this);
  }

  // single is the one whose details are shown, or makes one that.
  single(model) {
    if (model) {
      this.shown = model;
      this.trigger("selection:single", model, this);
    }
    return this.shown;
  }

  get(id) {
    return this.models.find((model) => model.id === Number(id?.id ?? id));
  }

  at(n) { return this.models.at(n); }
  first() { return this.models[0]; }
  last() { return this.models.at(-1); }
  contains(model) { return this.models.includes(model); }
  isEmpty() { return this.length === 0; }
  indexOf(model) { return this.models.indexOf(model); }
  each(call) { this.models.forEach(call); }
  forEach(call) { this.models.forEach(call); }
  map(call) { return this.models.map(call); }
  filter(call) { return this.models.filter(call); }
  find(call) { return this.models.find(call); }
  pluck(name) { return this.models.map((model) => model.get(name)); }
  toArray() { return [...this.models]; }
  toJSON() { return this.models.map((model) => model.toJSON()); }
}
