package comment

import (
	"fmt"

	"quoin/internal/domain/hook"
)

// Hooks are called by Service on every write of a comment; see package hook. They may add to
// the meta of a Change, which on a create holds nothing else. Comments that
// are hidden because their entry goes into the trash, deleted with their entry,
// or move up when what they answer is deleted follow another write and have no
// calls of their own.
type Hooks = hook.Set[*Comment, Change]

// Writes are hooks of comments.
type Writes = hook.Writes[*Comment, Change]

// Ref implements hook.Object.
func (c *Comment) Ref() string { return fmt.Sprint("comment ", c.ID) }
