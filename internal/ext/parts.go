package ext

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/display/front"
	"quoin/internal/display/render"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/operation/doctor"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/storage/auth"
	"quoin/internal/transfer/moving"
)

// Parts are what an extension does. All members are optional. None is called
// while the extension is switched off.
type Parts struct {
	// Routes are its routes, of namespaces of its own.
	Routes []rest.Route

	// Entries, Terms, Users and Types add fields, links, arguments and filters
	// to the resources of others.
	Entries []EntryAdded
	Terms   []TermAdded
	Users   []UserAdded
	Types   []TypeAdded

	// Hooks are called with the writes of others.
	Hooks Hooks

	// Output adds to public pages. Its additions are kept with the page, and
	// dropped with what they were made of.
	Output func(ctx context.Context, p *front.Page, out *front.Output) error
	// Lost is asked about public addresses that mean nothing, see
	// front.Additions.
	Lost func(ctx context.Context, path string) *front.Lead
	// NotFound is called for a public address that means nothing; true tells
	// that it answered the request itself.
	NotFound func(w http.ResponseWriter, r *http.Request) bool
	// Documents answer addresses that only programs ask for, and Feed adds to
	// feeds; see front.Additions.
	Documents func(ctx context.Context, path string) (*front.Document, error)
	Feed      func(ctx context.Context, p *front.Page, out *front.Feed) error
	// NoEmptyFeeds has no feeds of what isn't there, see front.Additions.
	NoEmptyFeeds bool
	// AnswersBy is the name by which addresses ask to answer a comment, see
	// front.Additions.
	AnswersBy string
	// MainCategory tells which of its categories the address of an entry shows where
	// addresses have one; 0 leaves it to others. What it says follows from the entry alone.
	MainCategory func(ctx context.Context, e *content.Entry) int64
	// Sitemap restricts what one sitemap lists, see front.Additions.
	Sitemap func(ctx context.Context, kind, of string) (restrict []content.Condition, keep bool)
	// Public sees every request for a public page, in front of the cache, also
	// those answered from it: with nothing to do it must cost next to nothing.
	// It is called once; the handler that it returns is called per request.
	Public func(next http.Handler) http.Handler
	// Conditions are tests of public requests that other extensions know by
	// name; see Host.Holds.
	Conditions map[string]func(r *http.Request) bool
	// Actions are what links of the administration do, by name:
	// /wp-admin/admin.php?action=NAME.
	Actions map[string]Action
	// Pages are addresses of its own beside the API.
	Pages []OwnPage
	// Blocks are blocks that are rendered on the server, by name.
	Blocks map[string]render.BlockFunc
	// Shortcodes are shortcodes of classic texts, by name.
	Shortcodes map[string]render.Shortcode

	// Login has a say in every attempt to log in.
	Login auth.Throttle

	// Cache is what the extension holds in memory of its own data. It is told of
	// changes on every node, see Tables.Changed, after the texts of entries and
	// before the answers that may be made of what it holds.
	Cache cache.Invalidator

	// MoveIn takes what the extension of the reference kept on a site that moves in.
	MoveIn moving.Extension

	// Jobs run what Host.Queue took, by kind.
	Jobs map[string]job.Handler
	// Periodic is what the site does from time to time, on one node.
	Periodic []Periodic
	// Loops run on every node.
	Loops []Loop

	// Gauges are numbers that an operator watches.
	Gauges []Gauge

	// Commands are what the declared commands do, by verb.
	Commands map[string]func(ctx context.Context, c *Call) error
	// Data brings the extension's data out and in again.
	Data *Data

	// Leads are what leads visitors from addresses elsewhere, for servers that only have
	// files; see Lead.
	Leads func(ctx context.Context) ([]Lead, error)

	// Personal is what the extension keeps of people.
	Personal *Personal

	// Checks look at the extension's data for quoin doctor, and mend it. They are
	// run also while the extension is switched off: its data is there.
	Checks []doctor.Check

	// SwitchedOn and SwitchedOff are called in the transaction that switches
	// the extension.
	SwitchedOn, SwitchedOff func(ctx context.Context) error
}

// Gauge is a number that the metrics of the server have as quoin_NAME. Read asks the
// database, within seconds.
type Gauge struct {
	Name, Help string
	Read       func(ctx context.Context) (float64, error)
}

// Added is what the items and the lists of one resource get, Field one field
// of that.
type (
	Added[T, Q any] = env.Added[T, Q]
	Field[T any]    = env.Field[T]
)

// EntryAdded is what entries get; For tells which types of entries do, nil
// means all.
type EntryAdded struct {
	For func(t *content.Type) bool
	Added[*content.Entry, content.Query]
}

// TermAdded is what terms get; For tells those of which taxonomies do, nil
// means all.
type TermAdded struct {
	For func(t *taxonomy.Taxonomy) bool
	Added[*taxonomy.Term, taxonomy.Query]
}

// What users and types get.
type (
	UserAdded = Added[*user.User, user.Query]
	TypeAdded = Added[*content.Type, struct{}]
)

// The fields of entries, terms, users and types.
type (
	EntryField = Field[*content.Entry]
	TermField  = Field[*taxonomy.Term]
	UserField  = Field[*user.User]
	TypeField  = Field[*content.Type]
)

