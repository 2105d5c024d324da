package live

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// item is one thing of a list, on its way into the tables.
type item struct {
	id     int64
	kind   string
	digest string
	// brief is the digest of what its list tells in short, "" where that isn't asked for.
	brief string
	// store writes its rows; those of before are gone by then.
	store func(t *tx) error
	// tasks are what has to be asked for because it changed.
	tasks []task
	head  *wire.Object
}

// task is something that has to be asked for.
type task struct {
	kind string
	id   int64
	what string
}

// keep stores an item of a list, if it is another one than before.
func (t *tx) keep(list string, round int64, it item) error {
	var digest string
	ok, err := t.one("SELECT digest FROM live_seen WHERE list = ? AND id = ?", []any{list, it.id}, &digest)
	if err == nil && it.brief != "" {
		err = t.exec("INSERT INTO live_brief (list, id, digest) VALUES (?, ?, ?) ON CONFLICT (list, id) DO UPDATE SET digest = excluded.digest WHERE digest <> excluded.digest", list, it.id, it.brief)
	}
	if err != nil {
		return err
	}
	if ok && digest == it.digest {
		return t.exec("UPDATE live_seen SET round = ? WHERE list = ? AND id = ?", round, list, it.id)
	}
	was, keys, err := t.before(it.kind, it.id)
	if err == nil {
		err = t.remove(it.kind, it.id)
	}
	if err == nil {
		err = it.store(t)
	}
	if err != nil {
		return err
	}
	_, now, err := t.before(it.kind, it.id)
	if err != nil {
		return err
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(now, key) })
	if err := t.changed(it.kind, it.id, false, was, keys); err != nil {
		return err
	}
	if it.head != nil {
		if err := t.exec("INSERT OR REPLACE INTO live_head (kind, id, head) VALUES (?, ?, ?)", it.kind, it.id, string(wire.Encode(it.head, nil))); err != nil {
			return err
		}
	}
	for _, one := range it.tasks {
		if err := t.exec("INSERT OR IGNORE INTO live_task (kind, id, what) VALUES (?, ?, ?)", one.kind, one.id, one.what); err != nil {
			return err
		}
	}
	return t.exec("INSERT OR REPLACE INTO live_seen (list, id, digest, round) VALUES (?, ?, ?, ?)", list, it.id, it.digest, round)
}

// kindTables are the tables of a kind, by the column that has the id; the last is that
// of meta values, where the kind has some.
func kindTables(kind string) [][2]string {
	switch kind {
	case KindEntry:
		return [][2]string{{"wp_posts", "ID"}, {"wp_term_relationships", "object_id"}, {"live_hidden", "object"}, {"wp_postmeta", "post_id"}}
	case KindTerm:
		return [][2]string{{"wp_terms", "term_id"}, {"wp_term_taxonomy", "term_id"}, {"wp_termmeta", "term_id"}}
	case KindAccount:
		return [][2]string{{"wp_users", "ID"}, {"wp_usermeta", "user_id"}}
	case KindComment:
		return [][2]string{{"wp_comments", "comment_ID"}, {"wp_commentmeta", "comment_id"}}
	case KindRule:
		return [][2]string{{"wp_redirection_items", "id"}}
	case KindGroup:
		return [][2]string{{"wp_redirection_groups", "id"}}
	case KindHit:
		return [][2]string{{"wp_redirection_logs", "id"}}
	case KindMiss:
		return [][2]string{{"wp_redirection_404", "id"}}
	}
	return nil
}

// withMeta tells whether things of a kind have meta values.
func withMeta(kind string) bool { return len(kindTables(kind)) > 1 }

// marks are what things of each kind are known by here; see Change.Was.
var marks = map[string]string{
	KindEntry:   "SELECT COALESCE(NULLIF(post_modified_gmt, ''), '-') FROM wp_posts WHERE ID = ?",
	KindComment: "SELECT COALESCE(NULLIF(comment_date_gmt, ''), '-') FROM wp_comments WHERE comment_ID = ?",
	KindTerm:    "SELECT slug FROM wp_terms WHERE term_id = ?",
	KindAccount: "SELECT user_login FROM wp_users WHERE ID = ?",
}

// before tells of what is there: its mark, and the keys of its meta values.
func (t *tx) before(kind string, id int64) (was string, keys []string, err error) {
	if !withMeta(kind) {
		return "", nil, nil
	}
	all := kindTables(kind)
	if query := marks[kind]; query != "" {
		if _, err := t.one(query, []any{id}, &was); err != nil {
			return "", nil, err
		}
	}
	meta := all[len(all)-1]
	keys, err = t.strings("SELECT DISTINCT meta_key FROM "+meta[0]+" WHERE "+meta[1]+" = ?", id) // #nosec G202 -- names of the table above
	return was, keys, err
}

func (t *tx) remove(kind string, id int64) error {
	for _, table := range kindTables(kind) {
		if err := t.exec("DELETE FROM "+table[0]+" WHERE "+table[1]+" = ?", id); err != nil { // #nosec G202 -- names of the table above
			return err
		}
	}
	return nil
}

