package api

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/changes"
)

const feedPath = "/api/quoin/v1/changes"

// feedItem is a change as the feed tells it.
type feedItem struct {
	Cursor, Time, Event, Object, Type, Name, Path string
	PreviousPath                                  string `json:"previous_path"`
	ID, Entry                                     int64
	Public                                        bool
}

// String is a change without what differs from run to run.
func (c feedItem) String() string {
	s := fmt.Sprintf("%s %s %d", c.Event, c.Type, c.ID)
	if c.Type == "option" {
		s = c.Event + " option " + c.Name
	}
	if c.Path != "" {
		s += " " + c.Path
	}
	if c.PreviousPath != "" {
		s += " was " + c.PreviousPath
	}
	return s
}

// feed is an answer of the feed.
type feed struct {
	Changes []feedItem
	Cursor  string
	More    bool
}

// changes asks for what a role is told since a cursor; "" asks where to start.
func (s *server) changes(role, since, query string) feed {
	s.t.Helper()
	path := feedPath + "?" + query
	if since != "" {
		path += "&since=" + since
	}
	a := s.do(role, "GET", path, nil)
	var f feed
	if err := json.Unmarshal(a.body, &f); err != nil || a.status != 200 {
		s.t.Fatalf("%s: %d %s", path, a.status, a.body)
	}
	return f
}

// follower reads the feed on as a role.
type follower struct {
	s            *server
	role, cursor string
}

func (s *server) follower(role string) *follower {
	s.t.Helper()
	return &follower{s, role, s.changes(role, "", "").Cursor}
}

// hears says what is new, one change on a line.
func (f *follower) hears() string {
	f.s.t.Helper()
	var lines []string
	for {
		got := f.s.changes(f.role, f.cursor, "")
		for _, c := range got.Changes {
			lines = append(lines, c.String())
		}
		f.cursor = got.Cursor
		if !got.More {
			return strings.Join(lines, "\n")
		}
	}
}

func changing(t testing.TB, e engine, c app.Config) *server {
	t.Helper()
	c.DatabaseURL, c.Extensions = e.database(t), []ext.Extension{changes.Extension()}
	return start(t, c)
}

