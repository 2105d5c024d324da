package wxr

import (
	"io"
	"strings"
)

// Reader reads the records of one export file. It is not safe for concurrent
// use. Its fields may be set before the first call of Next.
type Reader struct {
	// TypeName translates the names of types, taxonomies and meta keys found in
	// the file to the names that the caller uses. Nil keeps them.
	TypeName func(string) string

	// Limits bounds the cost of one record.
	Limits Limits

	file     io.Reader
	src      *source
	s        *scanner
	err      error
	site     *Site  // not handed out yet
	due      string // name of the record whose start tag was read already
	dueLine  int
	itemLine int
	size     int // cost of the record in hand so far
	text     []byte
}

// NewReader returns a Reader of the export file that r yields. The file is
// read as it comes and never sought in, so r may be a pipe.
func NewReader(r io.Reader) *Reader {
	return &Reader{file: r}
}

// Next returns the next record. After the last one it returns io.EOF, which it
// does only when the file is complete.
func (r *Reader) Next() (Item, error) {
	if r.err != nil {
		return nil, r.err
	}
	item, err := r.next()
	if err != nil {
		r.err = err
		return nil, err
	}
	return item, nil
}

// Offset returns how many bytes of the file have been worked through. It never
// falls, and compared with the size of the file it tells the progress. For
// files in another encoding than UTF-8 it runs ahead by what is buffered.
func (r *Reader) Offset() int64 {
	switch {
	case r.s == nil:
		return 0
	case r.src.foreign:
		return r.src.read
	}
	return r.src.skipped + r.s.offset()
}

// Line returns the line that reading has reached, counted from 1.
func (r *Reader) Line() int {
	if r.s == nil {
		return 1
	}
	return r.s.line
}

// ItemLine returns the line where the record last returned begins.
func (r *Reader) ItemLine() int { return r.itemLine }

// Repairs returns how many characters have been mended so far: invalid UTF-8,
// characters that XML forbids, and ampersands that begin no reference.
func (r *Reader) Repairs() int {
	if r.s == nil {
		return 0
	}
	return r.s.repairs
}

func (r *Reader) next() (Item, error) {
	if r.s == nil {
		if err := r.start(); err != nil {
			return nil, err
		}
	}
	// One large text should not pin its buffer for the rest of the file.
	if cap(r.text) > 1<<20 {
		r.text = nil
	}
	r.size = 0
	if due := r.due; due != "" {
		r.due, r.itemLine = "", r.dueLine
		return r.record(due)
	}
	for {
		tok, err := r.s.next()
		if err != nil {
			return nil, err
		}
		switch tok {
		case tokEOF:
			return nil, io.EOF
		case tokEnd:
			if len(r.s.open) == 1 && r.site != nil {
				return r.takeSite()
			}
		case tokStart:
			if len(r.s.open) != 3 { // a sibling of the channel
				if err := r.skip(); err != nil {
					return nil, err
				}
				continue
			}
			record, err := r.channelChild()
			if err != nil {
				return nil, err
			}
			if record == "" {
				continue
			}
			if r.site != nil {
				r.due, r.dueLine = record, r.s.line
				return r.takeSite()
			}
			r.itemLine = r.s.line
			return r.record(record)
		}
	}
}

// start reads up to the inside of the channel.
func (r *Reader) start() error {
	src, err := openSource(r.file)
	if err != nil {
		return err
	}
	r.src, r.site = src, &Site{}
	r.s = newScanner(src.text, r.Limits.withDefaults())
	r.Limits = r.s.limits
	for _, want := range []string{"rss", "channel"} {
		for {
			tok, err := r.s.next()
			if err != nil {
				return err
			}
			if tok == tokText {
				continue
			}
			if tok != tokStart {
				return r.s.fail(NotExport, "expected <%s>", want)
			}
			if r.s.name.space == spaceNone && string(r.s.name.local) == want {
				break
			}
			if want == "rss" {
				return r.s.fail(NotExport, "the root element is <%s>; expected <rss>", clip(r.s.name.local))
			}
			if err := r.skip(); err != nil {
				return err
			}
		}
	}
	r.itemLine = r.s.line
	return nil
}

// takeSite hands the site out, which needs its version.
func (r *Reader) takeSite() (Item, error) {
	site := r.site
	r.site = nil
	switch {
	case site.Version == "":
		return nil, r.s.fail(NotExport, "the channel says no export version before its first record; a plain news feed cannot be imported")
	case !isVersion(site.Version):
		return nil, r.s.fail(NotExport, "the export version %q is no version; expected a number such as 1.2", clip([]byte(site.Version)))
	case !strings.HasPrefix(site.Version, "1."):
		return nil, r.s.fail(Version, "the export version is %s; expected 1.0, 1.1 or 1.2", site.Version)
	}
	return site, nil
}

// channelChild reads or skips a child of the channel, unless it is a record,
// of which it returns the name.
func (r *Reader) channelChild() (string, error) {
	local := r.s.name.local
	switch r.s.name.space {
	case spaceNone:
		switch string(local) {
		case "item":
			return "item", nil
		case "title":
			return "", r.siteField(func(s *Site) *string { return &s.Title })
		case "link":
			return "", r.siteField(func(s *Site) *string { return &s.Link })
		case "description":
			return "", r.siteField(func(s *Site) *string { return &s.Description })
		case "language":
			return "", r.siteField(func(s *Site) *string { return &s.Language })
		case "pubDate":
			return "", r.siteField(func(s *Site) *string { return &s.PubDate })
		}
	case spaceExport:
		switch string(local) {
		case "author", "category", "tag", "term":
			return string(local), nil
		case "wxr_version":
			return "", r.siteField(func(s *Site) *string { return &s.Version })
		case "base_site_url":
			return "", r.siteField(func(s *Site) *string { return &s.BaseSiteURL })
		case "base_blog_url":
			return "", r.siteField(func(s *Site) *string { return &s.BaseBlogURL })
		}
	}
	return "", r.skip()
}

// siteField reads a field of the site. One that comes after the first record
// is passed over, since the site has been handed out.
func (r *Reader) siteField(field func(*Site) *string) error {
	if r.site == nil {
		return r.skip()
	}
	return r.str(field(r.site))
}

// skip passes over the element whose start tag was read last.
func (r *Reader) skip() error {
	depth := len(r.s.open)
	for {
		tok, err := r.s.next()
		if err != nil {
			return err
		}
		if tok == tokEnd && len(r.s.open) < depth {
			return nil
		}
	}
}

// children calls f for the start tag of every child of the current element,
// which f must read or skip.
func (r *Reader) children(f func(name) error) error {
	for {
		tok, err := r.s.next()
		if err != nil {
			return err
		}
		switch tok {
		case tokEnd:
			return nil
		case tokStart:
			if err := f(r.s.name); err != nil {
				return err
			}
		}
	}
}
