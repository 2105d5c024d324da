package admin

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"quoin/internal/domain/comment"
)

// commentPath is the page of one comment.
const commentPath = "comment.php"

// nonceComment is what the nonce of its form is for.
const nonceComment = "update-comment"

// describeComment brings what the form is sent with along, and what was sent and refused.
func describeComment(v *visit, data map[string]any) error {
	data["formNonce"] = v.Auth.Nonce(v.ctx, v.session, nonceComment)
	if v.refused != nil {
		data["sent"], data["refused"] = json.RawMessage(v.sent["changes"]), v.refused.why
	}
	return v.describeWritten(data)
}

// describeWritten tells what was written to whoever doesn't moderate and may edit the comment, since it is on
// an entry of theirs: the API gives that to moderators alone.
func (v *visit) describeWritten(data map[string]any) error {
	policy := comment.Policy{Entries: v.Entries.Policy}
	data["moderates"] = policy.CanModerate(v.actor)
	id, _ := strconv.ParseInt(v.query("c"), 10, 64)
	if policy.CanModerate(v.actor) || id <= 0 {
		return nil
	}
	found, err := v.Counts.CommentsByID(v.ctx, []int64{id})
	if err != nil || found[id] == nil {
		return err
	}
	c := found[id]
	entries, err := v.Entries.Store.EntriesByID(v.ctx, []int64{c.Entry})
	if err != nil {
		return err
	}
	if policy.CanEdit(v.ctx, v.actor, c, entries[c.Entry]) {
		data["written"] = map[string]string{"content": c.Content, "author_email": c.AuthorEmail}
	}
	return nil
}

// takeComment has the API store what was changed of a comment, and goes on to the comments on the same entry. The form is
// sent by the browser itself: what comes after it finds the next page, or waits for that.
func takeComment(v *visit) {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxForm)
	id, err := strconv.ParseInt(v.query("c"), 10, 64)
	if err != nil || v.r.ParseForm() != nil {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceComment, v.r.PostForm.Get("_wpnonce")) {
		v.say(http.StatusForbidden, "The page is too old. Load it again.")
		return
	}
	changes := v.r.PostForm.Get("changes")
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(changes), &fields) != nil {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	a := v.editing().call(http.MethodPost, "/wp/v2/comments/"+strconv.FormatInt(id, 10), func(inner *http.Request) {
		inner.Header.Set("Content-Type", "application/json")
		inner.Body, inner.ContentLength = io.NopCloser(strings.NewReader(changes)), int64(len(changes))
	})
	if a == nil {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	var told struct {
		Post    int64  `json:"post"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(a.body.Bytes(), &told); err != nil {
		v.fail(err)
		return
	}
	if a.status != http.StatusOK {
		v.refused, v.sent = &refusal{a.status, told.Message}, map[string]string{"changes": changes}
		v.screen(commentPath)
		return
	}
	http.Redirect(v.w, v.r, v.base+adminPath+"edit-comments.php?p="+strconv.FormatInt(told.Post, 10)+"#comment-"+strconv.FormatInt(id, 10), http.StatusSeeOther) // #nosec G710 -- base is the site's own address
}
