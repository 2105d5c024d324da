package ext

import (
	"quoin/internal/display/front"
	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/job"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/shortcode"
)

// What a site has.
type (
	// Entry is a post, a page or whatever else has a title and a text; EntryType is its
	// type, EntryChange a change of one, EntryQuery a list.
	Entry       = content.Entry
	EntryType   = content.Type
	EntryChange = content.Change
	EntryQuery  = content.Query
	EntryWrites = content.Writes
	// Term is a category, a tag or the like.
	Term       = taxonomy.Term
	Taxonomy   = taxonomy.Taxonomy
	TermQuery  = taxonomy.Query
	TermWrites = taxonomy.Writes
	// User is an account.
	User       = user.User
	UserQuery  = user.Query
	UserWrites = user.Writes
	// Comment is one on an entry.
	Comment       = comment.Comment
	CommentWrites = comment.Writes
	// Actor is whoever makes a request.
	Actor = access.Actor
)

// Types of entries that every site has.
const (
	TypePost       = content.TypePost
	TypePage       = content.TypePage
	TypeAttachment = content.TypeAttachment
)

// ErrNoEntry says that there is no entry of an id.
var ErrNoEntry = content.ErrNotFound

// System is the actor for work that nobody asked for.
func System() Actor { return access.System() }

// What visitors see.
type (
	// OwnPage is an address of an extension's own beside the API.
	OwnPage = ext.OwnPage
	// Page is a public page, Output what is added to it.
	Page   = front.Page
	Output = front.Output
	// Block is a block of a text, BlockContext what it is rendered in, BlockFunc renders one.
	Block        = block.Block
	BlockContext = render.Context
	BlockFunc    = render.BlockFunc
	// Shortcode renders a shortcode of a classic text, ShortcodeAttrs are what its tag says.
	Shortcode      = render.Shortcode
	ShortcodeAttrs = shortcode.Attrs
)

// HTML is a text as it stands in HTML.
func HTML(text string) string { return escape.HTML(text) }

// Job is one that Host.Queue took, JobHandler does those of one kind.
type (
	Job        = job.Job
	JobHandler = job.Handler
)
