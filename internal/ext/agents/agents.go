// Package agents lets programs that act for people use the site by the Model Context
// Protocol: an endpoint that lists tools and runs them.
//
// A tool is nothing of its own: it is an ability, or an endpoint of the API with some of
// its arguments, so its schemas are those of these declarations, and a call of it is a
// request to them by the same caller. What the caller may do is decided there, by account
// and by the scope of the application password. This package adds what a program needs
// that may be wrong: every writing tool can be tried without effect, every call stands in
// the audit log, and what was changed can be taken back.
//
// Start reading at serve.go; tools.go has the tools, call.go runs them, undo.go takes back.
package agents

import (
	"context"
	"embed"
	"io/fs"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

//go:embed migrations
var files embed.FS

const (
	namespace = "quoin/v1"
	pattern   = "/" + namespace + "/mcp"
)

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID: "agents",
		Info: ext.Info{
			ID: "agents/agents", Title: "Agents", Version: "1.0", Author: "Quoin",
			Description: "Lets programs that act for people use the site by the Model Context Protocol.",
		},
		Migrations: migrations,
		Tables:     []ext.Table{{Name: "agents_call", Rows: ext.ByStaff}},
		New:        build,
	}
}

type service struct {
	ext.Own
	ext.Kept
	ext.Reads
}

func build(h *ext.Host) (*ext.Parts, error) {
	s := &service{Own: h.Own, Kept: h.Kept, Reads: h.Reads}
	return &ext.Parts{
		Routes:   s.routes(),
		Hooks:    ext.Hooks{Entries: content.Writes{Deleted: s.entryDeleted}, DeletingUser: s.userDeleting},
		Periodic: []ext.Periodic{{Name: "retention", Every: 24 * time.Hour, Run: s.expire}},
		Personal: &ext.Personal{Export: s.tell, Erase: s.forget},
	}, nil
}

// What a message of the protocol has. The protocol says what they must be.
var (
	argVersion = rest.ValueParam("jsonrpc")
	argMessage = rest.ValueParam("id")
	argMethod  = rest.ValueParam("method")
	argParams  = rest.ValueParam("params")
	argResult  = rest.ValueParam("result")
	argError   = rest.ValueParam("error")
)

var (
	errPassword = fault.Denied("quoin_agent_password", "Agents come with an application password.")
	errPostOnly = fault.New(405, "quoin_agent_post", "Messages are sent with POST; there is no stream of events here, and no session to end.")
)

func (s *service) routes() []rest.Route {
	anything := func(text string) *schema.Schema { return &schema.Schema{Description: text} }
	answer := schema.Of(
		schema.Prop("jsonrpc", schema.Str("Version of JSON-RPC.")), schema.Prop("id", anything("The id of the message.")),
		schema.Prop("result", anything("What the method gives.")), schema.Prop("error", anything("Why it gives nothing.")),
	)
	return []rest.Route{{
		Namespace: namespace, Pattern: pattern, Batch: rest.BatchNo,
		Endpoints: []rest.Endpoint{
			{
				Methods: rest.Creatable, Allow: byPassword, Handle: s.serve, NoTransaction: true,
				Within: access.ScopeRead, // each tool asks for its own
				Args: []rest.Arg{
					argVersion.Arg(anything("Version of JSON-RPC: 2.0.")), argMessage.Arg(anything("What the answer is known by.")),
					argMethod.Arg(anything("What is asked.")), argParams.Arg(anything("What the method takes.")),
				},
				Unlisted: []string{argResult.Name, argError.Name},
				Answer:   answer, Status: 200, RefusedIn: []string{"text/plain"},
			},
			{
				Methods: []string{"GET", "DELETE"}, Allow: byPassword, Within: access.ScopeRead,
				Handle: func(*rest.Request) (*rest.Response, error) { return nil, errPostOnly }, Answer: answer,
			},
		},
	}}
}

func byPassword(r *rest.Request) error {
	if r.Actor.AppPassword == "" {
		return errPassword
	}
	return nil
}

// keepFor is how long a call can be taken back, and keepMost how many of them are kept.
const (
	keepFor  = 30 * 24 * time.Hour
	keepMost = 20_000
)

// expire forgets old calls.
func (s *service) expire(ctx context.Context) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM agents_call WHERE at < ? OR id <= (SELECT MAX(id) FROM agents_call) - ?", s.Clock().Add(-keepFor).Unix(), keepMost)
	return err
}

func (s *service) entryDeleted(ctx context.Context, e *content.Entry) error {
	return s.DB.Send(s.DB.Concurrent(ctx), "DELETE FROM agents_call WHERE entry_id = ?", e.ID)
}
