// Requests for what the site knows of people: a file with all of it, or that it be forgotten. Ids, names and
// classes are those of the field's screens.
import { Button, CheckboxControl, Modal, SelectControl, Spinner } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { useCallback, useEffect, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { askPage, sendFile, sendForm } from "../../parts/forms.js";
import { Bulk, Pages, RowActions, Search } from "../../parts/rows.jsx";
import { useSay } from "../../parts/say.js";
import { when } from "../../parts/texts.jsx";

const statuses = {
  "request-pending": __("Pending"), "request-confirmed": __("Confirmed"), "request-failed": __("Failed"), "request-completed": __("Completed"),
};
// What the two screens say.
const kinds = {
  "export-personal-data.php": {
    add: "add_export_personal_data_request", type: "export_personal_data", heading: __("Add Data Export Request"), mail: __("Ask the person by email first."),
    lead: __("The file has the account, entries, comments, log-ins and what extensions know of whoever has this name, or wrote comments with this address."),
  },
  "erase-personal-data.php": {
    add: "add_remove_personal_data_request", type: "remove_personal_data", heading: __("Add Data Erasure Request"), mail: __("Ask the person by email first."), erases: true,
    lead: __("Comments name nobody any more, and what extensions know is forgotten. An account stays unless it is deleted too. This can't be undone."),
  },
};
const open = (item) => item.status !== "request-completed";
const moment = (utc) => when(utc.replace(" ", "T") + "Z");

function Add({ kind, send, onDone }) {
  const say = useSay();
  const add = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const asks = form.elements.send_confirmation_email.checked;
    const done = await say(() => send({ action: kind.add, type_of_action: kind.type, username_or_email_for_privacy_request: form.elements.username_or_email_for_privacy_request.value, ...(asks ? { send_confirmation_email: "1" } : {}) }),
      asks ? __("Confirmation request sent.") : __("Request added."));
    if (done) form.reset();
    onDone();
  };
  return (
    <form className="quoin-form wp-privacy-request-form" method="post" onSubmit={add}>
      <h2>{kind.heading}</h2>
      <p>{kind.lead}</p>
      <div className="wp-privacy-request-form-field">
        <p><label htmlFor="username_or_email_for_privacy_request">{__("Username or email address")}</label> <input type="text" required dir="auto" className="components-text-control__input" id="username_or_email_for_privacy_request" name="username_or_email_for_privacy_request" /></p>
        <p><input type="checkbox" name="send_confirmation_email" id="send_confirmation_email" value="1" defaultChecked /> <label htmlFor="send_confirmation_email">{kind.mail}</label></p>
      </div>
      <div className="quoin-form__buttons"><Button id="submit" variant="secondary" type="submit" __next40pxDefaultSize>{__("Send Request")}</Button></div>
    </form>
  );
}

// Deletion is what becomes of an account that is deleted with what is known of its owner.
function Deletion({ item, erase, onClose }) {
  const [heir, setHeir] = useState("");
  const [comments, setComments] = useState(false);
  const { records } = useEntityRecords("root", "user", { per_page: 100, context: "edit", who: "authors" });
  const heirs = [{ value: "", label: __("Nobody: there are none") }, { value: "*", label: __("Nobody: delete them") }, ...(records ?? []).map((u) => ({ value: u.username, label: u.name }))];
  const submit = async (event) => {
    event.preventDefault();
    await erase(item, { account: "delete", ...(heir === "*" ? { entries: "delete" } : { reassign: heir }), ...(comments ? { comments: "delete" } : {}) });
    onClose();
  };
  return (
    <Modal title={__("Erase with the account")} onRequestClose={onClose}>
      <form className="quoin-form" onSubmit={submit}>
        <p>{__("The account is deleted, comments name nobody any more, and what extensions know is forgotten. This can't be undone.")}</p>
        <SelectControl label={__("Entries go to")} value={heir} options={heirs} onChange={setHeir} __nextHasNoMarginBottom __next40pxDefaultSize />
        <CheckboxControl __nextHasNoMarginBottom label={__("Delete comments too")} checked={comments} onChange={setComments} />
        <div className="quoin-form__buttons">
          <Button variant="tertiary" onClick={onClose} __next40pxDefaultSize>{__("Cancel")}</Button>
          <Button variant="primary" isDestructive type="submit" __next40pxDefaultSize>{__("Erase")}</Button>
        </div>
      </form>
    </Modal>
  );
}

