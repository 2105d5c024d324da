package admin

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

// Requests are what people ask for with their data: a file, or that they be forgotten.
type Requests interface {
	// List also tells how many there are on all pages, and how many in each state.
	List(ctx context.Context, q user.RequestQuery) ([]*user.DataRequest, int, map[user.RequestStatus]int, error)
	// Add makes one for an address or a log-in name; with ask its person has to confirm it.
	Add(ctx context.Context, kind user.RequestKind, who string, ask bool) (*user.DataRequest, error)
	Resend(ctx context.Context, kind user.RequestKind, id int64) error
	Complete(ctx context.Context, kind user.RequestKind, id int64) error
	Remove(ctx context.Context, kind user.RequestKind, id int64) error
	// Export writes the file that one asks for, as it is called, and SendExport mails a link to it.
	Export(ctx context.Context, id int64, w io.Writer) (name string, err error)
	SendExport(ctx context.Context, id int64) error
	// Erase tells how many entries and comments it changed.
	Erase(ctx context.Context, id int64, how Erasure) (entries, comments int, err error)
}

// Erasure says what becomes of what a person wrote, who is forgotten.
type Erasure struct {
	// DeleteAccount deletes the account too, which stays else.
	DeleteAccount bool
	// Reassign is the log-in name of the account that gets the entries; DeleteEntries
	// deletes them instead.
	Reassign                      string
	DeleteEntries, DeleteComments bool
	// By is the account of who asks: nobody erases themselves.
	By int64
}

// Screens of requests.
const (
	exportPersonPath = "export-personal-data.php"
	erasePersonPath  = "erase-personal-data.php"
)

// nonceRequests is what the nonce of their forms is for.
const nonceRequests = "personal-data-request"

// Bounds of lists of requests.
const (
	requestsPerPage = 20
	mostRequests    = 100 // that are shown or changed at once
	maxRequestPage  = 1_000_000
	maxRequestText  = 200 // bytes of what is searched
)

// statusName is what addresses and forms of the field call a state.
func statusName(s user.RequestStatus) string { return "request-" + string(s) }

// requests are the screens of requests of one kind.
type requests struct {
	*visit
	kind user.RequestKind
}

func exporting(v *visit) requests { return requests{v, user.RequestExport} }
func erasing(v *visit) requests   { return requests{v, user.RequestErasure} }

// may tells whether the person may do what is asked for, as the field has it.
func (v requests) may() bool {
	return v.actor.Can("manage_options") && (v.kind == user.RequestExport || v.actor.Can("delete_users"))
}

// show shows the screen, or answers a part of the list.
func (v requests) show() bool {
	switch {
	case !v.may():
		v.say(http.StatusForbidden, errNotAllowed.why)
	case v.query("data") == "":
		path := exportPersonPath
		if v.kind == user.RequestErasure {
			path = erasePersonPath
		}
		return v.screen(path)
	default:
		data, err := v.listed()
		v.told(data, err)
	}
	return true
}

// between is the number that an address has under a name, within bounds.
func (v requests) between(name string, least, usual, most int) int {
	n, err := strconv.Atoi(v.query(name))
	if err != nil || n < least {
		return usual
	}
	return min(n, most)
}

func (v requests) listed() (map[string]any, error) {
	perPage := v.between("per_page", 1, requestsPerPage, mostRequests)
	page := v.between("paged", 1, 1, maxRequestPage)
	q := user.RequestQuery{
		Kind: v.kind, Search: v.query("s"), ByEmail: v.query("orderby") == "requester", Ascending: strings.EqualFold(v.query("order"), "asc"),
		Offset: (page - 1) * perPage, Limit: perPage,
	}
	if len(q.Search) > maxRequestText {
		return nil, fault.New(http.StatusBadRequest, "request_search", v.text("That is too long to search for."))
	}
	for _, s := range user.RequestStatuses() {
		if v.query("filter-status") == statusName(s) {
			q.Status = s
		}
	}
	list, total, counts, err := v.Requests.List(v.ctx, q)
	if err != nil {
		return nil, err
	}
	rows, states := []map[string]any{}, map[string]int{}
	for _, r := range list {
		row := map[string]any{"id": r.ID, "email": r.Email, "status": statusName(r.Status), "created": r.Created}
		switch r.Status {
		case user.RequestConfirmed:
			row["since"] = r.Confirmed
		case user.RequestCompleted:
			row["since"] = r.Completed
		}
		rows = append(rows, row)
	}
	for s, n := range counts {
		states[statusName(s)] = n
	}
	return map[string]any{"rows": rows, "total": total, "pages": (total + perPage - 1) / perPage, "states": states}, nil
}

