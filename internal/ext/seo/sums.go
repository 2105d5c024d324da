package seo

import (
	"fmt"
	"hash/maphash"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// sum digests what of an object its head is made of. An object may have been
// read before the last change that the cache heard of, so its digest is in the
// key that its head is kept under.
func (s *heads) sum(m content.Meta, parts ...string) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, p := range parts {
		h.WriteString(p)
		h.WriteByte(0)
	}
	total := h.Sum64()
	for key, values := range m {
		// The order of the keys must make no difference.
		h.Reset()
		h.WriteString(key)
		for _, v := range values {
			h.WriteByte(0)
			if t, ok := v.(string); ok {
				h.WriteString(t)
			} else {
				fmt.Fprint(&h, v)
			}
		}
		total += h.Sum64()
	}
	return total
}

func (s *heads) sumOfEntry(e *content.Entry) uint64 {
	return s.sum(e.Meta, e.Title, e.Content, e.Excerpt, e.Slug, e.Password, string(e.Status), e.DateUTC, e.ModifiedUTC, e.CommentStatus,
		fmt.Sprint(e.Author, e.Parent, e.CommentCount))
}

func (s *heads) sumOfTerm(t *taxonomy.Term) uint64 {
	return s.sum(t.Meta, t.Name, t.Slug, t.Description, fmt.Sprint(t.Parent))
}

func (s *heads) sumOfUser(u *user.User) uint64 {
	return s.sum(u.Meta, u.Name, u.Slug, u.URL, u.Email, u.Login)
}
