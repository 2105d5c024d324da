package admin

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/platform/fault"
)

// Options are the options of the site that the API has no place for, as texts.
type Options interface {
	Text(ctx context.Context, name string) (string, error)
	Set(ctx context.Context, name, text string) error
}

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
	var refused error
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		for field, values := range v.r.PostForm {
			name, ok := strings.CutPrefix(field, "option:")
			if !ok {
				continue
			}
			if !v.settable(name) {
				refused = fault.Forbidden("not_allowed", "You aren't allowed to change this.")
				return refused
			}
			if err := v.Options.Set(ctx, name, values[0]); err != nil {
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
		v.refuse(f.Status, f.Message)
	case refused != nil:
		v.refuse(http.StatusBadRequest, refused.Error())
	case err != nil:
		v.fail(err)
	default:
		v.answer(http.StatusOK, map[string]any{"ok": true})
	}
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
