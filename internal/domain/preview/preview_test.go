package preview_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/preview"
	"quoin/internal/domain/site"
)

type keys struct {
	key []byte
	err error
}

func (k *keys) Secret(context.Context, string) ([]byte, error) { return k.key, k.err }

type noOptions struct{ site.OptionStore }

func (noOptions) Options(context.Context) (*site.Values, error) { return &site.Values{}, nil }

type noEntries struct{ content.Store }

// one has one entry.
type one struct{ e *content.Entry }

func (o one) EntriesByID(_ context.Context, ids []int64) (map[int64]*content.Entry, error) {
	if o.e == nil || ids[0] != o.e.ID {
		return nil, nil
	}
	return map[int64]*content.Entry{o.e.ID: o.e}, nil
}

func newLinks(now *time.Time) (*preview.Links, *keys) {
	k := &keys{key: []byte(strings.Repeat("k", site.SecretSize))}
	s := &site.Site{Store: noOptions{}, Clock: func() time.Time { return *now }, URL: "http://example.org"}
	types := content.NewTypes(content.Builtin()...)
	return &preview.Links{Secrets: k, Site: s, Types: types, Permalinks: &content.Permalinks{Site: s, Types: types, Store: noEntries{}}, Entries: one{}}, k
}

func TestTokens(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	l, k := newLinks(&now)
	e := &content.Entry{ID: 12, Type: content.TypePost, Status: content.Draft}
	l.Entries = one{e}
	link, err := l.Make(ctx, e, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if want := now.Add(time.Hour); !link.Expires.Equal(want) || link.Page != "http://example.org/?p=12&preview=true&preview_token="+link.Token {
		t.Errorf("%+v, want it to end at %s", link, want)
	}
	opens := func(token string) int64 {
		t.Helper()
		id, err := l.Opens(ctx, token)
		if err != nil {
			t.Error(err)
		}
		return id
	}
	if got := opens(link.Token); got != 12 {
		t.Errorf("the token opens %d", got)
	}
	id, until, _ := strings.Cut(link.Token, ".")
	until, sum, _ := strings.Cut(until, ".")
	later, _ := strconv.ParseInt(until, 10, 64)
	for name, token := range map[string]string{
		"none": "", "of another entry": "13." + until + "." + sum, "longer": id + "." + strconv.FormatInt(later+1, 10) + "." + sum,
		"padded id": "012." + until + "." + sum, "signed id": "+12." + until + "." + sum, "cut": link.Token[:len(link.Token)-1],
		"more": link.Token + "A", "a part more": link.Token + ".A", "no sum": id + "." + until + ".", "words": "a.b.c",
		"huge": strings.Repeat("9", 40) + "." + until + "." + sum, "long": link.Token + strings.Repeat("A", 1000), "negative": "-12." + until + "." + sum,
	} {
		if got := opens(token); got != 0 {
			t.Errorf("%s: opens %d", name, got)
		}
	}
	now = now.Add(time.Hour - time.Second)
	if opens(link.Token) != 12 {
		t.Error("it ends too early")
	}
	now = now.Add(time.Second)
	if opens(link.Token) != 0 {
		t.Error("it doesn't end")
	}
	now = now.Add(-time.Minute)
	k.key = []byte(strings.Repeat("x", site.SecretSize))
	if opens(link.Token) != 0 {
		t.Error("it holds with another key")
	}
	k.err = errors.New("no database")
	if id, err := l.Opens(ctx, link.Token); id != 0 || !errors.Is(err, k.err) {
		t.Errorf("without a key: %d, %v", id, err)
	}
	if _, err := l.Make(ctx, e, time.Hour); !errors.Is(err, k.err) {
		t.Errorf("made without a key: %v", err)
	}
}

// TestRevokedLinks revokes the links of an entry twice: what was made before ends, what
// is made after it holds.
func TestRevokedLinks(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l, _ := newLinks(&now)
	e := &content.Entry{ID: 12, Type: content.TypePost, Status: content.Draft}
	l.Entries = one{e}
	var tokens []string
	for range 3 {
		link, err := l.Make(t.Context(), e, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, link.Token)
		for i, token := range tokens {
			id, err := l.Opens(t.Context(), token)
			if want := map[bool]int64{true: 12}[i == len(tokens)-1]; err != nil || id != want {
				t.Errorf("link %d after %d were revoked: opens %d, %v", i, len(tokens)-1, id, err)
			}
		}
		e.Meta = preview.Revoked(e)
	}
	// Nobody can say that less was revoked, or nothing.
	part := strings.Split(tokens[2], ".")
	for _, lie := range []string{part[0] + "." + part[1] + "." + part[3], part[0] + "." + part[1] + ".0." + part[3], part[0] + "." + part[1] + ".3." + part[3]} {
		if id, _ := l.Opens(t.Context(), lie); id != 0 {
			t.Errorf("%s opens %d", lie, id)
		}
	}
	l.Entries = one{}
	if id, err := l.Opens(t.Context(), tokens[2]); id != 0 || err != nil {
		t.Errorf("an entry that is gone: %d, %v", id, err)
	}
}

func TestWhatHasNoLink(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l, _ := newLinks(&now)
	for _, tt := range []struct {
		e     content.Entry
		lasts time.Duration
		want  error
	}{
		{content.Entry{ID: 1, Type: content.TypePost, Status: content.Draft}, preview.Shortest, nil},
		{content.Entry{ID: 1, Type: content.TypePage, Status: content.Future}, preview.Longest, nil},
		{content.Entry{ID: 1, Type: content.TypePost, Status: content.Draft}, preview.Shortest - 1, preview.ErrTime},
		{content.Entry{ID: 1, Type: content.TypePost, Status: content.Draft}, preview.Longest + 1, preview.ErrTime},
		{content.Entry{ID: 1, Type: content.TypePost, Status: content.Draft}, -time.Hour, preview.ErrTime},
		{content.Entry{ID: 1, Type: content.TypePost, Status: content.Trash}, time.Hour, preview.ErrTrashed},
		{content.Entry{ID: 1, Type: content.TypePost, Status: content.AutoDraft}, time.Hour, preview.ErrTrashed},
		{content.Entry{ID: 1, Type: content.TypeAttachment, Status: content.Inherit}, time.Hour, preview.ErrNoPage},
		{content.Entry{ID: 1, Type: content.TypeBlock, Status: content.Publish}, time.Hour, preview.ErrNoPage},
		{content.Entry{ID: 1, Type: content.TypeRevision, Status: content.Inherit}, time.Hour, preview.ErrNoPage},
		{content.Entry{ID: 1, Type: "unknown", Status: content.Publish}, time.Hour, preview.ErrNoPage},
	} {
		if _, err := l.Make(t.Context(), &tt.e, tt.lasts); !errors.Is(err, tt.want) {
			t.Errorf("%s %s for %s: %v, want %v", tt.e.Status, tt.e.Type, tt.lasts, err, tt.want)
		}
	}
}