// Hooks are called inside the transaction of a write, also one of a job, an
// import or another extension. An error takes the write back.
type Hooks struct {
	Entries content.Writes
	// Deleting precedes the removal of an entry, when what belongs to it is
	// still there.
	Deleting func(ctx context.Context, e *content.Entry) error
	// DeletingUser precedes the removal of an account, when its entries are still
	// its own.
	DeletingUser func(ctx context.Context, u *user.User) error
	Terms        taxonomy.Writes
	Users        user.Writes
	Comments     comment.Writes
	Options      OptionWrites
}

// OptionWrites are the hooks of the site's options. A nil value is one that
// isn't set.
type OptionWrites struct {
	Before func(ctx context.Context, name string, before, after any) error
	Saved  func(ctx context.Context, name string, before, after any) error
}

// Action is what a link of the administration does. The caller has an
// application password, or a session and its nonce for the API.
type Action struct {
	// Cap is the capability that it needs.
	Cap access.Capability
	// Do acts in one transaction, and tells where the caller is led then: a
	// path below /wp-admin/. A fault says no.
	Do func(ctx context.Context, a access.Actor, values url.Values) (to string, err error)
	// Question is what a person is asked who is logged in and follows a link
	// without a nonce, or with one that is too old; a fault says no. After a yes
	// they are told Done, or led to where Do says if there is nothing to tell.
	Question func(ctx context.Context, a access.Actor, values url.Values) (string, error)
	Done     string
}

// Periodic is something that a site does from time to time. Of several nodes
// one does it; what is missed while no server runs is done at the next start.
type Periodic struct {
	Name  string
	Every time.Duration
	Run   func(ctx context.Context) error
}

// Loop is something that each node does from time to time for itself, such as
// to write what it has counted. It also runs once when the node stops, and when
// the extension is switched off, so that nothing is lost.
type Loop struct {
	Name  string
	Every time.Duration
	Run   func(ctx context.Context) error
	// OneNode leaves a run out while another node of the site has one, for what is
	// done for the whole site.
	OneNode bool
}

// Call is one call of a command.
type Call struct {
	Args  []string
	Flags map[string]any // the type of each is that of its default
	In    io.Reader
	Out   io.Writer // the result
	Err   io.Writer // for people: progress, warnings
	// Progress is Err where somebody watches, and else nowhere; nil is nowhere too.
	Progress io.Writer
	// JSON says that the result is for programs.
	JSON bool
	said []any
	one  bool
}

// Say prints the result of a command: a line for people, or v for programs.
func (c *Call) Say(v any, format string, args ...any) error {
	c.one = true
	return c.Row(v, format, args...)
}

// Row prints one of many results.
func (c *Call) Row(v any, format string, args ...any) error {
	if c.JSON {
		c.said = append(c.said, v)
		return nil
	}
	_, err := fmt.Fprintf(c.Out, format+"\n", args...)
	return err
}

// WrongValue refuses a value that only a site could judge, as misuse of the command.
func WrongValue(format string, args ...any) error {
	return fault.BadRequest("rest_invalid_param", fmt.Sprintf(format, args...))
}

// Said tells whether there is a result.
func (c *Call) Said() bool { return len(c.said) > 0 }

// Result is what was said to programs: a value, or for rows a list.
func (c *Call) Result() any {
	if c.one && len(c.said) == 1 {
		return c.said[0]
	}
	return append([]any{}, c.said...)
}

// Values are a result for programs by the names of its members.
type Values map[string]any

// Text, Int and Bool are the value of a flag that is declared with such a
// default.
func (c *Call) Text(flag string) string { v, _ := c.Flags[flag].(string); return v }

// Int is the value of a flag with a number.
func (c *Call) Int(flag string) int64 { v, _ := c.Flags[flag].(int64); return v }

// Bool is the value of a flag that is on or off.
func (c *Call) Bool(flag string) bool { v, _ := c.Flags[flag].(bool); return v }

// Person is somebody of whom the site may know something: who has an account,
// wrote comments, or both.
type Person struct {
	User  *user.User // nil without an account
	Email string     // "" if unknown
	// Addresses are the IP addresses from which they logged in or commented, as
	// far as the site knows. Others may share them.
	Addresses []string
}

// Personal tells and forgets what an extension keeps of people. It is called
// also while the extension is switched off: its data is there.
type Personal struct {
	// Export is what is kept of somebody, in a form that encoding/json prints; nil
	// for nothing.
	Export func(ctx context.Context, p Person) (any, error)
	// Erase forgets it, in the transaction of ctx.
	Erase func(ctx context.Context, p Person) error
}

// Lead is a redirect: from one address, which the site is asked for, or one that servers
// are told in their own words, for a block server of nginx and a file .htaccess of Apache.
type Lead struct{ Path, Nginx, Apache string }

// Data brings the data of an extension out of a site and into another: quoin
// extension export and import.
//
// Declared options need none of it: the format "settings" has them, see Option.Secret.
type Data struct {
	// Formats are those of Export, and Readable those of Import; the usual one is first.
	Formats, Readable []string
	// Export writes all of it in a format.
	Export func(ctx context.Context, w io.Writer, format string) error
	// Import reads what Export wrote, or what else it understands, and tells
	// how many things it took. What it can't take it names in problems.
	Import func(ctx context.Context, r io.Reader, format string) (taken int, problems []string, err error)
}
