package api

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/comment"
)

// Words that stand in hidden texts alone, of letters that no other text of the
// site has in this order.
const (
	hiddenTitle   = "xqzvjkw"
	hiddenContent = "kwxvzqj"
	hiddenExcerpt = "vzjxkqw"
	hiddenFile    = "zxkvqjw"
	hiddenEmail   = "jqxkzvw@vkzxq.zvx"
	hiddenIP      = "203.0.113.77"
)

// hiddenSite has texts that few may read beside others that all may.
type hiddenSite struct {
	*server
	open, locked, private string // ids of posts
}

func newHiddenSite(t *testing.T, e engine) *hiddenSite {
	s := &hiddenSite{server: start(t, app.Config{DatabaseURL: e.database(t)})}
	text := func(status string, more map[string]any) map[string]any {
		body := map[string]any{"title": "Door " + hiddenTitle, "content": "Door " + hiddenContent, "excerpt": "Door " + hiddenExcerpt,
			"slug": hiddenTitle + "-" + status, "status": status}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	for i := range 3 {
		s.open = s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Door ", i), "content": "Door and hinge", "status": "publish"})
		s.make("/core/v2/pages", map[string]any{"title": fmt.Sprint("Door ", i), "content": "Door and hinge", "status": "publish"})
	}
	s.locked = s.make("/core/v2/posts", map[string]any{"title": "Door locked", "content": "Door " + hiddenContent, "excerpt": "Door " + hiddenExcerpt, "status": "publish", "password": "key"})
	s.make("/core/v2/pages", map[string]any{"title": "Door locked", "content": "Door " + hiddenContent, "excerpt": "Door " + hiddenExcerpt, "status": "publish", "password": "key"})
	for _, route := range []string{"posts", "pages"} {
		s.private = s.make("/core/v2/"+route, text("private", nil))
		s.make("/core/v2/"+route, text("draft", nil))
		s.make("/core/v2/"+route, text("pending", nil))
		s.make("/core/v2/"+route, text("future", map[string]any{"date": "2099-01-01T00:00:00"}))
		gone := s.make("/core/v2/"+route, text("publish", nil))
		if a := s.do("administrator", "DELETE", "/api/core/v2/"+route+"/"+gone, nil); a.status != 200 {
			t.Fatalf("trash: %d %s", a.status, a.body)
		}
	}
	a := s.do("administrator", "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain",
		"Content-Disposition", "attachment; filename="+hiddenFile+".txt")
	if a.status != 201 {
		t.Fatalf("upload: %d %s", a.status, a.body)
	}
	s.make(fmt.Sprintf("/core/v2/media/%v", a.object(t)["id"]), map[string]any{
		"title": "Door " + hiddenTitle, "caption": "Door " + hiddenExcerpt, "description": "Door " + hiddenContent, "alt_text": hiddenTitle, "post": number(s.private),
	})
	s.upload(t, "hinge.txt")
	for i, c := range []struct {
		post, text string
		status     comment.Status
	}{
		{s.open, "Door", comment.Approved}, {s.open, "Door " + hiddenContent, comment.Hold}, {s.open, "Door " + hiddenContent, comment.Spam},
		{s.private, "Door " + hiddenContent, comment.Approved}, {s.locked, "Door " + hiddenContent, comment.Approved},
	} {
		at := fmt.Sprintf("2026-01-0%dT00:00:00", i+1)
		err := s.app.DB.InsertComment(t.Context(), &comment.Comment{
			Entry: number(c.post), AuthorName: "Guest", AuthorEmail: hiddenEmail, AuthorIP: hiddenIP, Content: c.text, Date: at, DateUTC: at,
			Status: c.status, Type: comment.TypeComment,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *hiddenSite) upload(t *testing.T, name string) {
	a := s.do("administrator", "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", "attachment; filename="+name)
	if a.status != 201 {
		t.Fatalf("upload: %d %s", a.status, a.body)
	}
}

// asked is where addresses in an answer repeat the question.
var asked = regexp.MustCompile(`\b(search|slug|author_email)=[^&"\\>]*`)

// disclosed is all that an answer tells, the guess itself left out.
func (s *hiddenSite) disclosed(role, method, path, guess string) string {
	a := s.do(role, method, strings.ReplaceAll(path, "GUESS", url.QueryEscape(guess)), nil)
	text := a.header.Get("Link") + " " + string(a.body)
	if a.status >= 500 {
		s.t.Errorf("%s %s for %q: %s", method, path, role, text)
	}
	text = asked.ReplaceAllString(text, "")
	if !strings.HasPrefix(path, "/wp-json/") { // a page repeats it
		text = strings.ReplaceAll(text, guess, "GUESS")
	}
	return fmt.Sprint(a.status, " total ", a.header.Get("X-WP-Total"), " pages ", a.header.Get("X-WP-TotalPages"), " ", text)
}

// letters fails when the answers for the beginnings of a secret differ from
// those for texts that are nowhere.
func (s *hiddenSite) letters(role, path, secret string) {
	s.t.Helper()
	for _, method := range []string{"GET", "HEAD"} {
		if method == "HEAD" && strings.Count(path, "&") != 1 {
			continue // the totals are those of GET
		}
		first := 2
		if secret[0] <= '9' {
			first = 4 // dates have parts of it
		}
		for n := first; n <= len(secret); n += 1 + len(secret)/8 {
			right, wrong := secret[:n], secret[:n-1]+"9"
			if n > 3 {
				right, wrong = secret[n-4:n], secret[n-4:n-1]+"9"
			}
			if strings.HasSuffix(right, "9") {
				continue
			}
			got, want := s.disclosed(role, method, path, right), s.disclosed(role, method, path, wrong)
			if got != want {
				s.t.Errorf("%s %s tells %q of %q:\n%.300s\n%.300s", method, path, role, right, got, want)
				return
			}
		}
	}
}

// No query distinguishes texts that the caller may not read, letter by letter.
func TestHiddenTextsArentTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := newHiddenSite(t, e)
		roles := map[string][]string{
			"":            {"", "&orderby=relevance", "&search_columns=post_content", "&search_columns=post_excerpt", "&search_columns=post_title", "&per_page=1&page=1", "&_embed=1"},
			"subscriber":  {"", "&orderby=relevance", "&search_columns=post_content", "&search_columns=post_excerpt&search_semantics=exact", "&per_page=1", "&offset=1"},
			"contributor": {"", "&status=any", "&status=draft,pending,private,trash,future", "&status=any&context=edit", "&status=any&orderby=title", "&status=trash", "&orderby=relevance"},
			"author":      {"", "&status=any", "&status=draft,pending,private,trash,future", "&orderby=relevance"},
		}
		words := map[string]string{hiddenTitle: "GUESS", hiddenContent: "GUESS", hiddenExcerpt: "GUESS"}
		for role, queries := range roles {
			for _, more := range queries {
				for secret, form := range words {
					for _, route := range []string{"posts", "pages"} {
						if strings.Contains(more, "context=edit") && route == "pages" {
							continue
						}
						s.letters(role, "/wp-json/wp/v2/"+route+"?search="+form+more, secret)
						s.letters(role, "/wp-json/wp/v2/"+route+"?search=-"+form+more, secret)
						s.letters(role, "/wp-json/wp/v2/"+route+"?search=door+"+form+more, secret)
						s.letters(role, "/wp-json/wp/v2/"+route+"?search=%22door+"+form+"%22"+more, secret)
					}
				}
			}
			for _, secret := range []string{hiddenTitle, hiddenContent, hiddenExcerpt, hiddenFile} {
				for _, more := range []string{"", "&orderby=relevance", "&search_columns=post_excerpt"} {
					s.letters(role, "/wp-json/wp/v2/media?search="+"GUESS"+more, secret)
					s.letters(role, "/wp-json/wp/v2/media?search=-"+"GUESS"+more, secret)
				}
				s.letters(role, "/wp-json/wp/v2/search?search="+"GUESS", secret)
				s.letters(role, "/wp-json/wp/v2/search?search=door+"+"GUESS", secret)
				s.letters(role, "/wp-json/wp/v2/search?search=-"+"GUESS", secret)
			}
			if role != "" {
				continue
			}
			for _, secret := range []string{hiddenTitle, hiddenContent, hiddenExcerpt} {
				s.letters(role, "/?s="+"GUESS", secret)
			}
		}
	})
}

// ownTypes are types of the owner's: books with fields for everybody, for editors and for
// nobody, which lead to memos and to people, and memos, which have no pages.
var ownTypes = []string{
	`{"kind":"type","name":"book","label":"Books","public":true,"has_archive":true,"show_in_rest":true,"rest_base":"books","supports":["title","editor","author","excerpt","revisions","custom-fields"]}`,
	`{"kind":"type","name":"memo","label":"Memos","public":false,"show_in_rest":true,"rest_base":"memos","supports":["title","editor","author","custom-fields"]}`,
	`{"kind":"fields","name":"facts","object_subtype":["book"],"fields":[
		{"key":"tone","type":"string","single":true,"show_in_rest":true,"index":true},
		{"key":"cost","type":"string","single":true,"show_in_rest":{"schema":{"context":["edit"]}},"index":true},
		{"key":"secret","type":"string","single":true},
		{"key":"about","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"type","name":"memo","inverse":"books"}},
		{"key":"keeper","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"user","inverse":"kept"}}]}`,
}

// No filter or order by fields of declared types distinguishes values that the caller may
// not read: those of hidden entries, and of fields that aren't shown.
func TestHiddenFieldsArentTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := &hiddenSite{server: start(t, app.Config{DatabaseURL: e.database(t)})}
		if err := s.define(ownTypes...); err != nil {
			t.Fatal(err)
		}
		memo := s.make("/core/v2/memos", map[string]any{"title": "Memo", "status": "publish"})
		fields := map[string]any{"tone": hiddenTitle, "cost": hiddenContent, "about": number(memo), "keeper": s.ids["editor"]}
		for _, status := range []string{"draft", "pending", "private", "future", "trash"} {
			body := map[string]any{"title": "Door", "status": status, "meta": fields}
			switch status {
			case "future":
				body["date"] = "2099-01-01T00:00:00"
			case "trash":
				body["status"] = "publish"
			}
			id := s.make("/core/v2/books", body)
			if status == "trash" {
				s.do("administrator", "DELETE", "/api/core/v2/books/"+id, nil)
			}
		}
		for i := range 3 {
			s.make("/core/v2/books", map[string]any{"title": "Open", "status": "publish", "meta": map[string]any{"tone": fmt.Sprint("m", i), "cost": hiddenContent}})
		}
		for _, role := range []string{"", "subscriber", "contributor", "author"} {
			for _, more := range []string{"", "&status=draft", "&status=any", "&status=draft,pending,private,trash,future", "&status=any&orderby=fields.tone", "&per_page=1&status=any&order=asc&orderby=fields.tone", "&_embed=1"} {
				for _, filter := range []string{"fields[tone][like]=GUESS", "fields[tone]=GUESS", "fields[tone][in]=a,GUESS", "fields[tone][gte]=GUESS", "fields[tone][lt]=GUESS"} {
					s.letters(role, "/api/core/v2/books?"+filter+more, hiddenTitle)
				}
				s.letters(role, "/api/core/v2/books?fields[cost][like]=GUESS"+more, hiddenContent)
			}
			for _, status := range []string{"draft", "pending", "private", "future", "trash", "any"} {
				for _, filter := range []string{"fields[about]=" + memo, fmt.Sprint("fields[keeper]=", s.ids["editor"]), "fields[tone][exists]=true", "fields[tone][exists]=false", "fields[tone][gt]=" + hiddenTitle[:3], "fields[tone][lt]=y&fields[tone][gt]=n"} {
					a := s.do(role, "GET", "/api/core/v2/books?status="+status+"&"+filter, nil)
					if total := a.header.Get("X-WP-Total"); a.status == 200 && total != "0" && (total != "3" || status != "any" || filter != "fields[tone][exists]=true") {
						t.Errorf("%q is told of %s that are %s: %s", role, filter, status, total)
					}
				}
			}
		}
	})
}

