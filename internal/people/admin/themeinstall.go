package admin

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/installed"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

// ThemeFolder is where themes are installed.
type ThemeFolder interface {
	// Add installs the theme of an archive. One whose name is taken (installed.ErrInstalled) is held for who sends it,
	// by the token.
	Add(ctx context.Context, who access.Actor, from string) (t *theme.Theme, token string, err error)
	// HeldTheme is that theme, and the one that is installed, nil where that doesn't load; Replace puts the one in the
	// place of the other, Drop forgets it.
	HeldTheme(h installed.Held) (sent, there *theme.Theme, err error)
	Replace(ctx context.Context, who access.Actor, token string) (*theme.Theme, error)
	Drop(h installed.Held) error
	// Removable are the themes that Remove removes.
	Removable(ctx context.Context) map[string]bool
	Remove(ctx context.Context, who access.Actor, id string) error
}

const (
	installPath = "theme-install.php"
	updatePath  = "update.php"
	// Nonces of the form, of the link that leaves an installed theme as it is, and of links that remove one, whose
	// name follows.
	nonceThemeUpload = "theme-upload"
	nonceThemeCancel = "theme-upload-cancel-overwrite"
	nonceThemeDelete = "delete-theme_"

	mayInstall  = access.Capability("install_themes")
	archive     = "themezip" // the field of the form
	uploadTheme = "upload-theme"
	// maxReason bounds what is told of why a theme isn't installed, in bytes: names of an archive are in it.
	maxReason = 300

	themeFixed = "The server was started with a theme of its own, so that none is installed or removed here."
)

// maxTheme bounds the archive of a theme, in bytes.
func (p *Pages) maxTheme() int64 { return min(p.MaxUpload, installed.MaxArchive) }

// themeInstall are the pages on which themes come in.
type themeInstall struct{ *visit }

// describeForm describes the page with the form.
func (v themeInstall) describeForm(data map[string]any) error {
	data["maxUpload"], data["formNonce"] = v.maxTheme(), v.Auth.Nonce(v.ctx, v.session, nonceThemeUpload)
	if v.ThemeFixed {
		data["refused"] = v.text(themeFixed)
	}
	return nil
}

// mayNot refuses those who may not install themes, and all where none can be; false for others.
func (v themeInstall) mayNot() bool {
	switch {
	case !v.actor.Can(mayInstall):
		v.say(http.StatusForbidden, "You aren't allowed to install themes.")
	case v.ThemeFixed:
		v.say(http.StatusConflict, themeFixed)
	default:
		return false
	}
	return true
}

