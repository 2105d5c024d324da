// The frame in which files of the library are chosen, as scripts of the field open it:
// wp.media({ title, button, library, multiple }).on("select", ...).open().
import { createRoot } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { attachment, Attachment, Events, Selection } from "./models.js";
import { MediaModal } from "./modal.jsx";

// State is what a frame is at: choosing files, or putting a gallery in order.
class State extends Events {
  constructor(id, attributes) {
    super();
    this.id = id;
    this.attributes = { id, ...attributes };
  }

  get(name) {
    return this.attributes[name];
  }

  set(name, value) {
    this.attributes[name] = value;
    return this.trigger("change", this);
  }
}

// What a frame can be at. "tells" is the event that its button triggers, "next" where it leads.
function statesOf({ title, button, multiple, library, editing }) {
  const kinds = library?.type;
  const text = button?.text;
  return {
    library: { title: title ?? __("Select or Upload Media"), button: text ?? __("Select"), tells: "select", multiple, kinds },
    insert: { title: title ?? __("Add media"), button: text ?? __("Insert into post"), tells: "insert", multiple: multiple ?? "add", kinds },
    "featured-image": { title: __("Featured image"), button: __("Set featured image"), tells: "select", kinds: ["image"] },
    gallery: { title: __("Create gallery"), button: __("Create a new gallery"), next: "gallery-edit", multiple: "add", kinds: ["image"], menu: ["gallery"] },
    "gallery-edit": { title: __("Edit gallery"), button: editing ? __("Update gallery") : __("Insert gallery"), tells: "update", multiple: "add", kinds: ["image"], menu: ["cancel", "gallery-edit", "gallery-library"] },
    "gallery-library": { title: __("Add to gallery"), button: __("Add to gallery"), next: "gallery-edit", multiple: "add", kinds: ["image"], menu: ["cancel", "gallery-edit", "gallery-library"] },
  };
}

// first is the state in which a frame opens that names none.
const first = (options) => options.state ?? { post: "insert", gallery: "gallery" }[options.frame] ?? "library";

export class Frame extends Events {
  #states = {};
  #root = null;
  #mode = null;

  constructor(options = {}) {
    super();
    this.options = options;
    const gallery = new Selection(first(options) === "gallery-edit" ? options.selection?.models : [], { multiple: true });
    for (const [id, attributes] of Object.entries(statesOf(options))) {
      const own = id === first(options) && options.selection && id !== "gallery-edit" ? options.selection : new Selection([], { multiple: attributes.multiple });
      if (id === first(options)) own.multiple = attributes.multiple;
      const state = new State(id, { ...attributes, selection: id === "gallery-edit" ? gallery : own, library: gallery });
      state.on("all", () => this.trigger("changed"));
      state.get("selection").on("all", () => this.trigger("changed"));
      this.#states[id] = state;
    }
    this.states = { get: (id) => this.#states[id] };
    // Which of its two sides is shown: that for uploads, or the library.
    this.content = { mode: (mode) => (mode ? (this.#mode = mode, this.trigger("changed"), this) : this.#mode), get: () => null };
    this.id = first(options);
  }

  state(id) {
    return this.#states[id ?? this.id];
  }

  setState(id) {
    this.state().trigger("deactivate");
    this.id = id;
    this.state().trigger("activate");
    return this;
  }

  open() {
    if (this.#root) return this;
    window.wp.media.frame = this;
    const holder = document.body.appendChild(document.createElement("div"));
    const root = createRoot(holder);
    this.#root = { holder, root };
    this.trigger("open").state().trigger("open");
    root.render(<MediaModal frame={this} />);
    return this;
  }

  isOpen() {
    return this.#root !== null;
  }

  close() {
    if (!this.#root) return this;
    const { holder, root } = this.#root;
    this.#root = null;
    // What renders can't be taken away by itself.
    setTimeout(() => { root.unmount(); holder.remove(); });
    this.state().trigger("close");
    return this.trigger("close");
  }

  escape() {
    this.close();
    return this.trigger("escape");
  }

  detach() { return this; }

  remove() {
    this.close();
    this.off();
    return this;
  }

  dispose() { return this.remove(); }

  // confirm is what the button of a state does.
  confirm() {
    const state = this.state();
    const chosen = state.get("selection");
    const next = state.get("next");
    if (next) {
      this.state("gallery-edit").get("selection").add(chosen.models);
      chosen.reset();
      this.setState(next);
      return;
    }
    this.close();
    const told = state.get("tells");
    const with_ = told === "update" ? [chosen] : [];
    state.trigger(told, ...with_);
    this.trigger(told, ...with_);
  }
}

// media is wp.media: it makes a frame, and knows the files of the library.
export function offerMedia() {
  window.wp.media = Object.assign((options) => (window.wp.media.frame = new Frame(options)), {
    attachment, model: { Attachment: Object.assign(Attachment, { get: attachment }), Selection },
    // The posts of which scripts ask what the page shows.
    view: { settings: { post: { id: 0 } }, MediaFrame: { Select: Frame, Post: Frame } },
  });
}
