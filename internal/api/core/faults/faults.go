// Package faults says what the refusals of the domain become in an answer:
// their codes, statuses and data are those of the reference.
package faults

import (
	"errors"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

// table are the refusals that carry nothing. Those without a status are ones
// that the stores of the reference make, which know none. It is read only.
var table = []struct {
	err   error
	fault *fault.Error
}{
	{content.ErrEmpty, fault.BadRequest("empty_content", "The entry has no title, no content and no excerpt.")},
	{content.ErrDate, fault.BadRequest("invalid_date", "The date is out of range.")},

	{taxonomy.ErrLongName, fault.NoStatus("db_insert_error", "The name of a term has at most 200 characters.")},
	{taxonomy.ErrEmptyName, fault.NoStatus("empty_term_name", "A term needs a name.")},

	{menu.ErrMenu, fault.BadRequest("invalid_menu_id", "There is no menu with this id.")},

	{user.ErrLoginEmpty, fault.NoStatus("empty_user_login", "An account needs a log-in name.")},
	{user.ErrLoginLong, fault.NoStatus("user_login_too_long", "A log-in name has at most 60 characters.")},
	{user.ErrLoginTaken, fault.NoStatus("existing_user_login", "This log-in name is already registered.")},
	{user.ErrLoginRefused, fault.NoStatus("invalid_username", "This log-in name can't be taken.")},
	{user.ErrEmailTaken, fault.NoStatus("existing_user_email", "This e-mail address is already registered.")},
	{user.ErrSlugEmpty, fault.NoStatus("empty_user_nicename", "Nothing of the slug is left.")},
	{user.ErrSlugLong, fault.NoStatus("user_nicename_too_long", "A slug has at most 50 characters.")},
	{user.ErrLastAdministrator, fault.Forbidden("rest_last_administrator", "The site would be left without an administrator.")},
	{user.ErrURLLong, fault.NoStatus("user_url_too_long", "The address of a user has at most 100 characters.")},

	{comment.ErrNoNotes, fault.Forbidden("rest_comment_not_supported_post_type", "Entries of this type have no notes.")},
	{comment.ErrDraft, fault.Forbidden("rest_comment_draft_post", "Drafts can't be commented on.")},
	{comment.ErrTrashed, fault.Forbidden("rest_comment_trash_post", "Entries in the trash can't be commented on.")},
	{comment.ErrUnreadable, fault.Denied("rest_cannot_read_post", "You aren't allowed to read the entry of the comment.")},
	{comment.ErrClosed, fault.Forbidden("rest_comment_closed", "The comments of this entry are closed.")},
	{comment.ErrContent, fault.BadRequest("rest_comment_content_invalid", "A comment needs a text.")},
	{comment.ErrAuthorData, fault.BadRequest("rest_comment_author_data_required", "A comment needs a name and an e-mail address.")},
	{comment.ErrDuplicate, fault.New(409, "comment_duplicate", "You have said that already.")},
	{comment.ErrFlood, fault.BadRequest("comment_flood", "You are commenting too fast; wait a moment.")},
	{comment.ErrNameLength, fault.BadRequest("comment_author_column_length", "The name is too long.")},
	{comment.ErrEmailLength, fault.BadRequest("comment_author_email_column_length", "The e-mail address is too long.")},
	{comment.ErrURLLength, fault.BadRequest("comment_author_url_column_length", "The address is too long.")},
	{comment.ErrContentLength, fault.BadRequest("comment_content_column_length", "The text is too long.")},
	{comment.ErrAgentLength, fault.BadRequest("comment_agent_column_length", "The name of the program is too long.")},
}

// Of is the fault that an error of the domain becomes, or the fault that it
// is; nil for one that is no refusal.
func Of(err error) *fault.Error {
	if f := fault.As(err); f != nil {
		return f
	}
	var exists *taxonomy.ExistsError
	if errors.As(err, &exists) {
		return fault.BadRequest("term_exists", "A term with this name already exists.").
			With("term_id", exists.ID).WithExtra(exists.ID).WithExtra(exists.ID)
	}
	var slug *taxonomy.SlugTakenError
	if errors.As(err, &slug) {
		return fault.NoStatus("duplicate_term_slug", "Another term of this taxonomy has the slug "+slug.Slug+".")
	}
	var taken *content.FieldTakenError
	if errors.As(err, &taken) {
		return fault.BadRequest("rest_field_taken", "meta."+wire.Mark+taken.Key+": another entry has this value.").With("key", wire.Symbol(taken.Key))
	}
	for _, row := range table {
		if errors.Is(err, row.err) {
			return row.fault
		}
	}
	return nil
}