// take takes the forms of the screen.
func (v requests) take() {
	if !v.form("manage_options", nonceRequests) {
		return
	}
	if !v.may() {
		v.refuse(http.StatusForbidden, errNotAllowed.why)
		return
	}
	sent := v.r.PostForm
	switch action := sent.Get("action"); action {
	case "add_export_personal_data_request", "add_remove_personal_data_request":
		r, err := v.Requests.Add(v.ctx, v.kind, sent.Get("username_or_email_for_privacy_request"), sent.Get("send_confirmation_email") != "")
		if err != nil {
			v.told(nil, err)
			return
		}
		v.told(map[string]any{"id": r.ID, "status": statusName(r.Status)}, nil)
	case "resend", "complete", "delete":
		v.change(action)
	case "download":
		v.give()
	case "send":
		v.send()
	case "erase":
		v.erase()
	default:
		v.refuse(http.StatusBadRequest, "There is no action of that name.")
	}
}

// chosen are the requests that a form names.
func (v requests) chosen() []int64 {
	var ids []int64
	for _, text := range slices.Concat(v.r.PostForm["request_id[]"], v.r.PostForm["request_id"]) {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// change does something with each of the chosen requests, and tells with how many it did.
func (v requests) change(action string) {
	change := map[string]func(context.Context, user.RequestKind, int64) error{
		"resend": v.Requests.Resend, "complete": v.Requests.Complete, "delete": v.Requests.Remove,
	}[action]
	ids := v.chosen()
	if len(ids) > mostRequests {
		v.refuse(http.StatusBadRequest, "These are too many requests at once.")
		return
	}
	done := 0
	for _, id := range ids {
		err := change(v.ctx, v.kind, id)
		if f := fault.As(err); f != nil && f.Status == http.StatusNotFound {
			continue
		}
		if err != nil {
			v.told(nil, err)
			return
		}
		done++
	}
	v.told(map[string]any{"done": done, "failed": len(ids) - done}, nil)
}

// one is the one request that a form names; 0 when it was refused.
func (v requests) one(kind user.RequestKind) int64 {
	ids := v.chosen()
	if len(ids) != 1 || kind != v.kind {
		v.refuse(http.StatusBadRequest, "The form doesn't say which request.")
		return 0
	}
	return ids[0]
}

// give sends the file that a request asks for.
func (v requests) give() {
	id := v.one(user.RequestExport)
	if id == 0 {
		return
	}
	var file bytes.Buffer
	name, err := v.Requests.Export(v.ctx, id, &file)
	if err != nil {
		v.told(nil, err)
		return
	}
	v.headers()
	v.w.Header().Set("Content-Type", "application/zip")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = v.w.Write(file.Bytes()) // a caller that went away is not our failure
}

// send mails a link to that file.
func (v requests) send() {
	if id := v.one(user.RequestExport); id != 0 {
		v.told(map[string]any{"done": 1}, v.Requests.SendExport(v.ctx, id))
	}
}

// erase forgets whoever a request is about.
func (v requests) erase() {
	id := v.one(user.RequestErasure)
	if id == 0 {
		return
	}
	sent := v.r.PostForm
	entries, comments, err := v.Requests.Erase(v.ctx, id, Erasure{
		DeleteAccount: sent.Get("account") == "delete", Reassign: sent.Get("reassign"), DeleteEntries: sent.Get("entries") == "delete",
		DeleteComments: sent.Get("comments") == "delete", By: v.user.ID,
	})
	v.told(map[string]any{"entries": entries, "comments": comments}, err)
}
