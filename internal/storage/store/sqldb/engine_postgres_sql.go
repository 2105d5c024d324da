package sqldb

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// numbered writes $1, $2, ... for each ?.
func numbered(text string) string {
	if strings.IndexByte(text, '?') < 0 {
		return text
	}
	b := make([]byte, 0, len(text)+32)
	n := int64(0)
	for i := 0; i < len(text); i++ {
		if text[i] != '?' {
			b = append(b, text[i])
			continue
		}
		n++
		b = strconv.AppendInt(append(b, '$'), n, 10)
	}
	return string(b)
}

func (e *postgresEngine) IntsIn(expr string) string { return expr + " = ANY(?::bigint[])" }

func (e *postgresEngine) IntList(ids []int64) any {
	if ids == nil {
		return []int64{}
	}
	return ids
}

func (e *postgresEngine) TextsIn(expr string) string { return expr + " = ANY(?::text[])" }

func (e *postgresEngine) TextList(texts []string) any {
	list := make([]string, len(texts))
	for i, s := range texts {
		list[i] = Clean(s)
	}
	return list
}

func (e *postgresEngine) IntTable() string {
	return "(SELECT value, place FROM unnest(?::bigint[]) WITH ORDINALITY AS list (value, place))"
}

func (e *postgresEngine) ContainsBytes(expr string) string {
	return "position(CAST(? AS BYTEA) IN " + expr + ") > 0"
}
func (e *postgresEngine) BytesType() string { return "BYTEA" }
func (e *postgresEngine) IntType() string   { return "BIGINT" }

func (e *postgresEngine) Contains(expr string) string { return "strpos(" + expr + ", ?) > 0" }

func (e *postgresEngine) Candidates(column string, patterns []any) (string, []any) {
	return "SELECT entry_id FROM entry_text WHERE indexed" + strings.Repeat(" AND "+column+" LIKE ?", len(patterns)), patterns
}

func (e *postgresEngine) Pattern(term string) any {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(term) + "%"
}

func (e *postgresEngine) Keep(expr string) string { return expr }

// Branch ends each branch by itself: the planner would read and sort them all.
func (e *postgresEngine) Branch(query, orderBy string) (string, bool) {
	return "SELECT * FROM (" + query + orderBy + " LIMIT ?) branch", true
}

func (e *postgresEngine) ForUpdate() string { return " FOR UPDATE" }

func (e *postgresEngine) SkipLocked() string { return " FOR UPDATE SKIP LOCKED" }

func (e *postgresEngine) RowVersion(table string) string { return table + ".xmin::text::bigint" }

// lockNumber is the number of the advisory lock of a name. It is below zero, unlike
// those of the program.
func lockNumber(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64() | 1<<63)
}

func (e *postgresEngine) claim(names []string, shared bool) (text string, args []any) {
	text = "SELECT pg_advisory_xact_lock(list.number) FROM unnest(?::bigint[]) AS list (number)"
	if shared {
		text = strings.Replace(text, "lock(", "lock_shared(", 1)
	}
	numbers := make([]int64, len(names))
	for i, name := range names {
		numbers[i] = lockNumber(name)
	}
	if len(numbers) == 1 {
		// As most are: it takes the server a third of the time.
		return strings.Replace(text, "list.number) FROM unnest(?::bigint[]) AS list (number)", "?)", 1), []any{numbers[0]}
	}
	slices.Sort(numbers)
	return text, []any{slices.Compact(numbers)}
}

// TermCount sums up the parts of the counter, see migrations/postgres/0022_overlapping_commits.sql.
func (e *postgresEngine) TermCount(term string) string {
	return "(SELECT COALESCE(SUM(k.n), 0)::bigint FROM term_count_part k WHERE k.term_id = " + term + ".id AND k.status = 'publish')"
}

func (e *postgresEngine) NextID(table string) string { return "nextval('" + table + "_id_seq')" }

// usedID keeps the sequence ahead of a given id.
func (e *postgresEngine) usedID(ctx context.Context, ex Executor, table string, id int64) error {
	if _, err := ex.Exec(ctx, "SELECT pg_advisory_xact_lock(?)", []any{int64(sequenceLock)}); err != nil {
		return fmt.Errorf("lock the ids of %s: %w", table, err)
	}
	sequence := table + "_id_seq"
	_, err := ex.Exec(ctx, "SELECT setval('"+sequence+"', ?) FROM "+sequence+" WHERE last_value < ?", []any{id, id})
	if err != nil {
		return fmt.Errorf("raise the ids of %s to %d: %w", table, id, err)
	}
	return nil
}

func (e *postgresEngine) LastID(table string) string {
	return "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + table + "_id_seq"
}