// take takes the archive of the form. Nothing of it is read before rights and nonce are known, which stands before it.
func (v themeInstall) take() {
	if v.query("action") != uploadTheme {
		v.say(http.StatusBadRequest, "There is no action of that name.")
		return
	}
	if v.mayNot() {
		return
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, v.maxTheme()+formBeside)
	form, err := v.r.MultipartReader()
	if err != nil {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	fields, file, err := beforeFile(form)
	switch {
	case err != nil:
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	case !v.Auth.VerifyNonce(v.ctx, v.session, nonceThemeUpload, fields.Get("_wpnonce")):
		v.say(http.StatusForbidden, "The page is too old. Load it again.")
		return
	case file == nil || file.FormName() != archive:
		v.refuseTheme(http.StatusBadRequest, "There is no file in the form.", nil)
		return
	case !strings.EqualFold(filepath.Ext(file.FileName()), ".zip"):
		v.refuseTheme(http.StatusBadRequest, "Only ZIP files of themes are installed here.", nil)
		return
	}
	v.install(file)
}

// install installs what was sent, or asks whether it takes the place of what is there.
func (v themeInstall) install(file *multipart.Part) {
	temp, err := os.MkdirTemp("", "quoin-theme-")
	if err != nil {
		v.fail(fault.Full(err))
		return
	}
	defer os.RemoveAll(temp)
	from := filepath.Join(temp, filepath.Base(file.FileName())) // without a folder in it, it is called as its file is
	switch err := v.receive(from, file); {
	case errors.Is(err, installed.ErrTooMuch):
		v.refuseTheme(http.StatusRequestEntityTooLarge, tooLarge, nil)
		return
	case fault.Outage(err) != nil:
		v.fail(err)
		return
	case err != nil:
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	one, token, err := v.ThemeFolder.Add(v.ctx, v.actor, from)
	if errors.Is(err, installed.ErrInstalled) {
		v.lead(url.Values{"package": {token}})
		return
	}
	v.came(one, err)
}

// receive writes what is sent to a file.
func (v themeInstall) receive(to string, file *multipart.Part) error {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // #nosec G304 -- the last part of a name, in a folder of its own
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(file, v.maxTheme()+1))
	err = errors.Join(err, out.Close())
	var large *http.MaxBytesError
	if errors.As(err, &large) || n > v.maxTheme() {
		return installed.ErrTooMuch
	}
	return fault.Full(err)
}

// lead leads to the page that goes on with a theme.
func (v themeInstall) lead(to url.Values) {
	to.Set("action", uploadTheme)
	http.Redirect(v.w, v.r, v.base+adminPath+updatePath+"?"+to.Encode(), http.StatusSeeOther) // #nosec G710 -- base is the site's own address
}

// came answers with what came of an install.
func (v themeInstall) came(one *theme.Theme, err error) {
	switch {
	case err == nil:
		v.lead(url.Values{"stylesheet": {one.ID}})
	case fault.Outage(err) != nil:
		v.fail(err)
	case errors.Is(err, env.ErrThemeFixed):
		v.say(http.StatusConflict, themeFixed)
	case errors.Is(err, installed.ErrNotHeld):
		v.refuseTheme(http.StatusNotFound, "The uploaded file isn't kept any more. Upload it again.", nil)
	case installed.Failed(err):
		v.Log.ErrorContext(v.ctx, "a theme can't be installed", "error", err)
		v.refuseTheme(http.StatusInternalServerError, "That failed. The log of the server tells why.", nil)
	case one != nil:
		v.fail(err) // it is installed, and what follows failed
	case errors.Is(err, installed.ErrTooMuch):
		v.refuseTheme(http.StatusRequestEntityTooLarge, "The theme is too large.", nil)
	default:
		v.refuseTheme(http.StatusBadRequest, "The theme isn't installed.", err)
	}
}

// refuseTheme shows the page with why a theme isn't installed.
func (v themeInstall) refuseTheme(status int, what string, why error) {
	v.refused, v.sent = &refusal{status, what}, map[string]string{}
	if why != nil {
		text := strings.ToValidUTF8(why.Error(), "")
		if len(text) > maxReason {
			text = strings.ToValidUTF8(text[:maxReason], "") + "…"
		}
		v.sent["why"] = text
	}
	v.screen(updatePath)
}

// show shows what became of a theme, asks whether it takes the place of the one that is there, or does what was
// answered.
func (v themeInstall) show() bool {
	action, token := v.query("action"), v.query("package")
	held := installed.Held{Person: v.user.ID, Token: token}
	cancels := action == "upload-theme-cancel-overwrite"
	switch {
	case action != uploadTheme && !cancels, token == "" && v.query("stylesheet") == "" && !cancels:
		return leads(installPath)(v.visit)
	case v.mayNot():
	case cancels:
		if !v.asked(nonceThemeCancel) {
			return true
		}
		if err := v.ThemeFolder.Drop(held); err != nil {
			v.fail(err)
			return true
		}
		return leads(installPath)(v.visit)
	case token != "" && (v.query("overwrite") == "update-theme" || v.query("overwrite") == "downgrade-theme"):
		if v.asked(nonceThemeUpload) {
			v.came(v.ThemeFolder.Replace(v.ctx, v.actor, token))
		}
	case token != "":
		sent, there, err := v.ThemeFolder.HeldTheme(held)
		if err != nil {
			v.came(nil, err)
			return true
		}
		v.question = &question{sent, there}
		return v.screen(updatePath)
	default:
		return v.screen(updatePath)
	}
	return true
}

// asked tells whether a link has a nonce of the person's; others are refused.
func (v themeInstall) asked(nonce string) bool {
	if v.r.Method == http.MethodGet && v.Auth.VerifyNonce(v.ctx, v.session, nonce, v.query("_wpnonce")) {
		return true
	}
	v.say(http.StatusForbidden, "This link is too old. Open the themes again.")
	return false
}

// question is whether a theme takes the place of another.
type question struct{ sent, there *theme.Theme }

// describe describes the page after an upload.
func (v themeInstall) describe(data map[string]any) error {
	switch {
	case v.refused != nil:
		data["refused"], data["why"] = v.text(v.refused.why), v.sent["why"]
	case v.question != nil:
		data["question"] = v.compared()
	default:
		for i, c := range v.choices() {
			if c.ID == v.query("stylesheet") {
				data["installed"], data["active"] = c, i == 0
				return nil
			}
		}
		return &refusal{http.StatusNotFound, "There is no theme of that name."}
	}
	return nil
}

// compared are both themes of a question, and the links that answer it.
func (v themeInstall) compared() map[string]any {
	header := func(t *theme.Theme) []string {
		if t == nil {
			return []string{"", "", "", ""}
		}
		return []string{t.Header.Name, t.Header.Version, t.Header.Author, t.Header.Parent}
	}
	link := func(action, nonce, overwrite string) string {
		q := url.Values{"action": {action}, "package": {v.query("package")}, "_wpnonce": {v.Auth.Nonce(v.ctx, v.session, nonce)}}
		if overwrite != "" {
			q.Set("overwrite", overwrite)
		}
		return v.base + adminPath + updatePath + "?" + q.Encode()
	}
	return map[string]any{
		"installed": header(v.question.there), "uploaded": header(v.question.sent),
		"replace": link(uploadTheme, nonceThemeUpload, "update-theme"), "cancel": link("upload-theme-cancel-overwrite", nonceThemeCancel, ""),
	}
}

// remove removes the theme of a link.
func (v themeInstall) remove() {
	id := v.query("stylesheet")
	if !v.actor.Can("delete_themes") {
		v.say(http.StatusForbidden, "You aren't allowed to delete themes.")
		return
	}
	if !v.asked(nonceThemeDelete + id) {
		return
	}
	switch err := v.ThemeFolder.Remove(v.ctx, v.actor, id); {
	case err == nil:
		http.Redirect(v.w, v.r, v.base+themesPath+"?deleted=true", http.StatusFound) // #nosec G710 -- base is the site's own address
	case errors.Is(err, env.ErrNoTheme), errors.Is(err, installed.ErrUnknown):
		v.say(http.StatusNotFound, "There is no theme of that name.")
	case errors.Is(err, env.ErrThemeNeeded):
		v.say(http.StatusConflict, "This theme is in use, or another one builds on it.")
	case v.ThemeFixed:
		v.say(http.StatusConflict, themeFixed)
	default:
		v.fail(err)
	}
}
