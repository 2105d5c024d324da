package widgets

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// inactive is the sidebar of widgets that no page shows.
const inactive = "wp_inactive_widgets"

// Bounds on what is kept.
const (
	maxWidgets       = 1000
	maxSettingsBytes = 256 << 10
)

// state is what is stored, as it was when it was loaded.
type state struct {
	site *site.Site
	// order are the ids of all widgets of the inactive sidebar, places those of the site's own.
	order    []string
	places   []*place
	settings *wire.Object // by id
}

// place is a sidebar of the site's own with its widgets.
type place struct {
	id      string
	about   *wire.Object
	widgets []string
}

// load reads the widgets. Widgets of sidebars that the site doesn't have count as inactive: a
// block theme has none.
func load(ctx context.Context, s *site.Site) *state {
	st := &state{site: s}
	if st.settings = site.Widgets.Of(ctx, s).Clone(); st.settings == nil {
		st.settings = &wire.Object{}
	}
	sidebars := site.Sidebars.Of(ctx, s)
	seen := map[string]bool{}
	add := func(to []string, list any) []string {
		ids, _ := list.([]any)
		for _, id := range ids {
			if id := schema.ToText(id); st.settings.Has(id) && !seen[id] {
				seen[id] = true
				to = append(to, id)
			}
		}
		return to
	}
	own := site.AtMostSidebars(site.OwnSidebars.Of(ctx, s))
	for _, m := range slices.Concat(sidebars.Members(), own.Members()) {
		if about := own.Object(m.Key); about != nil && st.place(m.Key) == nil {
			st.places = append(st.places, &place{m.Key, about, add(nil, sidebars.Get(m.Key))})
		}
	}
	st.order = add(st.order, sidebars.Get(inactive))
	for _, m := range sidebars.Members() {
		st.order = add(st.order, m.Value)
	}
	var lost []string
	for _, m := range st.settings.Members() {
		if !seen[m.Key] {
			lost = append(lost, m.Key)
		}
	}
	st.order = append(lost, st.order...)
	return st
}

func (st *state) save(ctx context.Context) error {
	if err := site.Widgets.Set(ctx, st.site, st.settings); err != nil {
		return err
	}
	all := wire.NewObject(inactive, wire.Strings(st.order))
	for _, p := range st.places {
		all.Set(p.id, wire.Strings(p.widgets))
	}
	return site.Sidebars.Set(ctx, st.site, all)
}

// place is a sidebar of the site's own, nil for any other.
func (st *state) place(id string) *place {
	for _, p := range st.places {
		if p.id == id {
			return p
		}
	}
	return nil
}

// placeOf is the sidebar of the site's own that a widget is in, nil for inactive ones.
func (st *state) placeOf(widget string) *place {
	for _, p := range st.places {
		if slices.Contains(p.widgets, widget) {
			return p
		}
	}
	return nil
}

// take takes a widget out of the sidebar that it is in.
func (st *state) take(id string) {
	without := func(list []string) []string {
		return slices.DeleteFunc(list, func(other string) bool { return other == id })
	}
	st.order = without(st.order)
	for _, p := range st.places {
		p.widgets = without(p.widgets)
	}
}

// move lets a widget stand behind all others of a sidebar.
func (st *state) move(id, sidebar string) {
	st.take(id)
	if p := st.place(sidebar); p != nil {
		p.widgets = append(p.widgets, id)
		return
	}
	st.order = append(st.order, id)
}

// put stores the settings of a widget and gives it a place when it has none.
//
// Compat (TestLife): a new widget stands before those that there were.
func (st *state) put(id string, settings *wire.Object) {
	st.settings.Set(id, settings)
	if !slices.Contains(st.order, id) && st.placeOf(id) == nil {
		st.order = slices.Insert(st.order, 0, id)
	}
}

// last lets a widget stand behind all others.
//
// Compat (TestLife): as one does that was put into another sidebar, which isn't there.
func (st *state) last(id string) { st.move(id, inactive) }

func (st *state) remove(id string) {
	st.settings.Delete(id)
	st.take(id)
}

// nextID is an id that no widget of the type has.
func (st *state) nextID(t *widgetType) string {
	next := 2
	for _, m := range st.settings.Members() {
		if typ, n := splitID(m.Key); typ == t.id && n >= next {
			next = n + 1
		}
	}
	return t.id + "-" + strconv.Itoa(next)
}

var idForm = regexp.MustCompile(`^(.+)-(\d{1,9})$`)

// splitID is the type and the number of a widget.
func splitID(id string) (typ string, n int) {
	m := idForm.FindStringSubmatch(id)
	if m == nil {
		return id, 0
	}
	n, _ = strconv.Atoi(m[2])
	return m[1], n
}

// encode is the settings as a text that clients hand back without looking
// into it, in the ecosystem's form.
func encode(settings *wire.Object) (string, error) {
	if settings == nil {
		return "N;", nil
	}
	text, err := phpvalue.Encode(toPHP(settings))
	if err != nil {
		return "", fmt.Errorf("encode settings of a widget: %w", err)
	}
	return text, nil
}

func toPHP(v any) any {
	switch v := v.(type) {
	case *wire.Object:
		m := &phpvalue.Map{}
		for _, member := range v.Members() {
			m.Pairs = append(m.Pairs, phpvalue.Pair{Key: phpvalue.StringKey(member.Key), Value: toPHP(member.Value)})
		}
		return m
	case []any:
		m := &phpvalue.Map{}
		for i := range v {
			m.Pairs = append(m.Pairs, phpvalue.Pair{Key: phpvalue.IntKey(int64(i)), Value: toPHP(v[i])})
		}
		return m
	}
	return v
}

func fromPHP(v any) any {
	if list, ok := v.([]any); ok {
		out := make([]any, len(list))
		for i := range list {
			out[i] = fromPHP(list[i])
		}
		return out
	}
	m, ok := v.(*phpvalue.Map)
	if !ok {
		return v
	}
	out := &wire.Object{}
	for _, p := range m.Pairs {
		out.Set(p.Key.String(), fromPHP(p.Value))
	}
	return out
}

// decode reads what encode wrote, if hash says that it did.
func decode(key []byte, encoded, hash string) (*wire.Object, bool) {
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !hmac.Equal([]byte(digest(key, string(text))), []byte(strings.ToLower(hash))) {
		return nil, false
	}
	v, err := phpvalue.Decode(string(text))
	if err != nil {
		return nil, false
	}
	if list, ok := v.([]any); ok && len(list) == 0 {
		// No settings at all have no names.
		return &wire.Object{}, true
	}
	settings, ok := fromPHP(v).(*wire.Object)
	return settings, ok
}

// digest proves that the server made a text: 32 hexadecimal digits.
func digest(key []byte, text string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))[:32]
}

// key signs encoded settings.
func (res *resource) key(ctx context.Context) ([]byte, error) {
	return res.Store.Secret(ctx, "widgets")
}
