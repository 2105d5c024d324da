package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // holds the tables

	"quoin/internal/platform/wire"
)

// Mirror is what was read of an old site.
type Mirror struct {
	db *sql.DB
}

// Prefix begins the names of the tables that package moving reads.
const Prefix = "wp_"

// tables are those of the reference, with the columns that are read, and those that the
// reading itself needs.
const tables = `
CREATE TABLE IF NOT EXISTS wp_posts (ID INTEGER PRIMARY KEY, post_author INTEGER, post_date TEXT, post_date_gmt TEXT, post_content TEXT, post_title TEXT, post_excerpt TEXT,
 post_status TEXT, comment_status TEXT, ping_status TEXT, post_password TEXT, post_name TEXT, post_modified TEXT, post_modified_gmt TEXT, post_parent INTEGER, guid TEXT,
 menu_order INTEGER, post_type TEXT, post_mime_type TEXT);
CREATE INDEX IF NOT EXISTS live_parent ON wp_posts (post_parent, post_type);
CREATE TABLE IF NOT EXISTS wp_postmeta (meta_id INTEGER PRIMARY KEY, post_id INTEGER, meta_key TEXT, meta_value TEXT);
CREATE INDEX IF NOT EXISTS live_postmeta ON wp_postmeta (post_id);
CREATE INDEX IF NOT EXISTS live_metakey ON wp_postmeta (meta_key);
CREATE TABLE IF NOT EXISTS wp_users (ID INTEGER PRIMARY KEY, user_login TEXT, user_pass TEXT, user_nicename TEXT, user_email TEXT, user_url TEXT, user_registered TEXT, display_name TEXT);
CREATE TABLE IF NOT EXISTS wp_usermeta (umeta_id INTEGER PRIMARY KEY, user_id INTEGER, meta_key TEXT, meta_value TEXT);
CREATE INDEX IF NOT EXISTS live_usermeta ON wp_usermeta (user_id);
CREATE TABLE IF NOT EXISTS wp_terms (term_id INTEGER PRIMARY KEY, name TEXT, slug TEXT, term_group INTEGER DEFAULT 0);
CREATE TABLE IF NOT EXISTS wp_term_taxonomy (term_taxonomy_id INTEGER PRIMARY KEY, term_id INTEGER, taxonomy TEXT, description TEXT, parent INTEGER);
CREATE INDEX IF NOT EXISTS live_taxonomy ON wp_term_taxonomy (taxonomy);
CREATE TABLE IF NOT EXISTS wp_termmeta (meta_id INTEGER PRIMARY KEY, term_id INTEGER, meta_key TEXT, meta_value TEXT);
CREATE INDEX IF NOT EXISTS live_termmeta ON wp_termmeta (term_id);
CREATE TABLE IF NOT EXISTS wp_term_relationships (object_id INTEGER, term_taxonomy_id INTEGER, term_order INTEGER, PRIMARY KEY (object_id, term_taxonomy_id));
CREATE TABLE IF NOT EXISTS wp_comments (comment_ID INTEGER PRIMARY KEY, comment_post_ID INTEGER, comment_author TEXT, comment_author_email TEXT, comment_author_url TEXT, comment_author_IP TEXT,
 comment_date TEXT, comment_date_gmt TEXT, comment_content TEXT, comment_karma INTEGER, comment_approved TEXT, comment_agent TEXT, comment_type TEXT, comment_parent INTEGER, user_id INTEGER);
CREATE TABLE IF NOT EXISTS wp_commentmeta (meta_id INTEGER PRIMARY KEY, comment_id INTEGER, meta_key TEXT, meta_value TEXT);
CREATE INDEX IF NOT EXISTS live_commentmeta ON wp_commentmeta (comment_id);
CREATE TABLE IF NOT EXISTS wp_options (option_name TEXT PRIMARY KEY, option_value TEXT);
CREATE TABLE IF NOT EXISTS wp_redirection_groups (id INTEGER PRIMARY KEY, name TEXT, module_id INTEGER, status TEXT, position INTEGER);
CREATE TABLE IF NOT EXISTS wp_redirection_items (id INTEGER PRIMARY KEY, url TEXT, match_url TEXT, match_data TEXT, regex INTEGER, position INTEGER, last_count INTEGER, last_access TEXT,
 group_id INTEGER, status TEXT, action_type TEXT, action_code INTEGER, action_data TEXT, match_type TEXT, title TEXT);
CREATE TABLE IF NOT EXISTS wp_redirection_logs (id INTEGER PRIMARY KEY, created TEXT, url TEXT, domain TEXT, sent_to TEXT, agent TEXT, referrer TEXT, http_code INTEGER, request_method TEXT,
 request_data TEXT, redirect_by TEXT, redirection_id INTEGER, ip TEXT);
CREATE TABLE IF NOT EXISTS wp_redirection_404 (id INTEGER PRIMARY KEY, created TEXT, url TEXT, domain TEXT, agent TEXT, referrer TEXT, http_code INTEGER, request_method TEXT, request_data TEXT, ip TEXT);
CREATE TABLE IF NOT EXISTS wp_yoast_indexable (object_id INTEGER PRIMARY KEY, object_type TEXT, permalink TEXT, open_graph_image TEXT, open_graph_image_id INTEGER, open_graph_image_source TEXT);
CREATE TABLE IF NOT EXISTS live_seen (list TEXT, id INTEGER, digest TEXT, round INTEGER, PRIMARY KEY (list, id));
CREATE INDEX IF NOT EXISTS live_seen_id ON live_seen (id);
CREATE TABLE IF NOT EXISTS live_brief (list TEXT, id INTEGER, digest TEXT, PRIMARY KEY (list, id));
CREATE TABLE IF NOT EXISTS live_task (kind TEXT, id INTEGER, what TEXT, PRIMARY KEY (kind, id, what));
CREATE TABLE IF NOT EXISTS live_changed (kind TEXT, id INTEGER, gone INTEGER, was TEXT, dropped TEXT, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS live_hidden (object INTEGER, taxonomy TEXT, slug TEXT, PRIMARY KEY (object, taxonomy));
CREATE TABLE IF NOT EXISTS live_file (key TEXT PRIMARY KEY, size INTEGER, digest TEXT);
CREATE TABLE IF NOT EXISTS live_mark (key TEXT PRIMARY KEY, address TEXT, mark TEXT);
CREATE TABLE IF NOT EXISTS live_excerpt (id INTEGER PRIMARY KEY, words INTEGER);
CREATE TABLE IF NOT EXISTS live_head (kind TEXT, id INTEGER, head TEXT, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS live_brought (name TEXT PRIMARY KEY, digest TEXT);
CREATE TABLE IF NOT EXISTS live_state (name TEXT PRIMARY KEY, value TEXT);
`

