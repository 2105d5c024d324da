package admin

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/platform/fault"
)

// Options are the options of the site, as texts. Text knows those that the API has no place for.
type Options interface {
	Text(ctx context.Context, name string) (string, error)
	Set(ctx context.Context, name, text string) error
	// Shown are those of the page of all options, in its order.
	Shown(ctx context.Context) ([]Option, error)
}

// Option is an option as the page of all options shows it. A secret one only tells that it is
// set, and isn't changed there.
type Option struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Secret bool   `json:"secret"`
}

const (
	// optionsPath is the page of all options. Forms of options are sent there.
	optionsPath = "options.php"
	// optionsPage is what the form of that page says that it is, as the field's does.
	optionsPage = "options"
	// optionsSubmit is the name of its button, the field's too.
	optionsSubmit = "Update"
)

// nonceOptions is what the nonce of forms of options is for.
const nonceOptions = "options-options"

// maxOptions bounds a form of options, in bytes; lists of words may be long.
const maxOptions = 1 << 20

// options are what the options of a screen are, by their names.
func (v *visit) options(names []string) (map[string]string, error) {
	all := map[string]string{}
	for _, name := range names {
		text, err := v.Options.Text(v.ctx, name)
		if err != nil {
			return nil, err
		}
		all[name] = text
	}
	return all, nil
}

// settable tells whether a screen that the person may open has an option.
func (v *visit) settable(name string) bool {
	return slices.ContainsFunc(v.bundle.Screens, func(s Screen) bool {
		return v.actor.Can(s.Capability) && v.there(s) && slices.Contains(s.Options, name)
	})
}

// setOptions stores the options of a form, all or none, and says why not.
func (v *visit) setOptions() {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxOptions)
	if err := v.r.ParseForm(); err != nil {
		v.refuse(http.StatusBadRequest, "The form can't be read.")
		return
	}
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceOptions, v.r.PostForm.Get("_wpnonce")) {
		v.refuse(http.StatusForbidden, "The page is too old. Load it again.")
		return
	}
	if v.r.PostForm.Get("option_page") == optionsPage {
		v.setShown()
		return
	}
	changes := map[string]string{}
	for field, values := range v.r.PostForm {
		if name, ok := strings.CutPrefix(field, "option:"); ok {
			changes[name] = values[0]
		}
	}
	switch no, err := v.storeOptions(changes, v.settable); {
	case no != nil:
		v.refuse(no.status, no.why)
	case err != nil:
		v.fail(err)
	default:
		v.answer(http.StatusOK, map[string]any{"ok": true})
	}
}

// storeOptions stores options that the person may set, all or none. It says what they can do
// something about as a refusal, and what failed as an error.
func (v *visit) storeOptions(changes map[string]string, may func(name string) bool) (*refusal, error) {
	var refused error
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		for _, name := range slices.Sorted(maps.Keys(changes)) {
			if !may(name) {
				refused = fault.Forbidden("not_allowed", "You aren't allowed to change this.")
				return refused
			}
			if err := v.Options.Set(ctx, name, changes[name]); err != nil {
				if fault.Outage(err) == nil {
					refused = err
				}
				return err
			}
		}
		return nil
	})
	switch f := fault.As(refused); {
	case f != nil:
		return &refusal{f.Status, f.Message}, nil
	case refused != nil:
		return &refusal{http.StatusBadRequest, refused.Error()}, nil
	}
	return nil, err
}

// setShown stores what the form of the page of all options changes, and shows the page again.
func (v *visit) setShown() {
	if s, ok := v.bundle.screen(optionsPath); !ok || !v.actor.Can(s.Capability) {
		v.say(errNotAllowed.status, errNotAllowed.why)
		return
	}
	shown, err := v.Options.Shown(v.ctx)
	if err != nil {
		v.fail(err)
		return
	}
	v.sent = map[string]string{}
	for _, o := range shown {
		if v.r.PostForm.Has(o.Name) && !o.Secret {
			text := strings.ReplaceAll(v.r.PostForm.Get(o.Name), "\r\n", "\n") // as forms send lines
			if text != o.Text {
				v.sent[o.Name] = text
			}
		}
	}
	v.refused, err = v.storeOptions(v.sent, func(string) bool { return true })
	switch {
	case v.refused != nil:
		v.screen(optionsPath)
	case err != nil:
		v.fail(err)
	default:
		http.Redirect(v.w, v.r, v.base+adminPath+optionsPath+"?settings-updated=true", http.StatusSeeOther) // #nosec G710 -- base is the site's own address
	}
}

// describeOptions describes the page of all options, with what was sent and refused.
func (v *visit) describeOptions(data map[string]any) error {
	shown, err := v.Options.Shown(v.ctx)
	if err != nil {
		return err
	}
	data["shown"], data["submit"] = shown, optionsSubmit
	data["optionsNonce"] = v.Auth.Nonce(v.ctx, v.session, nonceOptions)
	if v.refused != nil {
		data["sent"], data["refused"] = v.sent, v.text(v.refused.why)
	}
	return nil
}

// refuse tells a script why something wasn't done.
func (v *visit) refuse(status int, why string) {
	v.answer(status, map[string]any{"message": v.text(why)})
}

// answer tells a script something.
func (v *visit) answer(status int, what map[string]any) {
	v.headers()
	v.w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	v.w.WriteHeader(status)
	_ = json.NewEncoder(v.w).Encode(what) // a caller that went away is not our failure
}
