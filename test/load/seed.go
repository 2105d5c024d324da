package main

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
)

var words = strings.Fields("lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore " +
	"magna aliqua enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat")

// text makes paragraphs that differ from post to post.
func text(seed, paragraphs int) string {
	var b strings.Builder
	x := uint32(seed)*2654435761 + 1
	for range paragraphs {
		b.WriteString("<!-- wp:paragraph -->\n<p>")
		for i := range 60 {
			x = x*1664525 + 1013904223
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words[int(x>>16)%len(words)])
		}
		b.WriteString(".</p>\n<!-- /wp:paragraph -->\n\n")
	}
	return b.String()
}

// seed makes a site of n posts with categories, tags, and a rare word in
// twenty of them.
func seed(ctx context.Context, data, preset string, n, paragraphs int) error {
	a, err := app.New(ctx, app.Config{Data: data, Preset: preset, URL: "http://localhost"})
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	defer a.Close()
	var terms []*taxonomy.Term
	err = a.DB.InTx(ctx, func(ctx context.Context) error {
		for i := range 20 {
			t := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: fmt.Sprintf("Topic %d", i), Slug: fmt.Sprintf("topic-%d", i)}
			if err := a.DB.InsertTerm(ctx, t); err != nil {
				return err
			}
			terms = append(terms, t)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	const batch = 500
	for from := 0; from < n; from += batch {
		err := a.DB.InTx(ctx, func(ctx context.Context) error {
			for i := from; i < min(from+batch, n); i++ {
				if err := seedPost(ctx, a.DB, i, n, paragraphs, terms); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
	}
	return nil
}

func seedPost(ctx context.Context, db *store.DB, i, n, paragraphs int, terms []*taxonomy.Term) error {
	at := fmt.Sprintf("20%02d-%02d-%02dT%02d:%02d:00", 10+i%15, i%12+1, i%28+1, i%24, i%60)
	body := text(i, paragraphs)
	if step := max(n/20, 1); i%step == 0 {
		body += "<!-- wp:paragraph -->\n<p>A xylophone plays.</p>\n<!-- /wp:paragraph -->"
	}
	e := &content.Entry{
		Type: content.TypePost, Status: content.Publish, Author: 1, CommentStatus: "open", PingStatus: "open",
		Title: fmt.Sprintf("Post %d", i), Slug: fmt.Sprintf("post-%d", i), Content: body,
		GUID: fmt.Sprintf("http://localhost/?p=%d", i+10),
		Date: at, DateUTC: at, Modified: at, ModifiedUTC: at,
	}
	if err := db.InsertEntry(ctx, e); err != nil {
		return err
	}
	return db.SetEntryTerms(ctx, e.ID, taxonomy.Category, []int64{terms[i%20].ID})
}
