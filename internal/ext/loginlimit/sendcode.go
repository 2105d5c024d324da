package loginlimit

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/mail"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const (
	namespace = "loginlimit/v1"
	sendPath  = "/" + namespace + "/mfa/send-code"
)

// Bounds on what the service sends, and on how often it has a code mailed.
const (
	codeTime  = 3 * time.Minute
	maxSends  = 5
	maxCode   = 64
	maxSecret = 1024
	maxDetail = 500
)

// routes has the one route: the service has a code mailed to a person whom it
// asks for a second factor. It proves itself by the secret of that log-in.
func (s *service) routes() []rest.Route {
	text := func(name string, required bool) rest.Arg {
		return rest.Arg{Name: name, Required: required, Schema: schema.Str(""), Sanitize: func(_ *rest.Request, v any) (any, *fault.Error) {
			return clean.TextField(schema.ToText(v)), nil
		}}
	}
	answer := schema.Of(schema.Prop("success", schema.Bool("Whether it was sent.")), schema.Prop("message", schema.Str("Why not.")))
	return []rest.Route{s.lockedRoute(), {
		Namespace: namespace, Pattern: sendPath,
		Endpoints: []rest.Endpoint{{
			Methods: rest.Creatable, Allow: rest.Public, Handle: s.sendCode, Answer: answer, Refusal: answer,
			Args: []rest.Arg{text(argToken.Name, true), text(argSecret.Name, true), text(argCode.Name, false), text(argIP.Name, false), text(argBrowser.Name, false), text(argLocation.Name, false)},
		}},
	}}
}

func said(status int, message string) *rest.Response {
	return &rest.Response{Status: status, Body: wire.NewObject("success", false, "message", message)}
}

func (s *service) sendCode(r *rest.Request) (*rest.Response, error) {
	ctx, token, secret := r.Context(), argToken.Of(r), argSecret.Of(r)
	if token == "" || secret == "" || len(token) > maxSecret || len(secret) > maxSecret {
		return said(http.StatusForbidden, "Forbidden"), nil
	}
	w, err := s.waiting(ctx, token)
	if err != nil {
		return nil, err
	}
	if w == nil || subtle.ConstantTimeCompare([]byte(w.secret), []byte(secret)) != 1 {
		return said(http.StatusForbidden, "Forbidden"), nil
	}
	u, err := s.Store.UserByID(ctx, w.user)
	if errors.Is(err, user.ErrNotFound) || err == nil && u.Email == "" {
		return rest.OK(wire.NewObject("success", true)), nil
	}
	if err != nil {
		return nil, err
	}
	code := packed(argCode.Of(r))
	if code == "" || len(code) > maxCode {
		return said(http.StatusBadRequest, "There is no code to send, or it is too long."), nil
	}
	signed, err := s.Secrets.Sign(ctx, "code", token+" "+code)
	if err != nil {
		return nil, err
	}
	// Of many at once no more than that are sent.
	n, err := s.DB.Exec(ctx, "UPDATE loginlimit_session SET sent = sent + 1, code = ?, code_until = ? WHERE token = ? AND sent < ?",
		signed, s.Clock().Add(codeTime).Unix(), digest(token), maxSends)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return said(http.StatusTooManyRequests, "No more codes are sent for this log-in."), nil
	}
	if err := s.Mail.Send(ctx, s.letter(ctx, u, code, r)); err != nil {
		s.Log.ErrorContext(ctx, "a code isn't sent", "user", u.ID, "error", err)
		return said(http.StatusInternalServerError, "The message can't be sent."), nil
	}
	return rest.OK(wire.NewObject("success", true)), nil
}

// letter is the message with a code. What the service tells of the browser is
// shown as text, and as little of it as is of use.
func (s *service) letter(ctx context.Context, u *user.User, code string, r *rest.Request) mail.Message {
	ctx = user.SpeakTo(ctx, s.Site, u)
	texts := s.Site.Texts(ctx)
	host := s.Site.Base(ctx)
	if u, err := url.Parse(host); err == nil && u.Host != "" {
		host = u.Host
	}
	ip := ""
	if addr, err := netip.ParseAddr(argIP.Of(r)); err == nil {
		ip = addr.String()
	}
	now := s.Clock().In(s.Site.Zone(ctx))
	format := site.DateFormat.Of(ctx, s.Site) + " " + site.TimeFormat.Of(ctx, s.Site)
	rows := [][2]string{
		{"Site", host}, {"IP address", ip}, {"Location", shortened(argLocation.Of(r))}, {"Browser", shortened(argBrowser.Of(r))}, {"Time", datefmt.In(texts, now, format)},
	}
	minutes := int(codeTime / time.Minute)
	var text, list strings.Builder
	for _, row := range rows {
		if row[1] == "" {
			continue
		}
		fmt.Fprintf(&text, "%s: %s\n", texts.Of(row[0]), row[1])
		fmt.Fprintf(&list, "<tr><td>%s</td><td>%s</td></tr>", html.EscapeString(texts.Of(row[0])), html.EscapeString(row[1]))
	}
	intro, warning := texts.Of("Somebody is logging in to your account. If it is you, this is your code:"), texts.Of("If it isn't you, change your password now: whoever it is knows it.")
	once := language.Fill(texts.Count(int64(minutes), "It works once, for %d minute.", "It works once, for %d minutes."), strconv.Itoa(minutes))
	direction := "ltr"
	if texts.RightToLeft() {
		direction = "rtl"
	}
	return mail.Message{
		To: []string{u.Email}, Subject: texts.Of("Verify your login"),
		Text: fmt.Sprintf("%s\n\n%s\n\n%s\n\n%s\n\n%s\n%s\n", texts.Of("Hello,"), intro, code, once, text.String(), warning),
		HTML: fmt.Sprintf("<div lang=\"%s\" dir=\"%s\"><p>%s</p><p style=\"font-size:2em;letter-spacing:.2em\"><strong>%s</strong></p><p>%s</p><table>%s</table><p>%s</p></div>",
			html.EscapeString(texts.Tag()), direction, html.EscapeString(intro), html.EscapeString(code), html.EscapeString(once), list.String(), html.EscapeString(warning)),
	}
}

// packed is a code without white space.
func packed(code string) string { return strings.Join(strings.Fields(code), "") }

func shortened(s string) string {
	if r := []rune(s); len(r) > maxDetail {
		return string(r[:maxDetail])
	}
	return s
}
