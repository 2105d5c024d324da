package loginlimit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/mail"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/language"
	"quoin/internal/platform/netlimit"
	"quoin/internal/storage/auth"
)

// attempt is a try to log in, as it is counted.
type attempt struct {
	login   string
	known   bool // who tries has shown whose account it is
	ip      netip.Addr
	address string // counted as
	name    string // counted as
	account string // counted as; that of a name without one is the name
	user    *user.User
	allowed bool // the name is on the list of the allowed
}

// attempt finds out whom a try is for. Compat (api.TestLogInLimits): programs with
// application passwords aren't counted, and keep working during a lock-out.
func (s *service) attempt(ctx context.Context, a auth.Attempt) (*attempt, error) {
	t := &attempt{login: strings.TrimSpace(a.Login), known: a.Known, ip: parseIP(a.IP)}
	t.address, t.name = netlimit.Network(a.IP), nameOf(t.login)
	u, err := s.Store.UserByLogin(ctx, t.login)
	if errors.Is(err, user.ErrNotFound) && strings.Contains(t.login, "@") {
		u, err = s.Store.UserByEmail(ctx, t.login)
	}
	switch {
	case err == nil:
		t.user, t.account = u, accountOf(u.ID)
	case errors.Is(err, user.ErrNotFound):
		t.account = t.name
	default:
		return nil, fmt.Errorf("account of an attempt to log in: %w", err)
	}
	return t, nil
}

func accountOf(id int64) string { return "user " + strconv.FormatInt(id, 10) }

func nameOf(login string) string { return "name " + strings.ToLower(cut(login)) }

func cut(s string) string {
	const longest = 100
	if len(s) > longest {
		return strings.ToValidUTF8(s[:longest], "")
	}
	return s
}

// isOn tells whether a list has any name of the account.
func (t *attempt) isOn(list []string) bool {
	return t.user != nil && (hasLogin(list, t.user.Login) || hasLogin(list, t.user.Email))
}

// limited is an attempt that limits are for; nil for one by the API, one from an
// address on the list of the allowed, and one whose account can't be read: that keeps
// nobody out of the site, since the hashes of passwords are slow anyway. Compat
// (api.TestAllowedNamesCountForTheAddress): an allowed name is never refused, but what
// fails under it counts for the address.
func (s *service) limited(ctx context.Context, a auth.Attempt) *attempt {
	if a.API {
		return nil
	}
	t, err := s.attempt(ctx, a)
	if err != nil {
		s.Log.ErrorContext(ctx, "log-in limit", "error", err)
		return nil
	}
	set := s.settings(ctx)
	if within(set.allowed, t.ip) {
		return nil
	}
	t.allowed = hasLogin(set.allowedNames, t.login) || t.known && t.isOn(set.allowedNames)
	return t
}

// Refuse implements auth.Throttle. A table that can't be read keeps nobody out
// either. What follows from another name of the account than the one that was typed
// is told to nobody: it would tell that the two belong together.
func (s *service) Refuse(ctx context.Context, a auth.Attempt) *fault.Error {
	t := s.limited(ctx, a)
	if t == nil || t.allowed {
		return nil
	}
	set := s.settings(ctx)
	if hasLogin(set.deniedNames, t.login) || within(set.denied, t.ip) || t.known && t.isOn(set.deniedNames) {
		return fault.Forbidden("too_many_retries", "Too many failed log-ins.")
	}
	left, err := s.lockedFor(ctx, t)
	if err != nil {
		s.Log.ErrorContext(ctx, "log-in limit", "error", err)
	}
	if left > 0 {
		return lockedOut(left)
	}
	if t.isOn(set.deniedNames) {
		return auth.AsWrong
	}
	locked, err := s.locked(ctx, t, byAccount, t.account)
	if err != nil {
		s.Log.ErrorContext(ctx, "log-in limit", "error", err)
	}
	if locked > 0 && !t.isOn(set.allowedNames) {
		return auth.AsWrong
	}
	return nil
}

// lockedFor is how long an attempt has to wait, as far as answers tell.
func (s *service) lockedFor(ctx context.Context, t *attempt) (time.Duration, error) {
	now := s.Clock().Unix()
	c, err := s.count(ctx, byAddress, t.address)
	if err != nil {
		return 0, err
	}
	if c.locked > now {
		return time.Duration(c.locked-now) * time.Second, nil
	}
	if t.known {
		if left, err := s.locked(ctx, t, byAccount, t.account); err != nil || left > 0 {
			return left, err
		}
	}
	return s.locked(ctx, t, byName, t.name)
}

// locked is how long a name or an account is locked for an attempt: not at all from
// where its owner logged in lately.
func (s *service) locked(ctx context.Context, t *attempt, kind, subject string) (time.Duration, error) {
	now := s.Clock().Unix()
	c, err := s.count(ctx, kind, subject)
	if err != nil || c.locked <= now {
		return 0, err
	}
	if known, err := s.isKnownAddress(ctx, t.account, t.address); err != nil || known {
		return 0, err
	}
	return time.Duration(c.locked-now) * time.Second, nil
}

