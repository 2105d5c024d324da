package admin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render/datefmt"
	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

const (
	nonceUpload = "media-form"
	mayUpload   = access.Capability("upload_files")
	uploadField = "async-upload"
	// formBeside is how much a form may have beside its file, in bytes.
	formBeside = 1 << 20
	tooLarge   = "The file is larger than uploads may be."
)

// take takes a file of a form as the field's clients for uploads send it, which are named in
// window._wpPluploadSettings: with action=upload-attachment the answer tells all of the file as
// JSON, else it is its id alone. The API stores it, so what it refuses is refused here, in its words.
func (v uploading) take() {
	if !v.actor.Can(mayUpload) {
		v.refuseUnread()
		return
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, v.MaxUpload+formBeside)
	if v.strange() {
		v.refuseUnread()
		return
	}
	if err := v.r.ParseMultipartForm(formBeside); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			v.say(http.StatusRequestEntityTooLarge, tooLarge)
			return
		}
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	if v.r.MultipartForm != nil {
		defer func() { _ = v.r.MultipartForm.RemoveAll() }()
	}
	up, ok := v.begun()
	if !ok {
		up.old()
		return
	}
	var header *multipart.FileHeader
	if form := v.r.MultipartForm; form != nil && len(form.File[uploadField]) > 0 {
		header = form.File[uploadField][0]
		up.name = header.Filename
	}
	post, _ := strconv.ParseInt(v.r.Form.Get("post_id"), 10, 64)
	if v.r.Form.Has("post_id") && !v.mayAttach(post) {
		if up.full {
			up.refuse("You aren't allowed to attach files to this entry.")
			return
		}
		post = 0
	}
	switch {
	case header == nil:
		up.refuse("There is no file in the form.")
		return
	case header.Size > v.MaxUpload:
		v.say(http.StatusRequestEntityTooLarge, tooLarge)
		return
	}
	made, why := v.editing().store(header, post)
	if made == nil {
		up.refuse(why)
		return
	}
	up.stored(made)
}

// begun is an upload whose fields are read, and whether its nonce is one of the person's.
func (v uploading) begun() (uploading, bool) {
	return uploading{visit: v.visit, full: v.r.Form.Get("action") == "upload-attachment"},
		v.Auth.VerifyNonce(v.ctx, v.session, nonceUpload, v.r.Form.Get("_wpnonce"))
}

// strange tells that a nonce stands before the file, as the field's clients send it, and isn't one of the
// person's. The form can be read after it as if nothing had been.
func (v uploading) strange() bool {
	_, parameters, err := mime.ParseMediaType(v.r.Header.Get("Content-Type"))
	if err != nil || parameters["boundary"] == "" {
		return false
	}
	body := v.r.Body
	var seen bytes.Buffer
	defer func() {
		v.r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(&seen, body), body}
	}()
	fields, _, err := beforeFile(multipart.NewReader(io.TeeReader(io.LimitReader(body, formBeside), &seen), parameters["boundary"]))
	return err == nil && fields.Has("_wpnonce") && !v.Auth.VerifyNonce(v.ctx, v.session, nonceUpload, fields.Get("_wpnonce"))
}

// beforeFile are the fields of a form that stand before its first file, formBeside bytes at most, and that file, nil
// where there is none.
func beforeFile(form *multipart.Reader) (fields url.Values, file *multipart.Part, err error) {
	fields = url.Values{}
	left := int64(formBeside)
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return fields, nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if part.FileName() != "" {
			return fields, part, nil
		}
		value, err := io.ReadAll(io.LimitReader(part, left+1))
		if left -= int64(len(value)); err == nil && left < 0 {
			err = multipart.ErrMessageTooLarge
		}
		if err != nil {
			return nil, nil, err
		}
		fields.Add(part.FormName(), string(value))
	}
}

