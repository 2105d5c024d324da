package ext

import (
	"quoin/internal/api/rest"
	"quoin/internal/display/front"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/mail"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/auth"
)

// What queries and changes of entries are made of.
type (
	// EntryStatus is a status that an entry has; Status declares another one.
	EntryStatus = content.Status
	// TermFilter restricts a list of entries by their terms, Order orders one, Condition
	// restricts one by what the store knows of fields and tables.
	TermFilter = content.TermFilter
	Order      = content.Order
	Condition  = content.Condition
)

// The statuses that every site has.
const (
	StatusPublish = content.Publish
	StatusDraft   = content.Draft
	StatusPending = content.Pending
	StatusPrivate = content.Private
	StatusFuture  = content.Future
	StatusTrash   = content.Trash
)

// What is written of people and comments.
type (
	UserChange    = user.Change
	CommentChange = comment.Change
	CommentDraft  = comment.Draft
)

// What Parts are made of.
type (
	// Tag is the name of something that cached values depend on.
	Tag = cache.Tag
	// Check looks at the extension's data for quoin doctor, Finding is what it found.
	Check   = doctor.Check
	Finding = doctor.Finding
	// Document is an answer to an address that only programs ask for, Feed is what is added
	// to a feed, LostLead where an address leads that means nothing, Lead one for servers
	// that only have files.
	Document = front.Document
	Feed     = front.Feed
	LostLead = front.Lead
	Lead     = ext.Lead
	// Message is a mail, see Host.Mail.
	Message = mail.Message
	// LoginThrottle has a say in each attempt to log in; LoginNoSay, which is embedded, has
	// none where a method is missing. LoginChallenge asks for a second factor.
	LoginThrottle  = auth.Throttle
	LoginNoSay     = auth.NoSay
	LoginChallenge = auth.Challenge
	// TypeAdded adds to the answers about types.
	TypeAdded = ext.TypeAdded
)

// EventStream is the content type of answers that go on for as long as the client stays.
const EventStream = rest.EventStream