// forget removes what is known of a thing as one of a list.
func (t *tx) forget(list string, id int64) error {
	for _, table := range []string{"live_seen", "live_brief"} {
		if err := t.exec("DELETE FROM "+table+" WHERE list = ? AND id = ?", list, id); err != nil { // #nosec G202 -- names above
			return err
		}
	}
	return nil
}

// gone removes what a list of the old site hasn't got any more, and what went with it. What
// has come into another list of its kind meanwhile stays.
func (t *tx) gone(list, kind string, id int64) error {
	lists, err := t.strings("SELECT o.list FROM live_seen s JOIN live_seen o ON o.id = s.id AND o.round > s.round WHERE s.list = ? AND s.id = ?", list, id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(lists, func(other string) bool { return kindOf(other) == kind }) {
		return t.forget(list, id)
	}
	was, _, err := t.before(kind, id)
	if err == nil {
		err = t.remove(kind, id)
	}
	if err == nil {
		err = t.forget(list, id)
	}
	if err == nil {
		err = t.exec("DELETE FROM live_head WHERE kind = ? AND id = ?", kind, id)
	}
	if err == nil {
		err = t.changed(kind, id, true, was, nil)
	}
	if err == nil && kind == KindEntry {
		err = t.stick(id, false)
	}
	if err != nil || kind != KindEntry {
		return err
	}
	revisions, err := t.ids("SELECT ID FROM wp_posts WHERE post_parent = ? AND post_type = 'revision'", id)
	for _, one := range revisions {
		if err := t.gone(listRevisions, KindEntry, one); err != nil {
			return err
		}
	}
	return err
}

// meta writes meta values of something.
func (t *tx) meta(kind string, id int64, values map[string][]string) error {
	all := kindTables(kind)
	at := all[len(all)-1]
	for _, key := range slices.Sorted(maps.Keys(values)) {
		for _, v := range values[key] {
			if err := t.exec("INSERT INTO "+at[0]+" ("+at[1]+", meta_key, meta_value) VALUES (?, ?, ?)", id, key, v); err != nil { // #nosec G202 -- names of the table above
				return err
			}
		}
	}
	return nil
}

// serialised is a value as the reference keeps it in a text.
func serialised(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case bool:
		if v {
			return "1"
		}
		return ""
	case string:
		return v
	case *wire.Object, []any:
		text, err := phpvalue.Encode(toPHP(v))
		if err != nil {
			return ""
		}
		return text
	}
	return schema.ToText(v)
}

func toPHP(v any) any {
	switch v := v.(type) {
	case *wire.Object:
		m := &phpvalue.Map{}
		for _, one := range v.Members() {
			m.Pairs = append(m.Pairs, phpvalue.Pair{Key: phpvalue.StringKey(one.Key), Value: toPHP(one.Value)})
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, one := range v {
			list[i] = toPHP(one)
		}
		return list
	case nil, bool, int, int64, float64, string:
		return v
	}
	return schema.ToText(v)
}

// digestOf is that of what an item says of itself; what the old site derives anew for
// each answer doesn't count.
func digestOf(o *wire.Object) string {
	c := o.Clone()
	links := o.Object("_links")
	for _, key := range []string{"yoast_head", "class_list", "_links", "generated_slug", "permalink_template", "avatar_urls", "author_avatar_urls", "link", "count"} {
		c.Delete(key)
	}
	for _, m := range c.Members() {
		if text, ok := m.Value.(*wire.Object); ok && text.Has("raw") && text.Has("rendered") {
			c.Set(m.Key, text.Get("raw"))
		}
	}
	if head := o.Object("yoast_head_json"); head != nil {
		head = head.Clone()
		for _, key := range []string{"schema", "next", "prev", "twitter_misc"} {
			head.Delete(key)
		}
		c.Set("yoast_head_json", head)
	}
	for _, rel := range []string{"version-history", "predecessor-version"} {
		if list, ok := links.Get(rel).([]any); ok && len(list) > 0 {
			if first, ok := list[0].(*wire.Object); ok {
				c.Set(rel, schema.ToText(first.Get("count"))+" "+schema.ToText(first.Get("id")))
			}
		}
	}
	sum := sha256.Sum256(wire.Encode(c, nil))
	return hex.EncodeToString(sum[:])
}

// stored is a moment of the API as the tables have it.
func stored(moment string) string {
	moment = strings.TrimSuffix(moment, "+00:00")
	if moment == "" {
		return "0000-00-00 00:00:00"
	}
	return strings.Replace(strings.TrimSuffix(moment, "Z"), "T", " ", 1)
}

// rawOf is the text of a member as it is stored.
func rawOf(o *wire.Object, name string) string {
	if v, ok := o.Get(name).(*wire.Object); ok {
		if v.Has("raw") {
			return schema.ToText(v.Get("raw"))
		}
		return schema.ToText(v.Get("rendered"))
	}
	return schema.ToText(o.Get(name))
}

func text(o *wire.Object, name string) string  { return schema.ToText(o.Get(name)) }
func number(o *wire.Object, name string) int64 { return schema.ToInt(o.Get(name)) }
func decimal(n int64) string                   { return strconv.FormatInt(n, 10) }
