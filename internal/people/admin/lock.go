package admin

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
)

// renewAfter is how old a lock gets before the sign of its holder is stored again: signs
// come every few seconds, and each that is stored makes pages of the entry again.
const renewAfter = time.Minute

// Actions that the editor's nonces are for. They end in the id of the entry.
const (
	nonceTakeOver  = "lock-post_"
	nonceRelease   = "update-post_"
	nonceHeartbeat = "heartbeat-nonce"
)

// lock gives an entry to the person unless somebody else has it open, and tells whose it
// is then. With force it is taken from whoever has it.
func (v editing) lock(id int64, force bool) (content.Lock, error) {
	var l content.Lock
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		e, err := v.Entries.Store.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		now := v.Site.Clock()
		l = content.LockOf(e)
		if l.User == v.user.ID && now.Sub(l.At) < renewAfter || !force && l.KeepsOut(v.user.ID, now) {
			return nil
		}
		l = content.Lock{At: now, User: v.user.ID}
		return v.Entries.SetLock(ctx, id, l)
	})
	return l, err
}

// takeOver takes an entry from whoever has it open, for a link of the editor.
func (v editing) takeOver(id int64) {
	text := strconv.FormatInt(id, 10)
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceTakeOver+text, v.query("_wpnonce")) {
		v.say(http.StatusForbidden, "This link is too old. Open the entry again.")
		return
	}
	if _, err := v.lock(id, true); err != nil {
		v.fail(err)
		return
	}
	http.Redirect(v.w, v.r, v.base+postPath+"?post="+text+"&action=edit", http.StatusFound) // #nosec G710 -- base is the site's own address
}

// lockSettings are what the editor has to know of the lock of an entry.
func (v editing) lockSettings(id int64, settings map[string]any) error {
	l, err := v.lock(id, false)
	if err != nil {
		return err
	}
	text := strconv.FormatInt(id, 10)
	settings["postLock"] = map[string]any{"isLocked": false, "activePostLock": l.String()}
	if l.User != v.user.ID {
		settings["postLock"] = map[string]any{"isLocked": true, "user": map[string]string{"name": v.nameOf(l.User)}}
	}
	settings["postLockUtils"] = map[string]string{
		"nonce":       v.Auth.Nonce(v.ctx, v.session, nonceTakeOver+text),
		"unlockNonce": v.Auth.Nonce(v.ctx, v.session, nonceRelease+text),
		"ajaxUrl":     v.base + ajaxPath,
	}
	return nil
}

// nameOf is the name of somebody for those who wait for them, "" when they are gone. No
// picture goes with it: that would be asked of another host.
func (v editing) nameOf(id int64) string {
	u, err := v.Users.UserByID(v.ctx, id)
	switch {
	case errors.Is(err, user.ErrNotFound):
		return ""
	case err != nil:
		v.Log.Error("holder of a lock", "error", err)
		return ""
	}
	return u.Name
}

// maxSign bounds the body of a sign of an editor, in bytes.
const maxSign = 16 << 10

// sign answers what an open editor sends from time to time and when it is closed; false
// for other questions.
func (v editing) sign() bool {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxSign)
	if err := v.r.ParseMultipartForm(maxSign); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return true
	}
	switch v.r.PostForm.Get("action") {
	case "heartbeat":
		v.beat()
	case "wp-remove-post-lock":
		v.release()
	default:
		return false
	}
	return true
}

// beat keeps the lock of the entry that is open, and says when somebody has taken it over. A page of an
// earlier session is given what it needs in this one, and nothing else is done: other sites can send a sign,
// but not read the answer.
func (v editing) beat() {
	answer := map[string]any{"server_time": v.Site.Clock().Unix(), "heartbeat_nonce": v.Auth.Nonce(v.ctx, v.session, nonceHeartbeat), "wp-auth-check": true}
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceHeartbeat, v.r.PostForm.Get("_nonce")) {
		answer["rest_nonce"], answer["nonces_expired"] = v.Auth.Nonce(v.ctx, v.session, auth.NonceREST), true
		v.answer(http.StatusOK, answer)
		return
	}
	if e := v.signed("data[wp-refresh-post-lock][post_id]"); e != nil {
		l, err := v.lock(e.ID, false)
		if err != nil {
			v.fail(err)
			return
		}
		answer["wp-refresh-post-lock"] = map[string]any{"new_lock": l.String()}
		if l.User != v.user.ID {
			answer["wp-refresh-post-lock"] = map[string]any{"lock_error": map[string]string{"name": v.nameOf(l.User)}}
		}
	}
	v.answer(http.StatusOK, answer)
}

// signed is the entry that a sign is about, nil when the person may not edit it.
func (v editing) signed(field string) *content.Entry {
	id, err := strconv.ParseInt(v.r.PostForm.Get(field), 10, 64)
	if err != nil {
		return nil
	}
	e, err := v.Entries.Store.EntryByID(v.ctx, id)
	if err != nil || !v.Entries.CanEdit(v.ctx, v.actor, e) {
		return nil
	}
	return e
}

// releaseAfter is how long a lock lasts when its editor is closed, as on the reference: an editor
// that is loaded again is closed first.
const releaseAfter = 5 * time.Second

// release has the lock of an entry whose editor is closed run out, if nobody else has it by now.
func (v editing) release() {
	e := v.signed("post_ID")
	if e == nil || !v.Auth.VerifyNonce(v.ctx, v.session, nonceRelease+strconv.FormatInt(e.ID, 10), v.r.PostForm.Get("_wpnonce")) {
		v.say(http.StatusForbidden, "This entry isn't yours to release.")
		return
	}
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		e, err := v.Entries.Store.EntryByID(ctx, e.ID)
		if err != nil || content.LockOf(e).User != v.user.ID {
			return err
		}
		return v.Entries.SetLock(ctx, e.ID, content.Lock{At: v.Site.Clock().Add(releaseAfter - content.LockTime), User: v.user.ID})
	})
	if err != nil {
		v.fail(err)
		return
	}
	v.headers()
	v.w.WriteHeader(http.StatusOK)
}