// TestChangesTellWhatReadersSee writes, and looks at what a visitor and an
// editor are told.
func TestChangesTellWhatReadersSee(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := newClock()
		s := changing(t, e, app.Config{Clock: c.now})
		reader, editor, subscriber := s.follower(""), s.follower("editor"), s.follower("subscriber")
		day := c.now().UTC().Format("/2006/01/02/")
		var post, page, draft, note, image, comment, term, block string
		write := func(id *string, path string, body map[string]any) func() {
			return func() {
				if *id != "" {
					path += "/" + *id
				}
				if body["post"] != nil {
					body["post"] = number(post)
				}
				got := s.make(path, body)
				if *id == "" {
					*id = got
				}
			}
		}
		remove := func(path string, id *string) func() {
			return func() {
				if a := s.do("administrator", "DELETE", "/api"+path+"/"+*id+"?force=true", nil); a.status != 200 {
					t.Errorf("%d %s", a.status, a.body)
				}
			}
		}
		for _, step := range []struct {
			name           string
			do             func()
			reader, editor string // P, G, D, N, I, C, T, B stand for ids, / for the day
		}{
			{"a draft", write(&draft, "/core/v2/posts", map[string]any{"title": "Secret plan", "slug": "secret-plan"}), "", "created post D"},
			{"changed", write(&draft, "/core/v2/posts", map[string]any{"title": "Secret plan 2"}), "", "updated post D"},
			{"removed", remove("/core/v2/posts", &draft), "", "deleted post D"},
			{"a post", write(&post, "/core/v2/posts", map[string]any{"title": "First", "slug": "first", "status": "publish"}), "created post P /first/", "created post P /first/"},
			{"another text", write(&post, "/core/v2/posts", map[string]any{"content": "Text"}), "updated post P /first/", "updated post P /first/"},
			{"moved", write(&post, "/core/v2/posts", map[string]any{"slug": "second"}), "updated post P /second/ was /first/", "updated post P /second/ was /first/"},
			{"an image of it", func() { image = s.attachment("one.txt", post) }, "created attachment I /second/one/", "created attachment I /second/one/"},
			{"a comment that waits", write(&comment, "/core/v2/comments", map[string]any{"post": "P", "content": "Hello", "status": "hold"}), "", "created comment C"},
			{"approved", write(&comment, "/core/v2/comments", map[string]any{"status": "approved"}), "created comment C", "updated comment C"},
			{"changed", write(&comment, "/core/v2/comments", map[string]any{"content": "Hello you"}), "updated comment C", "updated comment C"},
			{"spam", write(&comment, "/core/v2/comments", map[string]any{"status": "spam"}), "deleted comment C", "updated comment C"},
			{"gone", remove("/core/v2/comments", &comment), "", "deleted comment C"},
			{
				"hidden, with another slug", write(&post, "/core/v2/posts", map[string]any{"status": "draft", "slug": "hidden-name"}),
				"deleted post P /second/\ndeleted attachment I", "updated post P was /second/\nupdated attachment I",
			},
			{"an image changes", write(&image, "/core/v2/media", map[string]any{"title": "One"}), "", "updated attachment I"},
			{
				"removed: what belonged to it is free", remove("/core/v2/posts", &post),
				"created attachment I /one/", "updated attachment I /one/\ndeleted post P",
			},
			{"a private page", write(&page, "/core/v2/pages", map[string]any{"title": "Page", "slug": "page", "status": "private"}), "", "created page G"},
			{"public", write(&page, "/core/v2/pages", map[string]any{"status": "publish"}), "created page G /page/", "updated page G /page/"},
			{"in the trash", func() { s.do("administrator", "DELETE", "/api/core/v2/pages/"+page, nil) }, "deleted page G /page/", "updated page G was /page/"},
			{"gone", remove("/core/v2/pages", &page), "", "deleted page G"},
			{"a term", write(&term, "/core/v2/categories", map[string]any{"name": "News", "slug": "news"}), "created category T /category/news/", "created category T /category/news/"},
			{"moved", write(&term, "/core/v2/categories", map[string]any{"slug": "new"}), "updated category T /category/new/ was /category/news/", "updated category T /category/new/ was /category/news/"},
			{"gone", remove("/core/v2/categories", &term), "deleted category T /category/new/", "deleted category T /category/new/"},
			{"a block", write(&block, "/core/v2/blocks", map[string]any{"title": "Block", "status": "publish", "content": "x"}), "", "created core_block B"},
			{"the title", func() {
				s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"title": "New", "default_category": 1})
			}, "updated option blogname", "updated option blogname"},
			{"the same title", func() { s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"title": "New"}) }, "", ""},
			{"a note", write(&note, "/core/v2/navigation", map[string]any{"title": "Menu", "status": "publish"}), "created core_navigation N", "created core_navigation N"},
		} {
			step.do()
			for who, want := range map[*follower]string{reader: step.reader, editor: step.editor, subscriber: step.reader} {
				want = strings.NewReplacer(" P", " "+post, " G", " "+page, " D", " "+draft, " N", " "+note, " I", " "+image, " C", " "+comment,
					" T", " "+term, " B", " "+block).Replace(want)
				for _, slug := range []string{"/first/", "/second/", "/second/one/"} {
					want = strings.ReplaceAll(want+"\n", " "+slug, " "+day+slug[1:])
					want = strings.TrimSuffix(want, "\n")
				}
				if got := who.hears(); got != want {
					t.Errorf("%s: %q is told\n%s\nwant\n%s", step.name, who.role, got, want)
				}
			}
		}
	})
}

// TestForgedCursors gives the feed and the stream what nobody was given.
func TestForgedCursors(t *testing.T) {
	t.Parallel()
	s := changing(t, engine{"sqlite"}, app.Config{})
	s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
	right := s.changes("", "", "").Cursor
	raw, err := base64.RawURLEncoding.DecodeString(right)
	if err != nil {
		t.Fatal(err)
	}
	raw[3] ^= 1
	for cursor, status := range map[string]int{
		right: 200, "0": 400, "1": 400, "-1": 400, right + "A": 400, right[:21]: 400, strings.ToLower(right) + "==": 400, "%00": 400, "' OR 1=1": 400,
		strings.Repeat("A", 100_000): 400, strings.Repeat("A", 22): 410, base64.RawURLEncoding.EncodeToString(raw): 410,
	} {
		for _, path := range []string{feedPath, feedPath + "/stream"} {
			if path != feedPath && status == 200 {
				continue // it would go on
			}
			a := s.do("", "GET", path+"?since="+url.QueryEscape(strings.ReplaceAll(cursor, "%00", "\x00")), nil, "Accept", "text/event-stream, application/json")
			if a.status != status {
				t.Errorf("%s since %.40s: %d %s, want %d", path, cursor, a.status, a.body, status)
			}
			if path != feedPath && cursor != "%00" { // which no header can have
				if a := s.do("", "GET", path, nil, "Accept", "text/event-stream", "Last-Event-ID", cursor); a.status != status {
					t.Errorf("stream after %.40s: %d", cursor, a.status)
				}
			}
		}
	}
	for query, status := range map[string]int{
		"limit=0": 400, "limit=1001": 400, "limit=-5": 400, "limit=x": 400, "limit=1000": 200, "types=nothing": 400, "types[]=post&types[]=page": 200,
		"types=post,comment": 200, "types=wp_block": 400, "types=core_block": 200,
	} {
		if a := s.do("", "GET", feedPath+"?since="+right+"&"+query, nil); a.status != status {
			t.Errorf("%s: %d %s, want %d", query, a.status, a.body, status)
		}
	}
	if a := s.do("", "GET", "/wp-json/quoin/v1/changes?types=wp_block", nil); a.status != 200 {
		t.Errorf("in the names of the reference: %d %s", a.status, a.body)
	}
	if a := s.do("", "GET", feedPath+"/stream", nil); a.status != 406 {
		t.Errorf("without Accept: %d", a.status)
	}
	if a := s.do("", "HEAD", feedPath+"/stream", nil, "Accept", "text/event-stream"); a.status != 200 || len(a.body) > 0 {
		t.Errorf("HEAD: %d %s", a.status, a.body)
	}
	// Another site's cursors are nothing here.
	other := changing(t, engine{"sqlite"}, app.Config{})
	other.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
	if a := s.do("", "GET", feedPath+"?since="+other.changes("", "", "").Cursor, nil); a.status != 410 {
		t.Errorf("another site's: %d %s", a.status, a.body)
	}
}

