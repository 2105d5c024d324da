package lists

import (
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
)

// takes tells whether a kind of entry is part of the list. With authors asked
// for there is one kind for each of them, else one for everyone; of what the
// reader may read only of their own there is one of that author.
func (l *entryList) takes(k entries.KindCount) bool {
	q, reach := &l.q, l.reach()
	status := content.Status(k.Status)
	anybody := reach.OfAnybody(k.Typ, status)
	own := k.Author == reach.Author && reach.OfAuthor(k.Typ, status)
	if q.Authors != nil {
		return slices.Contains(q.Authors, k.Author) && (anybody || own) && (l.takesStatus(k.Status) || l.private(k))
	}
	switch {
	case l.private(k):
		return anybody || own
	case !l.takesStatus(k.Status):
		return false
	case k.Author == entries.Everyone:
		return anybody
	}
	return own && !anybody
}

// ofOne tells whether the list takes a kind of one author alone though the
// query doesn't ask for authors.
func (l *entryList) ofOne(k entries.KindCount) bool {
	if l.q.Authors == nil {
		return k.Author != entries.Everyone
	}
	return l.private(k) || !l.reach().OfAnybody(k.Typ, content.Status(k.Status))
}

// takesStatus tells whether the list takes entries of a status whoever wrote them.
func (l *entryList) takesStatus(status string) bool {
	return l.q.Statuses == nil || slices.Contains(l.q.Statuses, content.Status(status))
}

// private tells whether a kind is in the list because of PrivateOf.
func (l *entryList) private(k entries.KindCount) bool {
	return l.q.PrivateOf != 0 && k.Author == l.q.PrivateOf && k.Status == string(content.Private) && !l.takesStatus(k.Status)
}

// entries is how many entries of the kinds there are.
func (l *entryList) entries() int {
	n := 0
	for _, k := range l.kinds {
		n += k.N
	}
	return n
}
