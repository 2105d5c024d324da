package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/shadow"
	"quoin/internal/domain/site"
)

// shadowing is how a server stands before an old site.
type shadowing struct {
	old, connect string
	serve        []string
}

func (s *shadowing) flags(cmd *cobra.Command) {
	checkedFlag(cmd, &s.old, "shadow", "", "address of an old site that goes on answering, while this one compares its own answers (see quoin shadow)", orNone(site.CheckAddress))
	checkedFlag(cmd, &s.connect, "shadow-connect", "", "host and port of the old site's server, once its name leads here", orNone(listenable))
	cmd.Flags().StringArrayVar(&s.serve, "shadow-serve", nil, "paths that this site answers once their routes have proved equal, such as /category/**; may be repeated")
}

// apply has the server stand before the old site, under its address unless it is told
// another.
func (s *shadowing) apply(cmd *cobra.Command, c *app.Config, domain string) error {
	if s.old == "" {
		if s.connect != "" || len(s.serve) > 0 {
			return misused(cmd, "--shadow-connect and --shadow-serve go with --shadow")
		}
		return nil
	}
	u, err := url.Parse(strings.TrimRight(s.old, "/"))
	if err != nil {
		return misused(cmd, "--shadow: %v", err)
	}
	c.Shadow = &config.Shadow{Old: u, Connect: s.connect}
	for _, text := range s.serve {
		p, err := shadow.ParsePattern(text)
		if err != nil {
			return misused(cmd, "--shadow-serve %v", err)
		}
		c.Shadow.Serve = append(c.Shadow.Serve, p)
	}
	if c.URL == "" && domain == "" {
		c.URL = u.String()
	}
	return nil
}

// tellShadow says who answers.
func tellShadow(ctx context.Context, errs io.Writer, c app.Config, store shadow.Store) error {
	if c.Shadow == nil {
		return nil
	}
	p, err := store.ShadowPhase(ctx)
	if err != nil {
		return err
	}
	if p.Name == shadow.Switched {
		fmt.Fprintf(errs, "This site answers visitors since quoin shadow switch (%s UTC), and %s gives only files that are missing here. "+
			"To have it answer again: quoin shadow switch --back\n", p.Changed, c.Shadow.Old)
		return nil
	}
	fmt.Fprintf(errs, "Visitors get the answers of %s until quoin shadow switch (see quoin shadow status)\n", c.Shadow.Old)
	for _, p := range c.Shadow.Serve {
		fmt.Fprintf(errs, "Routes below %s are answered here once %d answers of theirs in a row were equal\n", p.Text, shadow.Proof)
	}
	return nil
}

func shadowCommand() *cobra.Command {
	return group(&cobra.Command{Use: "shadow", Short: "Take the place of an old site that the server stands before"},
		shadowStatusCommand(), shadowSwitchCommand(), shadowForgetCommand())
}

func shadowStatusCommand() *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Print which site answers, and of each route how many answers are equal",
		Long: fmt.Sprintf(`Prints which of both sites takes writes, the servers that stand before the old one, and
of each route how many plain requests there were, how many answers were compared and
how many were equal, with the last difference. A route has proved equal when %d
comparisons in a row were: then --shadow-serve may have this site answer it.`, shadow.Proof),
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				s, err := shadow.StatusOf(ctx, a.DB)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd, s)
				}
				_, err = io.WriteString(cmd.OutOrStdout(), shadowText(s))
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

var phaseText = map[string]string{shadow.Old: "the old site answers", shadow.Holding: "writes wait", shadow.Switched: "this site answers"}

func shadowText(s shadow.Status) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", phaseText[s.Name])
	if s.Changed != "" {
		fmt.Fprintf(&b, " since %s UTC", s.Changed)
	}
	fmt.Fprintf(&b, "; %d servers stand before it\n%d plain requests, %d answers compared, %d equal", len(s.Nodes), s.Asked, s.Compared, s.Equal)
	if s.Compared > 0 {
		fmt.Fprintf(&b, " (%.2f %%)", 100*float64(s.Equal)/float64(s.Compared))
	}
	b.WriteString("\n")
	for _, r := range s.Routes {
		proved := fmt.Sprintf("%d of %d in a row", min(r.InRow, s.Proof), s.Proof)
		if r.Proved {
			proved = "proved equal"
		}
		fmt.Fprintf(&b, "%-44s %7d asked %7d compared %7d equal  %s\n", r.Route.Route, r.Asked, r.Compared, r.Equal, proved)
		if r.Difference != "" && !r.Proved {
			fmt.Fprintf(&b, "    %s %s\n", r.Path, strings.Join(strings.Fields(r.Difference), " "))
		}
	}
	return b.String()
}

