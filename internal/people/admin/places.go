package admin

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/domain/content"
)

// place is what the program does at a path below /wp-admin/, beside showing the screen that
// the bundle has there. Paths without one show their screen alone.
type place struct {
	// get answers in place of the screen; false where there is nothing to answer.
	get func(v *visit) bool
	// take takes what is sent there.
	take func(v *visit)
	// describe adds to what a screen is told, for those who may open it. A refusal says no.
	describe func(v *visit, data map[string]any) error
	// own paths decide by themselves, in describe, who may open their screen.
	own bool
	// open answers strangers too, in place of the log-in.
	open func(v *visit)
	// must be built: without the bundle one sentence says so.
	must bool
}

// places are all of them. The screens themselves, with their titles and who may open them,
// are in the bundle: each folder says so in its screen.json, extensions' too.
func places() map[string]place {
	return map[string]place{
		filePath:                   {get: first(func(v *visit) bool { return v.editing().edit() }, "post", listPath), take: func(v *visit) { v.editing().takePost() }, describe: describeFile},
		"post-new.php":             {get: func(v *visit) bool { return v.editing().write() }, must: true},
		"site-editor.php":          {get: func(v *visit) bool { return v.editing().design() }, must: true},
		"edit-comments.php":        {describe: describeComments},
		commentPath:                {must: true, take: takeComment, describe: describeComment},
		"admin-ajax.php":           {take: func(v *visit) { v.editing().sign() }},
		"admin-post.php":           {open: answerPost},
		"async-upload.php":         {get: noUpload, take: func(v *visit) { uploading{visit: v}.take() }},
		revisionPath:               {get: first(func(v *visit) bool { return v.editing().revision() }, "revision", listPath)},
		"options-general.php":      {describe: describeGeneral},
		optionsPath:                {take: (*visit).setOptions, describe: (*visit).describeOptions},
		listPath:                   {get: attachmentsElsewhere(entries(listPath)), describe: (*visit).describeList, own: true},
		"upload.php":               {get: entries("upload.php"), describe: (*visit).describeMedia},
		"users.php":                {get: func(v *visit) bool { return counting{v}.users() }, describe: describeUsers},
		"user-new.php":             {describe: nonceOf(nonceProfile, "formNonce")},
		"widgets.php":              {describe: (*visit).describeWidgets},
		"media-upload.php":         {get: leads("upload.php")},
		"media.php":                {get: leads("upload.php")},
		"moderation.php":           {get: leads("edit-comments.php?comment_status=moderated")},
		"privacy-policy-guide.php": {get: leads("options-privacy.php")},
		"options-connectors.php":   {get: leadToConnections},
		"credits.php":              {get: leads(aboutPath)},
		"freedoms.php":             {get: leads(aboutPath)},
		"contribute.php":           {get: leads(aboutPath)},
		"privacy.php":              {get: leads(aboutPath)},
		aboutPath:                  {describe: describeProgram},
		updatesPath:                {describe: describeProgram},
		"upgrade.php":              {get: leads(updatesPath)},
		termPath:                   {get: first(func(v *visit) bool { return v.screen(termPath) }, "tag_ID", "edit-tags.php"), describe: (*visit).describeTerms, own: true},
		"customize.php":            {get: leads("site-editor.php?p=%2Fstyles")},
		installPath:                {describe: func(v *visit, data map[string]any) error { return themeInstall{v}.describeForm(data) }},
		updatePath:                 {get: func(v *visit) bool { return themeInstall{v}.show() }, take: func(v *visit) { themeInstall{v}.take() }, describe: func(v *visit, data map[string]any) error { return themeInstall{v}.describe(data) }},
		"theme-editor.php":         {get: leads("themes.php")},
		"plugin-install.php":       {get: leads("plugins.php")},
		"plugin-editor.php":        {get: leads("plugins.php")},
		termsPath:                  {get: func(v *visit) bool { return terms{v}.list() }, describe: (*visit).describeTerms, own: true},
		userPath:                   {describe: func(v *visit, data map[string]any) error { return profile{v}.describeUser(data) }, own: true},
		profilePath:                {take: func(v *visit) { profile{v}.save() }, describe: func(v *visit, data map[string]any) error { return profile{v}.describeOwn(data) }, own: true},
		"themes.php":               {get: (*visit).themes, describe: (*visit).describeThemes},
		"export.php":               {get: (*visit).export, describe: describeExport},
		"import.php":               {take: (*visit).takeExport, describe: nonceOf(nonceImport, "importNonce")},
		exportPersonPath:           {get: func(v *visit) bool { return exporting(v).show() }, take: func(v *visit) { exporting(v).take() }, describe: nonceOf(nonceRequests, "formNonce")},
		erasePersonPath:            {get: func(v *visit) bool { return erasing(v).show() }, take: func(v *visit) { erasing(v).take() }, describe: nonceOf(nonceRequests, "formNonce")},
		"tools.php?page=backups":   {get: (*visit).backups, take: (*visit).makeBackup, describe: (*visit).describeBackups},
		"tools.php?page=record":    {get: (*visit).record},
		"site-health.php":          {get: (*visit).health, describe: (*visit).describeHealth},
	}
}