// useRequests asks for the rows that "view" says.
function useRequests(data, view) {
  const [found, setFound] = useState(null);
  const [turn, setTurn] = useState(0);
  const say = useSay();
  useEffect(() => {
    let wanted = true;
    say(async () => {
      const answer = await askPage(addQueryArgs(data.base + data.path, { data: 1, "filter-status": view.status, s: view.search, orderby: view.by, order: view.order, paged: view.page }));
      if (wanted) setFound(answer);
    });
    return () => { wanted = false; };
  }, [data, view, turn, say]);
  return [found, useCallback(() => setTurn((n) => n + 1), [])];
}

function Requests({ data }) {
  const kind = kinds[data.path];
  const address = new URLSearchParams(window.location.search);
  const status = address.get("filter-status") ?? "";
  const [view, setView] = useState({ status, search: address.get("s") ?? "", by: address.get("orderby") ?? "", order: address.get("order") ?? "", page: Math.max(1, Number(address.get("paged")) || 1) });
  const [found, again] = useRequests(data, view);
  const [chosen, setChosen] = useState([]);
  const [deleting, setDeleting] = useState(null);
  const say = useSay();
  const at = data.base + data.path;
  const send = (fields) => sendForm(at, { _wpnonce: data.formNonce, ...fields });
  const change = (action, words) => async (items) => {
    await say(async () => {
      const form = [["_wpnonce", data.formNonce], ["action", action], ...items.map((item) => ["request_id[]", item.id])];
      const { done, failed } = await sendForm(at, form);
      if (failed) throw new Error(sprintf(_n("%d request is gone.", "%d requests are gone.", failed), failed));
      return done;
    }, words(items.length));
    setChosen([]);
    again();
  };
  const resend = change("resend", (n) => sprintf(_n("%d confirmation request sent.", "%d confirmation requests sent.", n), n));
  const complete = change("complete", (n) => sprintf(_n("%d request completed.", "%d requests completed.", n), n));
  const remove = change("delete", (n) => sprintf(_n("%d request deleted.", "%d requests deleted.", n), n));
  const download = (item) => say(() => sendFile(at, { _wpnonce: data.formNonce, action: "download", request_id: item.id }), __("The file is on its way."));
  const mail = async (item) => {
    await say(() => send({ action: "send", request_id: item.id }), __("Email sent."));
    again();
  };
  const erase = async (item, how = {}) => {
    let found = 0;
    const words = () => (found > 0 || how.account ? __("The personal data that were found of this person are erased.") : __("No personal data was found: nothing had to be erased."));
    if (await say(async () => {
      const told = await send({ action: "erase", request_id: item.id, ...how });
      found = told.entries + told.comments;
    })) say(() => {}, words());
    again();
  };
  const many = [
    { id: "resend", label: __("Resend confirmation requests"), isEligible: open, callback: resend },
    { id: "complete", label: __("Mark requests as completed"), callback: complete },
    { id: "delete", label: __("Delete requests"), callback: remove },
  ];
  const actions = [
    ...(kind.erases
      ? [
        { id: "remove-data", label: __("Force erase personal data"), isEligible: (item) => open(item) && item.status !== "request-confirmed", isDestructive: true, callback: ([item]) => erase(item), Inline: true },
        { id: "remove-account", label: __("Erase with the account"), isEligible: open, isDestructive: true, callback: ([item]) => setDeleting(item), Inline: true },
      ]
      : [{ id: "download-data", label: __("Download personal data"), callback: ([item]) => download(item), Inline: true }]),
    { id: "complete-request", label: __("Complete request"), link: true, isEligible: open, callback: complete },
  ];
  if (!found) return <><Add kind={kind} send={send} onDone={again} /><Spinner /></>;
  const { rows, states } = found;
  const all = Object.values(states).reduce((sum, n) => sum + n, 0);
  const items = rows.filter((item) => chosen.includes(item.id));
  const choose = (ids, on) => setChosen((had) => [...had.filter((id) => !ids.includes(id)), ...(on ? ids : [])]);
  const bulk = (place) => rows.length > 0 && <Bulk at={place} actions={many} items={items} onAct={(action, able) => action.callback(able)} />;
  const every = (id) => <input type="checkbox" id={id} aria-label={__("Select All")} checked={rows.length > 0 && rows.every((item) => chosen.includes(item.id))} onChange={(event) => choose(rows.map((item) => item.id), event.target.checked)} />;
  const ordered = (by, column, label) => {
    const here = view.by === by || (!view.by && by === "requested");
    const now = here ? view.order || (view.by === "requester" ? "asc" : "desc") : "";
    const next = here ? (now === "asc" ? "desc" : "asc") : by === "requester" ? "asc" : "desc";
    return (
      <th scope="col" id={column} className={["manage-column", "column-" + column, here ? "sorted" : "sortable", now || next].join(" ")} aria-sort={here ? (now === "asc" ? "ascending" : "descending") : undefined}>
        <a className="quoin-order" href={addQueryArgs(at, { "filter-status": view.status || undefined, s: view.search || undefined, orderby: by, order: next })}><span>{label}</span> <span className="sorting-indicator" aria-hidden="true">{{ asc: "↑", desc: "↓" }[now] ?? ""}</span></a>
      </th>
    );
  };
  const next = {
    "request-pending": () => __("Waiting for confirmation"),
    "request-confirmed": (item) => (kind.erases
      ? <div className="remove-personal-data"><button type="button" className="button-link remove-personal-data-handle" onClick={() => erase(item)}>{__("Erase personal data")}</button></div>
      : <div className="export-personal-data"><button type="button" className="button-link export-personal-data-handle" onClick={() => mail(item)}>{__("Send export link")}</button></div>),
    "request-failed": (item) => <button type="button" className="button-link" name={`privacy_action_email_retry[${item.id}]`} onClick={() => resend([item])}>{__("Retry")}</button>,
    "request-completed": (item) => <a href="#" className="button-link" role="button" onClick={(event) => { event.preventDefault(); remove([item]); }}>{__("Remove request")}</a>,
  };
  return (
    <>
      <Add kind={kind} send={send} onDone={again} />
      <ul className="subsubsub quoin-views">
        <li className="all"><a href={at} className={status ? undefined : "current"} aria-current={status ? undefined : "page"}>{`${__("All")} (${all})`}</a></li>
        {Object.entries(statuses).filter(([name]) => states[name]).map(([name, label]) => <li key={name} className={name}><a href={addQueryArgs(at, { "filter-status": name })} className={status === name ? "current" : undefined} aria-current={status === name ? "page" : undefined}>{`${label} (${states[name]})`}</a></li>)}
      </ul>
      <div className="quoin-tools">
        {bulk("top")}
        <Search id="requests-search-input" label={__("Search Requests")} value={view.search} onChange={(search) => setView({ ...view, search, page: 1 })} />
        <Pages view={view} onChangeView={setView} items={found.total} pages={found.pages} />
      </div>
      <div className="quoin-scroll" role="region" aria-label={data.title} tabIndex={0}>
        <table className="quoin-table wp-list-table widefat privacy_requests">
          <thead>
            <tr>
              <td id="cb" className="manage-column column-cb check-column">{every("cb-select-all-1")}</td>
              {ordered("requester", "email", __("Requester"))}
              <th scope="col" id="status" className="manage-column column-status">{__("Status")}</th>
              {ordered("requested", "created_timestamp", __("Requested"))}
              <th scope="col" id="next_steps" className="manage-column column-next_steps">{__("Next steps")}</th>
            </tr>
          </thead>
          <tbody id="the-list">
            {rows.map((item) => (
              <tr key={item.id} id={"post-" + item.id} className={"status-" + item.status}>
                <th scope="row" className="check-column"><input type="checkbox" name="request_id[]" id={"requester_" + item.id} value={item.id} checked={chosen.includes(item.id)} onChange={(event) => choose([item.id], event.target.checked)} /><label htmlFor={"requester_" + item.id}><span className="screen-reader-text">{sprintf(__("Select %s"), item.email)}</span></label></th>
                <td className="email column-email has-row-actions column-primary"><a href={"mailto:" + item.email}>{item.email}</a> <RowActions item={item} actions={actions} act={(action, those) => action.callback(those)} /></td>
                <td className="status column-status"><span className={"status-label status-" + item.status}>{statuses[item.status]}{item.since && <> <span className="status-date">{moment(item.since)}</span></>}</span></td>
                <td className="created_timestamp column-created_timestamp">{moment(item.created)}</td>
                <td className="next_steps column-next_steps">{next[item.status](item)}</td>
              </tr>
            ))}
            {rows.length === 0 && <tr className="no-items"><td className="colspanchange" colSpan={5}>{__("No requests found.")}</td></tr>}
          </tbody>
        </table>
      </div>
      {rows.length > 0 && <div className="quoin-tools tablenav bottom">{bulk("bottom")}</div>}
      {deleting && <Deletion item={deleting} erase={erase} onClose={() => setDeleting(null)} />}
    </>
  );
}

(window.quoinScreens ??= {}).persons = Requests;
