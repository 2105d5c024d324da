package rowmap

import (
	"database/sql"
	"reflect"
	"testing"

	_ "modernc.org/sqlite"
)

type thing struct {
	ID    int64
	Name  kind
	Count int
	Maybe *int64
	Tags  []string
	Loud  string
}

type kind string

func things() *Columns[thing] {
	return Of(
		Key("id", func(t *thing) any { return &t.ID }),
		Field("name", func(t *thing) any { return &t.Name }),
		Derived("name_key", func(t *thing) any { return "key of " + string(t.Name) }),
		Field("count", func(t *thing) any { return &t.Count }),
		Field("maybe", func(t *thing) any { return &t.Maybe }),
		JSON("tags", func(t *thing) any { return &t.Tags }),
		Mapped("loud", func(t *thing) Scanner {
			return Text(func(s string) error { t.Loud = s + "!"; return nil })
		}, func(t *thing) any { return t.Loud }),
	)
}

func TestStatements(t *testing.T) {
	t.Parallel()
	c := things()
	for got, want := range map[string]string{
		c.Read("x"):                                 "x.id, x.name, x.count, x.maybe, x.tags, x.loud",
		c.Insert("thing"):                           "INSERT INTO thing (name, name_key, count, maybe, tags, loud) VALUES (?, ?, ?, ?, ?, ?)",
		c.Only("count").Update("thing"):             "UPDATE thing SET count = ?",
		c.Without("count", "maybe").Update("thing"): "UPDATE thing SET (name, name_key, tags, loud) = (?, ?, ?, ?)",
		c.Only("name", "count").Replace("name"):     " ON CONFLICT (name) DO UPDATE SET count = excluded.count",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a column that isn't there was taken")
		}
	}()
	c.Only("cuont")
}

// TestRoundTrip writes rows into a table, and reads them again.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, name_key TEXT, count INTEGER, maybe INTEGER, tags TEXT, loud TEXT)"); err != nil {
		t.Fatal(err)
	}
	c, seven := things(), int64(7)
	for i, in := range []*thing{
		{Name: "a", Count: 3, Maybe: &seven, Tags: []string{"x", "<y>"}, Loud: "hey"},
		{Name: "b"},
	} {
		if _, err := db.Exec(c.Insert("thing"), c.Values(in)...); err != nil {
			t.Fatal(err)
		}
		var key string
		got, err := c.Scan(db.QueryRow("SELECT "+c.Read("t")+", t.name_key FROM thing t WHERE id = ?", i+1).Scan, &key)
		if err != nil {
			t.Fatal(err)
		}
		want := *in
		want.ID, want.Loud = int64(i+1), in.Loud+"!"
		if want.Tags == nil {
			want.Tags = []string{}
		}
		if !reflect.DeepEqual(got, &want) || key != "key of "+string(in.Name) {
			t.Errorf("%+v with %q, want %+v", got, key, want)
		}
	}
	if _, err := db.Exec("UPDATE thing SET tags = 'no list'"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Scan(db.QueryRow("SELECT " + c.Read("") + " FROM thing").Scan); err == nil {
		t.Error("a list that is none was read")
	}
}
