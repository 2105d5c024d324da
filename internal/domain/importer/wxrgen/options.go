package wxrgen

import "time"

// Options says what to write. Zero numbers mean the defaults; negative numbers
// mean none.
type Options struct {
	Seed        uint64
	Posts       int           // default 100
	Pages       int           // default Posts/20, at least 1; every third is a child of another
	Attachments int           // default Posts/5
	Authors     int           // default 5, at least 1
	Categories  int           // default 12; every third is a child of another
	Tags        int           // default 40
	Comments    int           // on average per post; default 2, spread unevenly
	Text        int           // bytes of a text on average; default 3200
	Start       time.Time     // date of the first post; default 2020-01-01. Posts follow at odd hours
	Every       time.Duration // from post to post; default five hours
	SiteURL     string        // default "https://stones.example"
}

func (o Options) withDefaults() Options {
	set := func(v *int, def, least int) {
		if *v == 0 {
			*v = def
		}
		*v = max(*v, least)
	}
	set(&o.Posts, 100, 0)
	set(&o.Pages, max(o.Posts/20, 1), 0)
	set(&o.Attachments, o.Posts/5, 0)
	set(&o.Authors, 5, 1)
	set(&o.Categories, 12, 0)
	set(&o.Tags, 40, 0)
	set(&o.Comments, 2, 0)
	set(&o.Text, 3200, 0)
	if o.Every == 0 {
		o.Every = 5 * time.Hour
	}
	if o.Start.IsZero() {
		o.Start = time.Date(2020, 1, 1, 8, 0, 0, 0, time.UTC)
	}
	if o.SiteURL == "" {
		o.SiteURL = "https://stones.example"
	}
	return o
}

// Totals returns how many records of each kind Write writes. Comments are not
// among them, since their number depends on the seed.
func (o Options) Totals() Totals {
	o = o.withDefaults()
	return Totals{
		Authors: o.Authors, Categories: o.Categories, Tags: o.Tags, Terms: 1,
		Posts: o.Posts, Pages: o.Pages, Attachments: o.Attachments, MenuItems: min(o.Pages, 8), Blocks: 1,
	}
}

// Totals counts records.
type Totals struct {
	Authors, Categories, Tags, Terms             int
	Posts, Pages, Attachments, MenuItems, Blocks int
}

// Entries returns the number of content items of all types.
func (t Totals) Entries() int {
	return t.Posts + t.Pages + t.Attachments + t.MenuItems + t.Blocks
}