// leads goes on to another page of the admin, for addresses of the field whose work is done
// there.
func leads(to string) func(v *visit) bool {
	return func(v *visit) bool {
		http.Redirect(v.w, v.r, v.base+adminPath+to, http.StatusFound) // #nosec G710 -- base is the site's own address
		return true
	}
}

// first answers requests that name something, and leads others on, as the field's pages do.
func first(answer func(v *visit) bool, names, to string) func(v *visit) bool {
	return func(v *visit) bool {
		if v.r.URL.Query().Has(names) {
			return answer(v)
		}
		return leads(to)(v)
	}
}

// attachmentsElsewhere leads who asks a list for files to the library.
func attachmentsElsewhere(answer func(v *visit) bool) func(v *visit) bool {
	return func(v *visit) bool {
		if v.query("post_type") == content.TypeAttachment {
			return leads("upload.php")(v)
		}
		return answer(v)
	}
}

// answerPost answers forms that name an action of theirs. There are none here, so each is refused, and
// nothing is said where none is named.
func answerPost(v *visit) {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxForm)
	if err := v.r.ParseMultipartForm(maxForm); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	if action := v.r.Form.Get("action"); action != "" && action != "0" {
		v.say(http.StatusBadRequest, "There is no action of that name.")
		return
	}
	v.headers()
	v.w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	v.w.WriteHeader(http.StatusOK)
}

// noUpload refuses what isn't sent as a form.
func noUpload(v *visit) bool {
	v.say(http.StatusForbidden, "The page is too old. Load it again.")
	return true
}

// leadToConnections leads to what connects the site with others: the webhooks, while they are on.
func leadToConnections(v *visit) bool {
	const hooks = "tools.php?page=webhooks"
	if s, ok := v.bundle.screen(hooks); ok && v.there(s) {
		return leads(hooks)(v)
	}
	return leads("options-general.php")(v)
}

// Pages that tell of the program itself.
const (
	aboutPath   = "about.php"
	updatesPath = "update-core.php"
)

func describeProgram(v *visit, data map[string]any) error {
	data["version"] = v.Version
	return nil
}

// nonceOf describes a screen by the nonce of its form.
func nonceOf(action, name string) func(v *visit, data map[string]any) error {
	return func(v *visit, data map[string]any) error {
		data[name] = v.Auth.Nonce(v.ctx, v.session, action)
		return nil
	}
}

// pathOf is the path of a request below /wp-admin/, with the page that it names.
func pathOf(u *url.URL) string {
	path := strings.TrimPrefix(u.Path, adminPath)
	if path == "" {
		path = "index.php"
	}
	if page := u.Query().Get("page"); page != "" {
		path += "?page=" + page
	}
	return path
}

// refusal is why a screen isn't shown.
type refusal struct {
	status int
	why    string
}

func (r *refusal) Error() string { return r.why }

var errNotAllowed = &refusal{http.StatusForbidden, "You are not allowed to open this page."}
