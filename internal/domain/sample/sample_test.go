package sample_test

import (
	"image"
	_ "image/png"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"testing"

	_ "golang.org/x/image/webp"

	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/sample"
)

func entries(t *testing.T) (map[int64]*wxr.Entry, map[string]string) {
	t.Helper()
	r := wxr.NewReader(sample.Export())
	byID, terms := map[int64]*wxr.Entry{}, map[string]string{}
	for {
		item, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch item := item.(type) {
		case *wxr.Category:
			terms["category/"+item.Slug] = item.Parent
		case *wxr.Tag:
			terms["post_tag/"+item.Slug] = ""
		case *wxr.Term:
			terms[item.Taxonomy+"/"+item.Slug] = item.Parent
		case *wxr.Entry:
			if byID[item.ID] != nil {
				t.Errorf("id %d twice", item.ID)
			}
			byID[item.ID] = item
		}
	}
	if r.Repairs() != 0 {
		t.Errorf("%d repairs", r.Repairs())
	}
	return byID, terms
}

func TestVariety(t *testing.T) {
	t.Parallel()
	byID, terms := entries(t)
	got := map[string]int{}
	for term, parent := range terms {
		taxonomy, _, _ := strings.Cut(term, "/")
		got[taxonomy]++
		if parent != "" {
			got["nested "+taxonomy]++
		}
	}
	for _, e := range byID {
		got[e.Type]++
		got["status "+e.Status]++
		if e.Parent != 0 {
			got["nested "+e.Type]++
		}
		if e.Password != "" {
			got["password"]++
		}
		if e.Sticky {
			got["sticky"]++
		}
		for _, c := range e.Comments {
			got["comment"]++
			if c.Parent != 0 {
				got["reply"]++
			}
		}
		for _, ref := range e.Terms {
			if ref.Taxonomy == "post_format" {
				got["format"]++
			}
		}
	}
	for kind, least := range map[string]int{
		"post": 12, "page": 5, "nested page": 2, "attachment": 4, "nav_menu_item": 6, "core_block": 1, "core_navigation": 1,
		"category": 4, "nested category": 1, "post_tag": 8, "nav_menu": 1, "format": 3, "comment": 10, "reply": 5,
		"password": 1, "sticky": 1, "status draft": 1, "status future": 1,
	} {
		if got[kind] < least {
			t.Errorf("%s: %d, want at least %d", kind, got[kind], least)
		}
	}
}

// TestReferences checks that whatever the file points to is there.
func TestReferences(t *testing.T) {
	t.Parallel()
	byID, terms := entries(t)
	inText := regexp.MustCompile(`wp-image-(\d+)|"ref":(\d+)|"id":(\d+)`)
	for _, e := range byID {
		if e.Parent != 0 && byID[e.Parent] == nil {
			t.Errorf("%q: no parent %d", e.Title, e.Parent)
		}
		for _, ref := range e.Terms {
			if _, ok := terms[ref.Taxonomy+"/"+ref.Slug]; !ok && ref.Taxonomy != "post_format" {
				t.Errorf("%q: no term %+v", e.Title, ref)
			}
		}
		for _, m := range e.Meta {
			if id, _ := strconv.ParseInt(m.Value, 10, 64); m.Key == "_thumbnail_id" && (byID[id] == nil || byID[id].Type != "attachment") {
				t.Errorf("%q: no picture %s", e.Title, m.Value)
			}
		}
		for _, match := range inText.FindAllStringSubmatch(e.Content, -1) {
			id, _ := strconv.ParseInt(match[1]+match[2]+match[3], 10, 64)
			if byID[id] == nil {
				t.Errorf("%q: its text refers to %d", e.Title, id)
			}
		}
		opened, closed := strings.Count(e.Content, "<!-- wp:"), strings.Count(e.Content, "<!-- /wp:")
		if void := strings.Count(e.Content, " /-->"); opened != closed+void {
			t.Errorf("%q: %d block comments open, %d close, %d do both", e.Title, opened, closed, void)
		}
	}
}

func TestUploads(t *testing.T) {
	t.Parallel()
	byID, _ := entries(t)
	wanted := map[string]bool{}
	for _, e := range byID {
		if e.Type != "attachment" {
			continue
		}
		_, path, _ := strings.Cut(e.AttachmentURL, "/uploads/")
		wanted[path] = true
		f, err := sample.Uploads().Open(path)
		if err != nil {
			t.Errorf("%q: %v", e.Title, err)
			continue
		}
		if _, _, err := image.DecodeConfig(f); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		f.Close()
	}
	var size int64
	err := fs.WalkDir(sample.Uploads(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		if !wanted[path] {
			t.Errorf("%s: no attachment has it", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if size > 200<<10 {
		t.Errorf("the pictures have %d bytes", size)
	}
}
