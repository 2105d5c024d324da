package app

import (
	"quoin/internal/app/personal"
	"quoin/internal/ext"
)

// addPersonal lets the site tell people what it knows of them.
func (a *App) addPersonal() {
	e := a.Env
	a.Personal = &personal.Data{
		Store: a.DB, Site: e.Site, Types: e.Types, Definitions: e.Definitions, Entries: e.Entries, Users: e.Users, Comments: e.Comments,
		Extensions: func(yield func(string, *ext.Personal) bool) {
			for _, x := range a.Ext.List {
				if x.Failed == nil && x.Parts.Personal != nil && !yield(x.ID, x.Parts.Personal) {
					return
				}
			}
		},
	}
}
