package notes

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"quoin/ext"
)

// read reads the notes on many posts with one query.
func (n *notes) read(ctx context.Context, ids []int64) (map[int64]string, error) {
	for _, id := range ids {
		n.DB.DependsOn(ctx, fmt.Sprint(id))
	}
	found := map[int64]string{}
	err := n.DB.Query(ctx, "SELECT entry_id, note FROM notes_note WHERE "+n.DB.IntsIn("entry_id"), []any{n.DB.IntList(ids)},
		func(scan func(...any) error) error {
			var id int64
			var note string
			err := scan(&id, &note)
			found[id] = note
			return err
		})
	return found, err
}

// write stores a note, and has its words counted later.
func (n *notes) write(ctx context.Context, id int64, note string) error {
	return n.DB.InTx(ctx, func(ctx context.Context) error {
		_, err := n.DB.Exec(ctx, "INSERT INTO notes_note (entry_id, note) VALUES (?, ?) ON CONFLICT (entry_id) DO UPDATE SET note = excluded.note", id, note)
		if err != nil {
			return err
		}
		if err := n.Queue.Enqueue(ctx, "words", fmt.Sprint(id), nil, n.Clock()); err != nil {
			return err
		}
		return n.DB.Changed(ctx, fmt.Sprint(id))
	})
}

func (n *notes) deleted(ctx context.Context, e *ext.Entry) error {
	if _, err := n.DB.Exec(ctx, "DELETE FROM notes_note WHERE entry_id = ?", e.ID); err != nil {
		return err
	}
	return n.DB.Changed(ctx, fmt.Sprint(e.ID))
}

// countWords is the job: its key is the id of the post.
func (n *notes) countWords(ctx context.Context, j ext.Job) error {
	id, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		return err
	}
	found, err := n.read(ctx, []int64{id})
	if err != nil {
		return err
	}
	return n.DB.InTx(ctx, func(ctx context.Context) error {
		_, err := n.DB.Exec(ctx, "UPDATE notes_note SET words = ? WHERE entry_id = ?", len(strings.Fields(found[id])), id)
		if err != nil {
			return err
		}
		return n.DB.Changed(ctx, fmt.Sprint(id))
	})
}

// count is how many notes there are, and how many words in them.
func (n *notes) count(ctx context.Context) (notes, words int64, err error) {
	n.DB.DependsOn(ctx)
	_, err = n.DB.QueryRow(ctx, "SELECT COUNT(*), COALESCE(SUM(words), 0) FROM notes_note", nil, &notes, &words)
	return notes, words, err
}
