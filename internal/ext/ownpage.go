package ext

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"

	"quoin/internal/platform/access"
)

// OwnPage is an address of an extension's own beside the API, such as a report or a form.
type OwnPage struct {
	// Path is where it is, such as "/reports"; with a slash at its end it is there and
	// everywhere below. It can't be a place of the site itself.
	Path string
	// Cap is the capability that whoever asks needs: strangers are led to the log-in page,
	// others are refused. A page for everybody says so by Public and has none.
	Cap    access.Capability
	Public bool
	// Serve answers. actor is who asks, by their cookie or application password. Where Cap
	// is asked for, requests other than GET and HEAD had a nonce, or a password.
	Serve func(w http.ResponseWriter, r *http.Request, actor access.Actor)
}

// Check tells what is wrong with the declaration.
func (p *OwnPage) Check() error {
	switch {
	case !strings.HasPrefix(p.Path, "/") || p.Path == "/" || path.Clean(p.Path) != strings.TrimSuffix(p.Path, "/"):
		return fmt.Errorf("the path of the page %q isn't one below the address of the site", p.Path)
	case p.Public == (p.Cap != ""):
		return fmt.Errorf("the page %s must name a capability or be public", p.Path)
	case p.Serve == nil:
		return errors.New("the page " + p.Path + " has no answer")
	}
	return nil
}

// At tells whether a path is one of the page's.
func (p *OwnPage) At(asked string) bool { return PathAt(p.Path, asked) }

// PathAt tells whether a path is a place, or below one that ends with a slash.
func PathAt(place, asked string) bool {
	below, ok := strings.CutSuffix(place, "/")
	return asked == below || ok && strings.HasPrefix(asked, place)
}
