package comment

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// Reader is whose list of comments it is; see Policy.CanRead, which says the
// same of one comment.
type Reader struct {
	User int64 // reads what they wrote; 0: nobody
	// Persons are shown: e-mail and ip addresses of all who wrote. Others find
	// by them what they wrote themselves.
	Persons bool
	// OwnOrphans and Orphans: of comments without an entry those that they wrote
	// are read, or all.
	OwnOrphans, Orphans bool

	Types  []string      // entries of other types have no comments to read
	Read   content.Reach // entries whose approved comments are read, unless they have a password
	Edit   content.Reach // entries whose comments are read all
	Opened int64         // the entry whose password was given
}

// Reader is what a list needs to know of the actor. opened is the entry whose
// password was given, or 0.
func (p Policy) Reader(ctx context.Context, a access.Actor, opened int64) *Reader {
	mod := p.CanModerate(a)
	r := &Reader{
		User: a.ID, Persons: mod, OwnOrphans: mod && a.LoggedIn(), Orphans: mod && a.Can("edit_posts"),
		Read: p.Entries.ReadReach(ctx, a), Edit: p.Entries.EditReach(ctx, a), Opened: opened,
	}
	for _, t := range p.Entries.Types.REST() {
		r.Types = append(r.Types, t.Name)
	}
	return r
}