// lockedOut answers who has to wait.
func lockedOut(left time.Duration) *fault.Error {
	n, unit := int64((left+time.Minute-1)/time.Minute), "minute"
	if n > 60 {
		n, unit = int64((left+time.Hour-1)/time.Hour), "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fault.New(http.StatusTooManyRequests, "too_many_retries", fmt.Sprintf("Too many failed log-ins. Try again in %d %s.", n, unit)).
		With("retry_after", int(left/time.Second))
}

// Failed implements auth.Throttle. The failure that locks out is itself answered
// with how long.
func (s *service) Failed(ctx context.Context, a auth.Attempt) *fault.Error {
	t := s.limited(ctx, a)
	if t == nil {
		return nil
	}
	var left time.Duration
	err := s.DB.InTx(ctx, func(ctx context.Context) error {
		if err := s.countFailure(ctx, t); err != nil {
			return err
		}
		var err error
		left, err = s.lockedFor(ctx, t)
		return err
	})
	if err != nil {
		s.Log.ErrorContext(ctx, "a failed log-in isn't counted", "error", err)
		return nil
	}
	if left > 0 && !t.allowed {
		return lockedOut(left)
	}
	return nil
}

// countFailure counts for the address, and for the name and the account unless they
// are allowed, and tells of a lock-out of the address.
func (s *service) countFailure(ctx context.Context, t *attempt) error {
	now, p := s.Clock(), s.settings(ctx).policy
	c, err := s.count(ctx, byAddress, t.address)
	if err != nil {
		return err
	}
	if c.locked > now.Unix() {
		return nil // what is said during a lock-out doesn't count
	}
	locks, long := c.fail(p, now)
	c.account = t.account
	if err := s.save(ctx, c); err != nil {
		return err
	}
	if locks {
		if err := s.tell(ctx, t, c, long, p); err != nil {
			return err
		}
	}
	if p.retries = s.settings(ctx).accountRetries; p.retries == 0 || t.allowed {
		return nil
	}
	known, err := s.isKnownAddress(ctx, t.account, t.address)
	if err != nil || known {
		return err
	}
	if err := s.countOf(ctx, t, byName, t.name, p); err != nil {
		return err
	}
	// Of a name without an account as well: that costs the same.
	return s.countOf(ctx, t, byAccount, t.account, p)
}

// countOf counts for a name or an account, unless it is locked.
func (s *service) countOf(ctx context.Context, t *attempt, kind, subject string, p policy) error {
	now := s.Clock()
	c, err := s.count(ctx, kind, subject)
	if err != nil || c.locked > now.Unix() {
		return err
	}
	c.fail(p, now)
	c.account = t.account
	return s.save(ctx, c)
}

// Succeeded implements auth.Throttle: the address is known from now on.
func (s *service) Succeeded(ctx context.Context, a auth.Attempt, u *user.User) {
	if a.API {
		return
	}
	if err := s.remember(ctx, accountOf(u.ID), netlimit.Network(a.IP)); err != nil {
		s.Log.ErrorContext(ctx, "the address of a log-in isn't noted", "user", u.ID, "error", err)
	}
}

// tell mails of a lock-out to whoever looks after the site: of every so many,
// and of those that are long.
func (s *service) tell(ctx context.Context, t *attempt, c *count, long bool, p policy) error {
	to, set := site.AdminEmail.Of(ctx, s.Site), s.settings(ctx)
	if to == "" || !set.notify || !long && c.lockouts%set.notifyAfter != 0 {
		return nil
	}
	seconds, failures := p.duration, c.failures
	if long {
		seconds, failures = p.long, p.retries*p.lockouts
	}
	ctx = language.Speak(ctx, s.Site.Language(ctx)) // and not in that of the page on which somebody fails
	texts, minutes := s.Site.Texts(ctx), (seconds+59)/60
	return s.Mail.Send(ctx, mail.Message{
		To: []string{to}, Subject: "[" + s.Site.PlainTitle(ctx) + "] " + s.Site.Say(ctx, "Too many failed log-ins"),
		Text: s.Site.Say(ctx, "Hello,") + "\n\n" +
			language.Fill(texts.Count(failures, "there was %1$d failed log-in at %2$s from the address %3$s, as %4$s.", "there were %1$d failed log-ins at %2$s from the address %3$s, the last one as %4$s."),
				strconv.FormatInt(failures, 10), s.Site.Base(ctx), t.address, strconv.Quote(cut(t.login))) + "\n" +
			language.Fill(texts.Count(minutes, "The address is locked out for %d minute.", "The address is locked out for %d minutes."), strconv.FormatInt(minutes, 10)) + "\n\n" +
			s.Site.Say(ctx, "To unlock it: %s", "quoin user unlock "+t.address) + "\n",
	})
}

// users follows accounts: a new password ends the lock-out of its account, so
// that its owner gets in again by a mailed link; a new password or address ends
// log-ins that wait for the service; with the account its counts go.
func (s *service) users() user.Writes {
	return user.Writes{
		Saved: func(ctx context.Context, before, after *user.User) error {
			if before == nil || before.PasswordHash == after.PasswordHash && before.Email == after.Email {
				return nil
			}
			if _, err := s.DB.Exec(ctx, "DELETE FROM loginlimit_session WHERE user_id = ?", after.ID); err != nil || before.PasswordHash == after.PasswordHash {
				return err
			}
			_, err := s.DB.Exec(ctx, "DELETE FROM loginlimit_count WHERE kind IN (?, ?) AND account = ?", byName, byAccount, accountOf(after.ID))
			return err
		},
		Deleted: func(ctx context.Context, was *user.User) error {
			for _, text := range []string{"DELETE FROM loginlimit_count WHERE account = ?", "DELETE FROM loginlimit_known WHERE account = ?"} {
				if _, err := s.DB.Exec(ctx, text, accountOf(was.ID)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
