package store

import (
	"slices"

	"quoin/internal/content"
)

// takes tells whether a kind of entry is part of the list. With authors asked
// for there is one kind for each of them, else one for everyone; of what the
// reader may read only of their own there is one of that author.
func (l *entryList) takes(k kindCount) bool {
	q, reach := &l.q, l.reach()
	status := content.Status(k.status)
	anybody := reach.OfAnybody(k.typ, status)
	own := k.author == reach.Author && reach.OfAuthor(k.typ, status)
	if q.Authors != nil {
		return slices.Contains(q.Authors, k.author) && (anybody || own) && (l.takesStatus(k.status) || l.private(k))
	}
	switch {
	case l.private(k):
		return anybody || own
	case !l.takesStatus(k.status):
		return false
	case k.author == everyone:
		return anybody
	}
	return own && !anybody
}

// ofOne tells whether the list takes a kind of one author alone though the
// query doesn't ask for authors.
func (l *entryList) ofOne(k kindCount) bool {
	if l.q.Authors == nil {
		return k.author != everyone
	}
	return l.private(k) || !l.reach().OfAnybody(k.typ, content.Status(k.status))
}

// takesStatus tells whether the list takes entries of a status whoever wrote them.
func (l *entryList) takesStatus(status string) bool {
	return l.q.Statuses == nil || slices.Contains(l.q.Statuses, content.Status(status))
}

// private tells whether a kind is in the list because of PrivateOf.
func (l *entryList) private(k kindCount) bool {
	return l.q.PrivateOf != 0 && k.author == l.q.PrivateOf && k.status == string(content.Private) && !l.takesStatus(k.status)
}

// entries is how many entries of the kinds there are.
func (l *entryList) entries() int {
	n := 0
	for _, k := range l.kinds {
		n += k.n
	}
	return n
}
