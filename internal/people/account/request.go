package account

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/language"
	"quoin/internal/storage/auth"
)

// How long the links work that are mailed for requests of personal data.
const (
	RequestTime = 24 * time.Hour
	fileTime    = 3 * 24 * time.Hour
)

// What the links are for.
const (
	toConfirm  = "confirm"
	toDownload = "download"
)

// fileAction is the action of the address at which a file with personal data is.
const fileAction = "personaldata"

// requestWords are what is said of a kind of requests.
type requestWords struct{ subject, ask, question, yes, thanks, screen string }

var wordsOfRequests = map[user.RequestKind]requestWords{
	user.RequestExport: {
		subject: "Confirm your request for personal data",
		ask: "somebody asked %s for a file with all that the site knows of you.\n\n" +
			"If you want it, follow this link until tomorrow:\n\n%s\n\nIf you don't, there is nothing to do.",
		question: "Do you want a file with all that this site knows of %s?", yes: "Yes, I want it",
		thanks: "Your request is confirmed. You get a message with a link when the file is there.", screen: "export-personal-data.php",
	},
	user.RequestErasure: {
		subject: "Confirm that personal data are erased",
		ask: "somebody asked %s to forget what the site knows of you.\n\n" +
			"If you want that, follow this link until tomorrow:\n\n%s\n\nIf you don't, there is nothing to do: nothing has changed.",
		question: "Shall this site forget what it knows of %s?", yes: "Yes, forget it",
		thanks: "Your request is confirmed. You get a message when your data are erased.", screen: "erase-personal-data.php",
	},
}

// requestDigest is what is stored of a secret in a link of a request.
func (p *Pages) requestDigest(ctx context.Context, r *user.DataRequest, what, secret string) (string, error) {
	return p.links.digestText(ctx, fmt.Sprintf("request %d %s %s %s %s", r.ID, r.Kind, r.Email, what, secret))
}

// requestLink is an address with a secret, and what is stored of that.
func (p *Pages) requestLink(ctx context.Context, r *user.DataRequest, what, query string) (link, digest string, err error) {
	secret := rand.Text()
	digest, err = p.requestDigest(ctx, r, what, secret)
	return p.Site.Base(ctx) + auth.LoginPath + "?action=" + query + "&request_id=" + strconv.FormatInt(r.ID, 10) + "&confirm_key=" + url.QueryEscape(secret), digest, err
}

// AskRequest mails a link to whose data a request is about, with which they confirm it. One
// that was mailed before stops working. It joins the transaction of ctx.
func (p *Pages) AskRequest(ctx context.Context, r *user.DataRequest) error {
	link, digest, err := p.requestLink(ctx, r, toConfirm, "confirmaction")
	if err != nil {
		return err
	}
	r.Status, r.Asked, r.Digest = user.RequestPending, p.Site.Clock().UTC().Format(site.DateForm), digest
	if err := p.Store.UpdateRequest(ctx, r); err != nil {
		return err
	}
	words := wordsOfRequests[r.Kind]
	return p.mails.tellAddress(ctx, r.Email, words.subject, words.ask, p.Site.Base(ctx), link)
}

// TellExport mails a link at which the file that a request asked for is, for a while. It
// joins the transaction of ctx.
func (p *Pages) TellExport(ctx context.Context, r *user.DataRequest) error {
	link, digest, err := p.requestLink(ctx, r, toDownload, fileAction)
	if err != nil {
		return err
	}
	r.FileDigest, r.FileUntil = digest, p.later(fileTime)
	if err := p.Store.UpdateRequest(ctx, r); err != nil {
		return err
	}
	return p.mails.tellAddress(ctx, r.Email, "Your personal data",
		"the file with what %s knows of you is at this link, for three days:\n\n%s\n\nWhoever has the link can read the file: keep it to yourself.", p.Site.Base(ctx), link)
}

// TellErased mails that what was known of somebody is forgotten. It joins the transaction
// of ctx.
func (p *Pages) TellErased(ctx context.Context, email string) error {
	return p.mails.tellAddress(ctx, email, "Your personal data are erased", "what %s knew of you is erased, as was asked for.", p.Site.Base(ctx))
}