// Slugs are asked for as a whole, and orders tell where a text lies between
// others that one writes oneself.
func TestHiddenSlugsAndOrdersArentTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := newHiddenSite(t, e)
		for _, role := range []string{"contributor", "author"} {
			for _, status := range []string{"private", "draft", "pending", "future"} {
				path := "/wp-json/wp/v2/posts?status=any&slug=GUESS"
				if got, want := s.disclosed(role, "GET", path, hiddenTitle+"-"+status), s.disclosed(role, "GET", path, "nothing-here"); got != want {
					t.Errorf("the slug of a %s is told to %s:\n%s\n%s", status, role, got, want)
				}
			}
		}
		s.make("/core/v2/blocks", map[string]any{"title": "A pattern", "slug": hiddenTitle + "-pattern", "status": "publish", "content": "text"})
		path := "/wp-json/wp/v2/blocks?slug=GUESS"
		if got, want := s.disclosed("", "GET", path, hiddenTitle+"-pattern"), s.disclosed("", "GET", path, "nothing-here"); got != want {
			t.Errorf("the slug of a pattern is told to everybody:\n%s\n%s", got, want)
		}
		paths := map[string][]string{
			"contributor": {"posts?status=any&orderby=title&per_page=2&page=1", "posts?status=any&orderby=slug&per_page=2&page=2", "posts?status=any&orderby=title&order=asc&offset=1"},
			"":            {"media?orderby=title&per_page=1&page=1", "media?orderby=slug&per_page=1", "media?orderby=title&order=asc&per_page=1&page=1"},
		}
		answers := func() (out []string) {
			for role, list := range paths {
				for _, path := range list {
					out = append(out, path+" "+s.disclosed(role, "GET", "/wp-json/wp/v2/"+path, "-"))
				}
			}
			return out
		}
		rename := func(title string) {
			for _, path := range []string{"posts?status=draft,private", "media?search=" + hiddenFile} {
				list, ok := s.do("administrator", "GET", "/api/core/v2/"+path, nil).json(t).([]any)
				if !ok || len(list) == 0 {
					t.Fatalf("%s: %v", path, list)
				}
				for _, o := range list {
					route, _, _ := strings.Cut(path, "?")
					s.make(fmt.Sprintf("/core/v2/%s/%v", route, o.(map[string]any)["id"]), map[string]any{"title": title, "slug": title})
				}
			}
		}
		rename("aaa")
		first := map[string]bool{}
		for _, a := range answers() {
			first[a] = true
		}
		rename("zzz")
		for _, a := range answers() {
			if !first[a] {
				t.Errorf("an order tells of a hidden title: %.400s", a)
			}
		}
	})
}

func TestHiddenCommentsArentTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := newHiddenSite(t, e)
		for role, queries := range map[string][]string{
			"": {"", "&post=" + s.open, "&per_page=1"}, "subscriber": {"", "&post=" + s.open},
			"contributor": {"", "&status=hold", "&status=any", "&status=spam", "&type=any", "&post=" + s.open}, "author": {"", "&status=any"},
		} {
			for _, more := range queries {
				for _, secret := range []string{hiddenEmail, hiddenIP, hiddenContent} {
					s.letters(role, "/wp-json/wp/v2/comments?search=GUESS"+more, secret)
				}
			}
			path := "/wp-json/wp/v2/comments?author_email=GUESS"
			if got, want := s.disclosed(role, "GET", path, hiddenEmail), s.disclosed(role, "GET", path, "nobody@nowhere.example"); got != want {
				t.Errorf("%q is told that somebody with an address wrote: %.200s", role, got)
			}
		}
	})
}

// TestReadersFindTheirTexts: what may be read is found.
func TestReadersFindTheirTexts(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := newHiddenSite(t, e)
		own := map[string]any{"title": "Door mine", "content": "Door " + hiddenContent, "status": "draft"}
		for _, role := range []string{"contributor", "author"} {
			if a := s.do(role, "POST", "/api/core/v2/posts", own); a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		lock := map[string]any{"title": "Door my lock", "content": "Door " + hiddenContent, "status": "publish", "password": "key"}
		if a := s.do("author", "POST", "/api/core/v2/posts", lock); a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		for _, c := range []struct{ role, path, total string }{
			{"", "posts?search=" + hiddenContent, "0"},
			{"subscriber", "posts?search=" + hiddenContent, "0"},
			{"subscriber", "posts?search=locked", "1"},
			{"contributor", "posts?status=any&search=" + hiddenContent, "1"},
			{"author", "posts?status=any&search=" + hiddenContent, "2"},
			{"author", "posts?search=" + hiddenContent, "1"},
			{"author", "search?search=" + hiddenContent, "1"},
			{"editor", "posts?status=any&search=" + hiddenContent, "8"},
			{"editor", "posts?status=trash&search=" + hiddenTitle, "1"},
			{"administrator", "posts?status=any&search=" + hiddenContent, "8"},
			{"administrator", "search?search=" + hiddenContent, "3"},
			{"", "media?search=" + hiddenExcerpt, "0"},
			{"author", "media?search=" + hiddenFile, "0"},
			{"editor", "media?search=" + hiddenFile, "1"},
			{"administrator", "media?search=" + hiddenExcerpt, "1"},
			{"", "comments?search=guest", "1"},
			{"contributor", "comments?search=door", "1"},
			{"editor", "comments?search=" + hiddenContent + "&status=any", "4"},
			{"editor", "comments?search=" + url.QueryEscape(hiddenEmail), "3"},
			{"administrator", "comments?search=" + hiddenIP, "3"},
			{"administrator", "comments?author_email=" + url.QueryEscape(hiddenEmail), "3"},
		} {
			a := s.do(c.role, "GET", "/wp-json/wp/v2/"+c.path, nil)
			if got := a.header.Get("X-WP-Total"); got != c.total {
				t.Errorf("%q %s: total %s, want %s: %.300s", c.role, c.path, got, c.total, a.body)
			}
		}
	})
}
