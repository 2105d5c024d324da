package gateway

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/app/extensions"
	"quoin/internal/ext"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// actionPath is where the actions of extensions are: admin.php?action=NAME.
const actionPath = auth.AdminPath + "/admin.php"

// maxActionForm bounds the body of a request for an action.
const maxActionForm = 64 << 10

// action answers a request for an action; false when no active extension has
// it.
func (g *gateway) action(w http.ResponseWriter, r *http.Request) bool {
	r = r.WithContext(scope.New(r.Context()))
	act, ok := g.Assembler.Of(r.Context()).Actions[r.URL.Query().Get("action")]
	if !ok {
		return false
	}
	w.Header().Set("Cache-Control", "no-store, private")
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, POST")
		http.Error(w, "An action is asked for with GET or POST.", http.StatusMethodNotAllowed)
		return true
	}
	actor, refused := g.Auth.Identify(r)
	switch {
	case (refused != nil || !actor.LoggedIn()) && g.ask(w, r, act):
		return true
	case refused != nil:
		sayNo(w, refused.For(true))
		return true
	case !actor.LoggedIn():
		base := g.Site.Base(r.Context())
		http.Redirect(w, r, base+auth.LoginPath+"?reauth=1&redirect_to="+url.QueryEscape(base+r.URL.RequestURI()), http.StatusFound)
		return true
	case !actor.Scope().Covers(access.ScopePublish) || !actor.Can(act.Cap):
		sayNo(w, fault.Forbidden("rest_forbidden", "You may not do this."))
		return true
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxActionForm)
	if err := r.ParseForm(); err != nil {
		sayNo(w, fault.BadRequest("bad_form", "The form can't be read."))
		return true
	}
	to, err := g.act(r.Context(), actor, act.Do, r.Form)
	switch f := fault.As(err); {
	case f != nil:
		sayNo(w, f.For(true))
	case err != nil:
		g.Log.ErrorContext(r.Context(), "action of an extension", "action", r.URL.Query().Get("action"), "error", err)
		if outage := fault.Outage(err); outage != nil {
			sayNo(w, outage)
			return true
		}
		http.Error(w, "This can't be done at the moment.", http.StatusInternalServerError)
	case r.PostForm.Has(askedField) && act.Done != "" && !admin.Built(): // else what it leads to shows it
		http.Redirect(w, r, g.Site.Base(r.Context())+pathOf(r)+"&"+doneField+"=1", http.StatusSeeOther) // #nosec G710 -- Base is the site's own address
	default:
		http.Redirect(w, r, g.Site.Base(r.Context())+auth.AdminPath+"/"+strings.TrimPrefix(to, "/"), http.StatusFound)
	}
	return true
}

// Fields of the form in which a person says yes, and of the page that follows.
const (
	askedField = "asked"
	doneField  = "done"
)

// pathOf is where the action of a request is asked for, without its values.
func pathOf(r *http.Request) string {
	return actionPath + "?action=" + url.QueryEscape(r.URL.Query().Get("action"))
}

// ask answers a person whose session is good, but who came by a link that carries no
// nonce or one that isn't good any more: to log in again would change nothing. They
// are asked instead, with what the action is about. False for everybody else.
func (g *gateway) ask(w http.ResponseWriter, r *http.Request, act ext.Action) bool {
	_, u := g.Auth.SessionOf(r)
	if u == nil || r.Header.Get("Authorization") != "" {
		return false
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxActionForm)
	if err := r.ParseForm(); err != nil {
		g.Accounts.Deny(w, r, http.StatusBadRequest, "The form can't be read.")
		return true
	}
	ctx, actor := r.Context(), g.Auth.Actor(r, u)
	question, err := "Do you want to go on?", error(fault.Forbidden("rest_forbidden", "You may not do this."))
	switch {
	case actor.Can(act.Cap) && r.Method == http.MethodGet && r.Form.Has(doneField) && act.Done != "":
		err = g.Accounts.Tell(w, r, "Done", act.Done)
	case actor.Can(act.Cap):
		if err = nil; act.Question != nil {
			question, err = act.Question(ctx, actor, r.Form)
		}
		if err == nil {
			fields := maps.Clone(r.Form)
			fields.Del("action")
			fields.Del("_wpnonce")
			fields.Set(askedField, "1")
			err = g.Accounts.Ask(w, r, account.Question{
				Title: "Is this what you want?", Text: "The link that you followed doesn't show that you asked for this here, or it is too old. " + question,
				Action: pathOf(r), Fields: fields,
			})
		}
	}
	switch f := fault.As(err); {
	case f != nil:
		g.Accounts.Deny(w, r, f.HTTPStatus(), f.For(true).Message)
	case err != nil:
		g.Log.ErrorContext(ctx, "question before an action", "action", r.Form.Get("action"), "error", err)
		g.Accounts.Deny(w, r, http.StatusInternalServerError, "This can't be done at the moment.")
	}
	return true
}

// act runs an action in one transaction. One that panics has done nothing.
func (g *gateway) act(ctx context.Context, actor access.Actor, do func(context.Context, access.Actor, url.Values) (string, error), values url.Values) (to string, err error) {
	err = extensions.Guarded(ctx, func(ctx context.Context) error {
		return g.Store.InTx(ctx, func(ctx context.Context) error {
			var err error
			to, err = do(ctx, actor, values)
			return err
		})
	})
	return to, err
}

// sayNo answers a refusal as a plain text.
func sayNo(w http.ResponseWriter, f *fault.Error) {
	f.SetHeader(w.Header())
	http.Error(w, f.Message, f.HTTPStatus())
}