// refuseUnread answers who may not upload as if the form had been taken, by what stands in it before
// its file: nothing of theirs is written to the disk.
func (v uploading) refuseUnread() {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, formBeside)
	name, err := v.readFields()
	if err != nil {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	up, ok := v.begun()
	if !ok {
		up.old()
		return
	}
	up.name = name
	up.refuse("You aren't allowed to upload files.")
}

// readFields reads the fields of a form that stand before its first file, and that file's name.
func (v uploading) readFields() (name string, err error) {
	if err := v.r.ParseForm(); err != nil {
		return "", err
	}
	form, err := v.r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	fields, file, err := beforeFile(form)
	if file != nil {
		name = file.FileName()
	}
	for key, values := range fields {
		v.r.Form[key] = append(v.r.Form[key], values...)
	}
	return name, err
}

func (v uploading) mayAttach(id int64) bool {
	found, err := v.Entries.Store.EntriesByID(v.ctx, []int64{id})
	return err == nil && found[id] != nil && v.Entries.CanEdit(v.ctx, v.actor, found[id])
}

// store has the API store a file of a form, which isn't copied for it, and gives what it tells of
// it, or why it doesn't.
func (v editing) store(header *multipart.FileHeader, post int64) (*uploaded, string) {
	query := url.Values{"context": {"edit"}}
	if post > 0 {
		query.Set("post", strconv.FormatInt(post, 10))
	}
	a := v.call(http.MethodPost, "/wp/v2/media?"+query.Encode(), func(inner *http.Request) {
		inner.MultipartForm = &multipart.Form{File: map[string][]*multipart.FileHeader{"file": {header}}}
	})
	if a == nil {
		return nil, ""
	}
	var made uploaded
	if err := json.Unmarshal(a.body.Bytes(), &made); err != nil {
		return nil, ""
	}
	if a.status != http.StatusCreated {
		return nil, made.Message
	}
	return &made, ""
}

// uploaded is what the API tells of a file, or why it refuses one.
type uploaded struct {
	Message     string `json:"message"`
	ID          int64  `json:"id"`
	Author      int64  `json:"author"`
	Post        *int64 `json:"post"`
	Slug        string `json:"slug"`
	Status      string `json:"status"`
	Date        string `json:"date"`
	DateUTC     string `json:"date_gmt"`
	ModifiedUTC string `json:"modified_gmt"`
	Link        string `json:"link"`
	MIME        string `json:"mime_type"`
	URL         string `json:"source_url"`
	Alt         string `json:"alt_text"`
	Title       raw    `json:"title"`
	Caption     raw    `json:"caption"`
	Description raw    `json:"description"`
	Details     struct {
		Bytes    int64                   `json:"filesize"`
		Width    int                     `json:"width"`
		Height   int                     `json:"height"`
		Length   string                  `json:"length_formatted"`
		Original string                  `json:"original_image"`
		Sizes    map[string]uploadedSize `json:"sizes"`
	} `json:"media_details"`
}

type raw struct {
	Raw string `json:"raw"`
}

type uploadedSize struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	URL    string `json:"source_url"`
}

// uploading is an upload that is answered: "full" by JSON.
type uploading struct {
	*visit
	full bool
	name string
}

func (u uploading) write(status int, body string) {
	u.headers()
	u.w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	u.w.WriteHeader(status)
	_, _ = io.WriteString(u.w, body)
}

func (u uploading) tell(what map[string]any) {
	body, err := json.Marshal(what)
	if err != nil {
		u.fail(err)
		return
	}
	u.write(http.StatusOK, string(body))
}

// old answers a form whose nonce isn't one of the person's.
func (u uploading) old() {
	if u.full {
		u.write(http.StatusForbidden, "-1")
		return
	}
	u.say(http.StatusForbidden, "The page is too old. Load it again.")
}

