package loginlimit

import (
	"context"
	"strconv"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Who is locked out, as the screen shows it, and how that ends.

// mostLocked bounds the list.
const mostLocked = 1000

var lockedAnswer = schema.List(schema.Of(
	schema.Prop("kind", schema.Str("What is locked out.", schema.Enum(byAddress, byAccount, byName))),
	schema.Prop("subject", schema.Str("The address, account or name, as it is counted.")),
	schema.Prop("name", schema.Str("What people call it.")),
	schema.Prop("until", schema.Str("Until when, in UTC.")),
), "Those that are locked out, the longest in front.")

// lockedRoute is our own.
func (s *service) lockedRoute() rest.Route {
	return rest.Route{
		Namespace: namespace, Pattern: "/" + namespace + "/locked", Hidden: true,
		Endpoints: []rest.Endpoint{
			{Methods: rest.Readable, Allow: rest.Manage, Handle: s.listLocked, Answer: lockedAnswer},
			{Methods: rest.Deletable, Allow: rest.Manage, Handle: s.endLocked, Answer: schema.Of(schema.Prop("success", schema.Bool("That it ended."))), Args: []rest.Arg{
				must(argKind.Arg(schema.Str("What is locked out.", schema.Enum(byAddress, byAccount, byName)))),
				must(argSubject.Arg(schema.Str("The address, account or name, as the list has it."))),
			}},
		},
	}
}

func must(a rest.Arg) rest.Arg {
	a.Required = true
	return a
}

// lockedOut are those that are locked out, the longest in front.
func (s *service) lockedOut(ctx context.Context) (list []*count, err error) {
	err = s.DB.Query(ctx, "SELECT kind, subject, locked_until FROM loginlimit_count WHERE kind IN (?, ?, ?) AND locked_until > ? ORDER BY locked_until DESC, kind, subject LIMIT ?",
		[]any{byAddress, byAccount, byName, s.Clock().Unix(), mostLocked}, func(scan func(...any) error) error {
			c := &count{}
			list = append(list, c)
			return scan(&c.kind, &c.subject, &c.locked)
		})
	return list, err
}

// until is when a lock-out ends, as it is printed.
func (c *count) until() string { return time.Unix(c.locked, 0).UTC().Format(time.RFC3339) }

func (s *service) listLocked(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	list, err := s.lockedOut(ctx)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, c := range list {
		if id, ok := accountID(c.subject); ok {
			ids = append(ids, id)
		}
	}
	users, err := s.Store.UsersByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, c := range list {
		name := strings.TrimPrefix(c.subject, "name ")
		if id, ok := accountID(c.subject); ok && users[id] != nil {
			name = users[id].Login
		}
		out = append(out, wire.NewObject("kind", c.kind, "subject", c.subject, "name", name, "until", c.until()))
	}
	return rest.OK(out), nil
}

// accountID is the id of an account that is counted.
func accountID(subject string) (int64, bool) {
	text, ok := strings.CutPrefix(subject, "user ")
	id, err := strconv.ParseInt(text, 10, 64)
	return id, ok && err == nil
}

func (s *service) endLocked(r *rest.Request) (*rest.Response, error) {
	n, err := s.DB.Exec(r.Context(), "DELETE FROM loginlimit_count WHERE kind = ? AND subject = ?", argKind.Of(r), argSubject.Of(r))
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, fault.NotFound("not_locked_out", "This isn't locked out.")
	}
	return rest.OK(wire.NewObject("success", true)), nil
}