// OpenMirror opens what was read into a folder, or begins it.
func OpenMirror(ctx context.Context, folder string) (*Mirror, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("keep what is read of the old site: %w", err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "tables.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(10000)&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("keep what is read of the old site: %w", err)
	}
	if _, err := db.ExecContext(ctx, tables); err != nil {
		return nil, errors.Join(fmt.Errorf("keep what is read of the old site: %w", err), db.Close())
	}
	return &Mirror{db}, nil
}

// Close ends the use of the tables. They stay.
func (m *Mirror) Close() error { return m.db.Close() }

// DB has the tables, and Names are theirs that package moving reads. Nobody closes it.
func (m *Mirror) DB() *sql.DB { return m.db }

// Names are the names of the tables of the reference.
func (m *Mirror) Names() (names []string) {
	for line := range strings.Lines(tables) {
		if rest, ok := strings.CutPrefix(line, "CREATE TABLE IF NOT EXISTS "+Prefix); ok {
			name, _, _ := strings.Cut(rest, " ")
			names = append(names, Prefix+name)
		}
	}
	return names
}

// in runs do in one transaction.
func (m *Mirror) in(ctx context.Context, do func(*tx) error) error {
	t, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("keep what was read: %w", err)
	}
	if err := do(&tx{ctx, t}); err != nil {
		return errors.Join(err, t.Rollback())
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("keep what was read: %w", err)
	}
	return nil
}

// tx is a transaction of the tables.
type tx struct {
	ctx context.Context //nolint:containedctx // it lives as long as one call
	tx  *sql.Tx
}

func (t *tx) exec(text string, args ...any) error {
	if _, err := t.tx.ExecContext(t.ctx, text, args...); err != nil {
		return fmt.Errorf("keep what was read: %w", err)
	}
	return nil
}