// TestCursorsTellNothing looks whether a visitor learns from the cursor that
// something happened that isn't public.
func TestCursorsTellNothing(t *testing.T) {
	t.Parallel()
	s := changing(t, engine{"sqlite"}, app.Config{})
	before, filtered := s.changes("", "", "").Cursor, s.changes("", "", "types=page").Cursor
	for range 3 {
		s.make("/core/v2/posts", map[string]any{"title": "Draft"})
	}
	for _, got := range []string{s.changes("", "", "").Cursor, s.changes("", before, "").Cursor, s.changes("", filtered, "types=page").Cursor} {
		if got != before {
			t.Error("the cursor moved over what isn't public")
		}
	}
}

// TestOldChangesGo lets time go by: what is too old is removed, and whoever has
// read it goes on while whoever hasn't starts again.
func TestOldChangesGo(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := newClock()
		s := changing(t, e, app.Config{Clock: c.now})
		start, editorStart := s.changes("", "", "").Cursor, s.changes("editor", "", "").Cursor
		s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
		read := s.changes("", start, "").Cursor
		s.make("/core/v2/posts", map[string]any{"title": "Draft"})
		editorRead := s.changes("editor", editorStart, "").Cursor
		for _, cursor := range []string{start, read, editorRead} {
			s.changes("editor", cursor, "")
		}
		c.unix.Add(int64(31 * 24 * time.Hour / time.Second))
		if _, err := s.app.DB.Tables("changes").Exec(t.Context(), "DELETE FROM job WHERE kind = ?", "changes:every:retention"); err != nil {
			t.Fatal(err)
		}
		s.work(func() bool {
			return s.do("", "GET", feedPath+"?since="+start, nil).status == 410
		})
		for _, want := range []struct {
			role, cursor string
			status       int
		}{{"", start, 410}, {"", read, 200}, {"editor", read, 410}, {"editor", editorRead, 200}, {"editor", editorStart, 410}} {
			a := s.do(want.role, "GET", feedPath+"?since="+want.cursor, nil)
			if a.status != want.status {
				t.Errorf("%q: %d %s, want %d", want.role, a.status, a.body, want.status)
			}
			if a.status == 410 && !strings.Contains(string(a.body), "quoin_cursor_gone") {
				t.Errorf("%s", a.body)
			}
		}
		if got := s.changes("", "", "").Cursor; got != read {
			t.Error("the start isn't where the feed ended")
		}
		s.make("/core/v2/posts", map[string]any{"title": "Second", "status": "publish"})
		for role, cursor := range map[string]string{"": read, "editor": editorRead} {
			if got := s.changes(role, cursor, "").Changes; len(got) != 1 {
				t.Errorf("%q: %v", role, got)
			}
		}
	})
}

// TestFeedCosts counts what pages of the feed cost.
func TestFeedCosts(t *testing.T) {
	t.Parallel()
	s := changing(t, engine{"sqlite"}, app.Config{})
	since := s.changes("", "", "").Cursor
	for i := range 30 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("No. ", i), "status": "publish"})
	}
	s.changes("", since, "")
	cost := func(query string) int { return s.statements("", feedPath+"?since="+since+"&"+query) }
	if few, many := cost("limit=1"), cost("limit=30"); few != many || many > 4 {
		t.Errorf("a page of one change costs %d statements, one of thirty %d", few, many)
	}
}

// attachment uploads a file to a post.
func (s *server) attachment(name, post string) string {
	s.t.Helper()
	a := s.do("administrator", "POST", "/api/core/v2/media?post="+post, strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", "attachment; filename="+name)
	if a.status != 201 {
		s.t.Fatalf("media: %d %s", a.status, a.body)
	}
	return valueAt(a.json(s.t), "id")
}
