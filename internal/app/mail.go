package app

import (
	"context"
	"net/netip"
	"net/url"
	"strings"

	"quoin/internal/people/mail"
)

// addMail lets the site send messages: through a mail server, or without one to
// the log.
func (a *App) addMail() error {
	switch {
	case a.Mail != nil:
		return nil
	case a.MailURL == "":
		a.Mail = mail.LogSender{Log: a.Log, Whole: a.isLocal}
		return nil
	}
	server, err := mail.ParseServer(a.MailURL)
	if err != nil {
		return err
	}
	a.Mail = &mail.Queue{Jobs: a.DB, Server: server, Clock: a.Clock, Log: a.Log}
	return nil
}

// MailServer names the mail server, "" without one.
func (a *App) MailServer() string {
	if q, ok := a.Mail.(*mail.Queue); ok {
		return q.Server.String()
	}
	return ""
}

// isLocal tells whether the site's own address is this machine: nobody but who
// works on it can follow its links.
func (a *App) isLocal(ctx context.Context) bool {
	base, err := url.Parse(a.Env.Site.Base(ctx))
	if err != nil {
		return false
	}
	if strings.EqualFold(base.Hostname(), "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(base.Hostname())
	return err == nil && ip.Unmap().IsLoopback()
}
