package admin

import (
	"context"
	"html"
	"strconv"
	"strings"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
)

// Counts is what lists tell beside the records that the API gives them.
type Counts interface {
	// EntryMonths are the months in which a type has entries, as YYYY-MM, the newest first.
	EntryMonths(ctx context.Context, typ string) ([]string, error)
	// CountByAuthor counts what accounts have published of a type.
	CountByAuthor(ctx context.Context, typ string, authors []int64) (map[int64]int, error)
	// HaveEntries tells which of some accounts have entries of any kind.
	HaveEntries(ctx context.Context, accounts []int64) ([]int64, error)
	// CommentsByID and ListCommentsByEntry are those of comment.Store.
	CommentsByID(ctx context.Context, ids []int64) (map[int64]*comment.Comment, error)
	ListCommentsByEntry(ctx context.Context, q comment.Query, entries []int64, limit int) (map[int64]comment.Page, error)
}

// mostCounted bounds of how many records one answer tells counts.
const mostCounted = 500

// counting is a visit that asks for what lists tell beside their records.
type counting struct{ *visit }

// asked are the ids that a request for counts names.
func (v counting) asked() []int64 {
	var ids []int64
	for _, text := range strings.SplitN(v.query("ids"), ",", mostCounted+1) {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 && len(ids) < mostCounted {
			ids = append(ids, id)
		}
	}
	return ids
}

// entries is what shows a list of entries or of media, or answers how many comments
// some of them have, who has them open, or in which months files came.
func entries(path string) func(v *visit) bool {
	return func(v *visit) bool {
		switch what := v.query("data"); {
		case what == "comments":
			asks := counting{v}
			counts, err := asks.countComments(asks.asked())
			v.told(map[string]any{"comments": counts}, err)
		case what == "locks":
			asks := counting{v}
			locks, err := asks.locks(asks.asked())
			v.told(map[string]any{"locks": locks}, err)
		case what == "months" && v.actor.Can(mayUpload):
			told := map[string]any{}
			v.told(told, v.describeMedia(told))
		default:
			return v.screen(path)
		}
		return true
	}
}

// countComments tells of entries that the person may read how many comments they have, and of
// those that wait, where the person may edit the entry or moderate.
func (v counting) countComments(ids []int64) (map[int64][2]int, error) {
	all := map[int64][2]int{}
	found, err := v.Entries.Store.EntriesByID(v.ctx, ids)
	if err != nil {
		return nil, err
	}
	var told []int64
	for _, e := range found {
		if v.Entries.CanRead(v.ctx, v.actor, e) || v.Entries.CanEdit(v.ctx, v.actor, e) {
			all[e.ID] = [2]int{int(e.CommentCount), 0}
			if v.actor.Can("moderate_comments") || v.Entries.CanEdit(v.ctx, v.actor, e) {
				told = append(told, e.ID)
			}
		}
	}
	waiting, err := v.Counts.ListCommentsByEntry(v.ctx, comment.Query{Statuses: []comment.Status{comment.Hold}, NotTypes: []string{comment.TypeNote}}, told, 1)
	if err != nil {
		return nil, err
	}
	for id, page := range waiting {
		all[id] = [2]int{all[id][0], page.Total}
	}
	return all, nil
}

// locks tells of entries that the person may edit who else has them open.
func (v counting) locks(ids []int64) (map[int64]string, error) {
	all := map[int64]string{}
	found, err := v.Entries.Store.EntriesByID(v.ctx, ids)
	if err != nil {
		return nil, err
	}
	now := v.Site.Clock()
	for _, e := range found {
		if l := content.LockOf(e); l.KeepsOut(v.user.ID, now) && v.Entries.CanEdit(v.ctx, v.actor, e) {
			all[e.ID] = v.editing().nameOf(l.User)
		}
	}
	return all, nil
}

// users shows the accounts, or answers how many posts some of them have published, or which of
// them have entries, of which those are asked who delete accounts.
func (v counting) users() bool {
	what := v.query("data")
	if what != "posts" && what != "contents" {
		return v.screen("users.php")
	}
	if !v.actor.Can("list_users") {
		v.refuse(errNotAllowed.status, errNotAllowed.why)
		return true
	}
	if what == "contents" {
		have, err := v.Counts.HaveEntries(v.ctx, v.asked())
		v.told(map[string]any{"contents": have}, err)
		return true
	}
	counts, err := v.Counts.CountByAuthor(v.ctx, content.TypePost, v.asked())
	v.told(map[string]any{"posts": counts}, err)
	return true
}

// describeUsers brings what forms of accounts are sent with, and calls the page that asks what becomes of
// what deleted accounts have written by its name.
func describeUsers(v *visit, data map[string]any) error {
	if v.query("action") == "delete" {
		if !v.actor.Can("delete_users") {
			return errNotAllowed
		}
		data["title"] = v.text("Delete Users")
		delete(data, "add")
	}
	data["formNonce"] = v.Auth.Nonce(v.ctx, v.session, nonceProfile)
	return nil
}

// describeComments names the entry whose comments alone are asked for, to those who may read it.
func describeComments(v *visit, data map[string]any) error {
	id, _ := strconv.ParseInt(v.query("p"), 10, 64)
	if id <= 0 {
		return nil
	}
	found, err := v.Entries.Store.EntriesByID(v.ctx, []int64{id})
	if err != nil {
		return err
	}
	if e := found[id]; e != nil && (v.Entries.CanRead(v.ctx, v.actor, e) || v.Entries.CanEdit(v.ctx, v.actor, e)) {
		data["title"] = v.Site.Say(v.ctx, "Comments on “%s”", html.UnescapeString(e.Title))
	}
	return nil
}

// month is one that a list can be narrowed to.
type month struct {
	Value string `json:"value"` // as addresses have it
	Label string `json:"label"`
}

// describeMonths tells a list the months of its type.
func (v *visit) describeMonths(data map[string]any, typ string) error {
	list, err := v.Counts.EntryMonths(v.ctx, typ)
	if err != nil {
		return err
	}
	months := []month{}
	for _, m := range list {
		months = append(months, month{strings.ReplaceAll(m, "-", ""), m + "-01T00:00:00"})
	}
	data["months"] = months
	return nil
}

// filePath is where one file of the library is described, as other entries are edited.
const filePath = "post.php"

// describeFile says which it is, to those who may edit it.
func describeFile(v *visit, data map[string]any) error {
	id, _ := strconv.ParseInt(v.query("post"), 10, 64)
	found, err := v.Entries.Store.EntriesByID(v.ctx, []int64{id})
	switch {
	case err != nil:
		return err
	case found[id] == nil || !v.Entries.CanEdit(v.ctx, v.actor, found[id]):
		return errNotAllowed
	}
	data["item"] = id
	return nil
}

func (v *visit) describeMedia(data map[string]any) error {
	return v.describeMonths(data, content.TypeAttachment)
}