// one reads the first row of a query; ok is false where there is none.
func (t *tx) one(text string, args []any, into ...any) (ok bool, err error) {
	err = t.tx.QueryRowContext(t.ctx, text, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// strings are the first columns of a query, as texts.
func (t *tx) strings(text string, args ...any) (list []string, err error) {
	rows, err := t.tx.QueryContext(t.ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s sql.NullString
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s.String)
	}
	return list, rows.Err()
}

func (t *tx) ids(text string, args ...any) (list []int64, err error) {
	rows, err := t.tx.QueryContext(t.ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, rows.Err()
}

func (t *tx) setState(name, value string) error {
	return t.exec("INSERT INTO live_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value)
}

func (t *tx) state(name string) (value string, err error) {
	_, err = t.one("SELECT value FROM live_state WHERE name = ?", []any{name}, &value)
	return value, err
}

// option keeps an option. It tells whether it is another one than before.
func (t *tx) option(name, value string) error {
	var was string
	ok, err := t.one("SELECT option_value FROM wp_options WHERE option_name = ?", []any{name}, &was)
	if err != nil || ok && was == value {
		return err
	}
	if err := t.exec("INSERT INTO wp_options (option_name, option_value) VALUES (?, ?) ON CONFLICT (option_name) DO UPDATE SET option_value = excluded.option_value", name, value); err != nil {
		return err
	}
	return t.changed(KindOption, 0, false, "", nil)
}

// Kinds of things that change.
const (
	KindEntry   = "entry"
	KindTerm    = "term"
	KindAccount = "account"
	KindComment = "comment"
	KindRule    = "rule" // of redirects, as the next three
	KindGroup   = "group"
	KindHit     = "hit"
	KindMiss    = "miss"
	KindOption  = "option"
)

// changed notes that something is to be brought to the site here. What was noted before
// and hasn't been brought yet keeps its oldest state.
func (t *tx) changed(kind string, id int64, gone bool, was string, dropped []string) error {
	var before, keys string
	ok, err := t.one("SELECT was, dropped FROM live_changed WHERE kind = ? AND id = ?", []any{kind, id}, &before, &keys)
	if err != nil {
		return err
	}
	if ok {
		was = before
		dropped = append(dropped, strings.Fields(keys)...)
	}
	return t.exec("INSERT INTO live_changed (kind, id, gone, was, dropped) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET gone = excluded.gone, was = excluded.was, dropped = excluded.dropped",
		kind, id, gone, was, strings.Join(dropped, "\n"))
}

// State is how far an adoption is.
type State string

// The states, in their order. A reading begins anew only where there is nothing left to
// be brought.
const (
	Reading State = ""
	Read    State = "read"
	Brought State = "brought"
)

// State tells how far the adoption is, and whether a former one came to its end.
func (m *Mirror) State(ctx context.Context) (s State, again bool, err error) {
	err = m.in(ctx, func(t *tx) error {
		text, err := t.state("state")
		if err != nil {
			return err
		}
		s = State(text)
		text, err = t.state("again")
		again = text != ""
		return err
	})
	return s, again, err
}

// SetState says how far it is. All that changed counts as brought once it is Brought.
func (m *Mirror) SetState(ctx context.Context, s State) error {
	return m.in(ctx, func(t *tx) error {
		if s == Brought {
			if err := errors.Join(t.exec("DELETE FROM live_changed"), t.setState("again", "1")); err != nil {
				return err
			}
		}
		return t.setState("state", string(s))
	})
}

// Brought are the digests of the settings of the site here, as they were once all had been
// brought.
func (m *Mirror) Brought(ctx context.Context) (digests map[string]string, err error) {
	digests = map[string]string{}
	err = m.in(ctx, func(t *tx) error {
		rows, err := t.tx.QueryContext(ctx, "SELECT name, digest FROM live_brought")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name, digest string
			if err := rows.Scan(&name, &digest); err != nil {
				return err
			}
			digests[name] = digest
		}
		return rows.Err()
	})
	return digests, err
}

// SetBrought keeps digests of settings for Brought, in the place of all before.
func (m *Mirror) SetBrought(ctx context.Context, digests map[string]string) error {
	return m.in(ctx, func(t *tx) error {
		if err := t.exec("DELETE FROM live_brought"); err != nil {
			return err
		}
		for name, digest := range digests {
			if err := t.exec("INSERT INTO live_brought (name, digest) VALUES (?, ?)", name, digest); err != nil {
				return err
			}
		}
		return nil
	})
}

// Change is something that the site here hasn't got yet.
type Change struct {
	ID   int64
	Gone bool
	// Was is what the thing is known by at the site here, as it came the last time, "" for what
	// is new: see moving.Change.
	Was string
	// Dropped are keys of meta values that it hasn't got any more.
	Dropped []string
}

// Changes are those of a kind, by id.
func (m *Mirror) Changes(ctx context.Context, kind string) (list []Change, err error) {
	err = m.in(ctx, func(t *tx) error {
		rows, err := t.tx.QueryContext(ctx, "SELECT id, gone, was, dropped FROM live_changed WHERE kind = ? ORDER BY id", kind)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c Change
			var dropped string
			if err := rows.Scan(&c.ID, &c.Gone, &c.Was, &dropped); err != nil {
				return err
			}
			c.Dropped = strings.Fields(dropped)
			list = append(list, c)
		}
		return rows.Err()
	})
	return list, err
}

// Declared are the types, taxonomies and fields that the old site told of, as package
// definition reads them.
func (m *Mirror) Declared(ctx context.Context) (list []*wire.Object, err error) {
	err = m.in(ctx, func(t *tx) error {
		text, err := t.state("declared")
		if err != nil || text == "" {
			return err
		}
		v, err := wire.Decode([]byte(text))
		if err != nil {
			return fmt.Errorf("what the old site declares: %w", err)
		}
		all, _ := v.([]any)
		for _, one := range all {
			if o, ok := one.(*wire.Object); ok {
				list = append(list, o)
			}
		}
		return nil
	})
	return list, err
}