// refuse tells why a file isn't stored: as the field's clients expect, by an answer without an error.
func (u uploading) refuse(why string) {
	texts := u.Site.Texts(u.ctx)
	if why == "" {
		why = "That failed. The log of the server tells why."
	}
	why = texts.Of(why)
	if u.full {
		u.tell(map[string]any{"success": false, "data": map[string]string{"message": why, "filename": html.EscapeString(u.name)}})
		return
	}
	u.write(http.StatusOK, `<div class="notice error-div error"><strong>`+html.EscapeString(fmt.Sprintf(texts.Of("“%s” isn't stored."), u.name))+`</strong><br />`+html.EscapeString(why)+`</div>`)
}

// stored tells of a file that is.
func (u uploading) stored(made *uploaded) {
	id := strconv.FormatInt(made.ID, 10)
	if !u.full {
		u.write(http.StatusOK, id)
		return
	}
	kind, subtype, _ := strings.Cut(made.MIME, "/")
	told := map[string]any{
		"id": made.ID, "title": made.Title.Raw, "filename": path.Base(made.URL), "url": made.URL, "link": made.Link, "alt": made.Alt,
		"author": strconv.FormatInt(made.Author, 10), "description": made.Description.Raw, "caption": made.Caption.Raw, "name": made.Slug, "status": made.Status,
		"uploadedTo": 0, "date": milliseconds(made.DateUTC), "modified": milliseconds(made.ModifiedUTC), "menuOrder": 0,
		"mime": made.MIME, "type": kind, "subtype": subtype, "dateFormatted": u.day(made.Date), "context": "", "meta": false,
		"nonces":   map[string]string{"update": u.nonce("update-post_" + id), "edit": u.nonce("image_editor-" + id), "delete": u.nonce("delete-post_" + id)},
		"editLink": u.base + postPath + "?post=" + id + "&action=edit", "authorName": u.user.Name, "authorLink": u.base + adminPath + profilePath,
	}
	if made.Post != nil {
		told["uploadedTo"] = *made.Post
	}
	d := made.Details
	if d.Bytes > 0 {
		told["filesizeInBytes"], told["filesizeHumanReadable"] = d.Bytes, media.Bytes(d.Bytes, 0)
	}
	if d.Length != "" {
		told["fileLength"] = d.Length
	}
	if d.Width > 0 && d.Height > 0 {
		told["width"], told["height"] = d.Width, d.Height
	}
	if kind == "image" {
		told["sizes"] = made.sizes(told)
		if d.Original != "" {
			told["originalImageName"], told["originalImageURL"] = d.Original, strings.TrimSuffix(made.URL, path.Base(made.URL))+d.Original
		}
	}
	u.tell(map[string]any{"success": true, "data": told})
}

// sizes are those that people choose from, with the whole picture, whose form goes to "told" too.
func (made *uploaded) sizes(told map[string]any) map[string]any {
	all := map[string]any{}
	for _, name := range []string{"thumbnail", "medium", "large", "full"} {
		s, ok := made.Details.Sizes[name]
		if name == "full" {
			s, ok = uploadedSize{made.Details.Width, made.Details.Height, made.URL}, true
		}
		if !ok {
			continue
		}
		one := map[string]any{"url": s.URL}
		if s.Width > 0 && s.Height > 0 {
			one["width"], one["height"], one["orientation"] = s.Width, s.Height, "landscape"
			if s.Height > s.Width {
				one["orientation"] = "portrait"
			}
			if name == "full" {
				told["orientation"] = one["orientation"]
			}
		}
		all[name] = one
	}
	return all
}

func (v uploading) nonce(action string) string { return v.Auth.Nonce(v.ctx, v.session, action) }

// day is a stored date as people of the site's language read it.
func (v uploading) day(stored string) string {
	t, err := time.ParseInLocation(site.DateForm, stored, v.Site.Zone(v.ctx))
	if err != nil {
		return ""
	}
	texts := v.Site.Texts(v.ctx)
	return datefmt.In(texts, t, texts.Of("F j, Y"))
}

func milliseconds(utc string) int64 {
	t, err := time.Parse(site.DateForm, utc)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}