func shadowSwitchCommand() *cobra.Command {
	var c app.Config
	var asJSON bool
	var to shadow.Switcher
	var back bool
	var from exchange.Adoption
	var passwordFile string
	cmd := &cobra.Command{
		Use:   "switch",
		Short: "Have this site take the old one's place, or with --back the old one again",
		Long: `Has this site answer everything from now on, on all servers: writes wait for a moment,
those under way end, and what waited goes on here. No request fails. If that can't be
done within the time of --hold, all goes on as before.

For a site that quoin adopt moved in, --from with --user and --app-password-file bring
what changed on the old one first, in rounds until one is short, and once more while
writes wait. An old site that is slow to answer needs more time for that: what stands
before this server has to wait for answers as long as --hold says.

With --back the old site answers again. What was written here since isn't there.`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if given := from.URL != ""; given != (from.As.User != "") || given != (passwordFile != "") || given && back {
				return misused(cmd, "--from, --user and --app-password-file go together, and not with --back")
			}
			if to.Hold < shadow.MinHold || to.Hold > shadow.MaxHold {
				return misused(cmd, "--hold is from %v to %v", shadow.MinHold, shadow.MaxHold)
			}
			if from.URL != "" {
				password, err := readSecret(cmd, passwordFile)
				if err != nil {
					return err
				}
				from.URL, from.As.Password, from.Unproved = strings.TrimRight(from.URL, "/"), password, true
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if from.URL != "" {
					old, err := a.Exchange.Follow(ctx, from)
					if err != nil {
						return err
					}
					defer old.Close()
					to.Delta = func(ctx context.Context, r shadow.Round) error { return takeRound(ctx, old, r, to.Tell) }
				}
				tell := onTerminal(cmd.ErrOrStderr())
				to.Tell = func(what string) { fmt.Fprintln(tell, what) }
				to.Store, to.Clock = a.DB, a.Clock
				change := to.Switch
				if back {
					change = to.Back
				}
				switch err := change(ctx); {
				case errors.Is(err, shadow.ErrUnserved):
					return fmt.Errorf("%w, so nobody would see the switch: start one with quoin serve --shadow first. While all servers start anew, --unserved switches without them", err)
				case err != nil && !errors.Is(err, shadow.ErrAlready):
					return err
				}
				s, err := shadow.StatusOf(ctx, a.DB)
				if err != nil {
					return err
				}
				return say(cmd, asJSON, s.Phase, "%s since %s UTC", phaseText[s.Name], s.Changed)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	checkedFlag(cmd, &from.URL, "from", "", "address at which the old site is read for what changed", orNone(site.CheckAddress))
	cmd.Flags().StringVar(&from.As.User, "user", "", "administrator of the old site")
	cmd.Flags().StringVar(&passwordFile, "app-password-file", "", "file with the application password in its first line; - reads it from standard input")
	cmd.Flags().DurationVar(&to.Hold, "hold", shadow.UsualHold, fmt.Sprintf("how long writes may wait at most, from %v to %v", shadow.MinHold, shadow.MaxHold))
	cmd.Flags().BoolVar(&to.Unserved, "unserved", false, "switch although no server stands before the old site, as while all of them start anew")
	cmd.Flags().BoolVar(&back, "back", false, "have the old site answer again")
	return cmd
}

// readsFor is how long reading lists of the old site may take while writes wait, where much
// else has to be done beside.
func readsFor(hold time.Duration) time.Duration { return hold * 3 / 10 }

// takeRound takes what changed on the old site, as the round has the time for it.
func takeRound(ctx context.Context, old *exchange.Follower, r shadow.Round, tell func(string)) error {
	var got *exchange.Adopted
	var err error
	switch {
	case r.Held || r.Number > 2:
		got, err = old.Latest(ctx, readsFor(r.Hold))
	case r.Number == 2:
		got, err = old.Latest(ctx, 0)
	default:
		got, err = old.Whole(ctx)
	}
	if err == nil && got.Read != nil {
		for _, warning := range append(got.Read.Warnings, got.Report.Warnings...) {
			tell(warning)
		}
		tell(fmt.Sprintf("%d things were new or changed, %d gone", got.Read.Changed-got.Read.Gone, got.Read.Gone))
	}
	return err
}

func shadowForgetCommand() *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "forget",
		Short: "Begin the comparisons anew, as after what made a difference was mended",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.DB.ForgetShadowRoutes(ctx); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"forgotten": true}, "The comparisons begin anew")
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}