// requests are the pages for whoever was mailed a link for a request.
type requests struct{ *visit }

// of is the request that a link means, with errInvalid or errExpired where it doesn't work.
func (v requests) of(ctx context.Context, id int64, what, secret string) (*user.DataRequest, error) {
	r, err := v.Store.Request(ctx, id)
	if errors.Is(err, user.ErrNoRequest) {
		return nil, errInvalid
	}
	if err != nil {
		return nil, err
	}
	sum, err := v.requestDigest(ctx, r, what, secret)
	if err != nil {
		return nil, err
	}
	stored, until := r.Digest, r.FileUntil
	if what == toConfirm {
		asked, err := time.Parse(site.DateForm, r.Asked)
		if err != nil {
			return nil, errInvalid // nobody was asked
		}
		until = asked.Add(RequestTime).Format(site.DateForm)
	} else {
		stored = r.FileDigest
	}
	switch {
	case !hmac.Equal([]byte(sum), []byte(stored)):
		return nil, errInvalid
	case until <= v.Site.Clock().UTC().Format(site.DateForm):
		return nil, errExpired
	}
	return r, nil
}

const badLink = "This link isn't valid, was used before, or is too old."

// confirm asks whether a request is wanted, and takes the answer.
func (v requests) confirm(id int64, key string) error {
	r, err := v.of(v.ctx, id, toConfirm, key)
	if err == nil && !v.posted() {
		words := wordsOfRequests[r.Kind]
		return v.show(http.StatusOK, "confirm", page{Title: "Confirm your request", Body: confirmForm{
			Action: v.base + auth.LoginPath + "?action=confirmaction", Key: key, ID: strconv.FormatInt(id, 10), Text: r.Email, Question: words.question, Yes: words.yes,
		}})
	}
	if err == nil {
		err = v.Store.InTx(v.ctx, func(ctx context.Context) (err error) {
			if r, err = v.of(ctx, id, toConfirm, key); err != nil {
				return err
			}
			r.Status, r.Confirmed, r.Digest = user.RequestConfirmed, v.Site.Clock().UTC().Format(site.DateForm), ""
			if err := v.Store.UpdateRequest(ctx, r); err != nil {
				return err
			}
			ctx = language.Speak(ctx, v.Site.Language(ctx))
			return v.mails.send(ctx, site.AdminEmail.Of(ctx, v.Site), "A request for personal data is confirmed",
				"%s has confirmed a request that waits for you here:\n\n%s", r.Email, v.base+adminPath+wordsOfRequests[r.Kind].screen)
		})
	}
	switch {
	case errors.Is(err, errInvalid), errors.Is(err, errExpired):
		v.failure(http.StatusForbidden, badLink)
		return nil
	case err != nil:
		return err
	}
	return v.show(http.StatusOK, "message", page{Title: "Request confirmed", Notice: v.Site.Say(v.ctx, wordsOfRequests[r.Kind].thanks)})
}

// file sends what a request asked for.
func (v requests) file() error {
	id, _ := strconv.ParseInt(v.value("request_id"), 10, 64)
	r, err := v.of(v.ctx, id, toDownload, cut(v.value("confirm_key"), 100))
	switch {
	case errors.Is(err, errInvalid), errors.Is(err, errExpired):
		v.failure(http.StatusForbidden, badLink)
		return nil
	case err != nil:
		return err
	}
	// What one link is good for takes memory: one file at a time.
	select {
	case v.files <- struct{}{}:
		defer func() { <-v.files }()
	case <-v.ctx.Done():
		return v.ctx.Err()
	}
	var file bytes.Buffer
	if err := v.PersonalFile(v.ctx, r.Email, &file); err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Length", strconv.Itoa(file.Len()))
	h.Set("Content-Disposition", `attachment; filename="`+PersonalFileName(r)+`"`)
	_, _ = v.w.Write(file.Bytes()) // a caller that went away is not our failure
	return nil
}

// PersonalFileName is how the file is called that a request asked for.
func PersonalFileName(r *user.DataRequest) string {
	return "wp-personal-data-file-" + strconv.FormatInt(r.ID, 10) + ".zip"
}
