package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/platform/access"
	"quoin/internal/storage/auth"
)

func userCommand() *cobra.Command {
	return group(&cobra.Command{Use: "user", Short: "Manage users"}, userListCommand(), userShowCommand(), userCreateCommand(), userSetPasswordCommand(), userRoleCommand(), userRightCommand(), userDeleteCommand(), appPasswordCommand(), userExportCommand(), userEraseCommand(), removeFactorsCommand())
}

func userCreateCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var n account.NewUser
	var file string
	cmd := &cobra.Command{
		Use:   "create LOGIN",
		Short: "Create a user; without a password print the address at which to set one",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Login = args[0]
			if n.Email == "" {
				return misused(cmd, "--email is missing")
			}
			if file != "" && n.Password != "" {
				return misused(cmd, "--password and --password-file exclude each other")
			}
			if err := n.Check(); err != nil {
				return misused(cmd, "%v", err)
			}
			if n.Password == "-" {
				file = "-"
			}
			if file != "" {
				secret, err := readSecret(cmd, file)
				if err != nil {
					return err
				}
				n.Password = secret
			}
			c.Existing = !access.IsRole(n.Role) // a new site has no roles of its own
			err := with(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.People.CheckRole(ctx, n.Role); err != nil {
					return misused(cmd, "--role: %v", err)
				}
				link, err := a.People.Create(ctx, n)
				if err != nil {
					return err
				}
				if n.Password == "" {
					noteAddress(ctx, cmd, a)
					return say(cmd, asJSON, jsonObject{"login": n.Login, "role": n.Role, "set_password": link}, "%s", link)
				}
				return say(cmd, asJSON, jsonObject{"login": n.Login, "role": n.Role}, "%s has an account now, as %s", n.Login, n.Role)
			})
			if wrong := account.CheckRole(access.Grants{}, n.Role); errors.Is(err, config.ErrNoSite) && wrong != nil {
				return misused(cmd, "--role: %v", wrong)
			}
			return err
		},
	}
	newSiteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	urlFlag(cmd, &c, "address of the site, for the address that is printed (default: the stored one)")
	checkedFlag(cmd, &n.Email, "email", "", "e-mail address (required)", emailAddress)
	cmd.Flags().StringVar(&n.Role, "role", access.Subscriber, "role: "+rolesTaken)
	cmd.Flags().StringVar(&n.Password, "password", "", "password; - reads it from standard input; other accounts of the machine can see it (default: none, and an address to set one is printed)")
	cmd.Flags().StringVar(&file, "password-file", "", "file with the password in its first line; - reads it from standard input")
	return cmd
}

func appPasswordCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var name, scope, expires string
	cmd := &cobra.Command{
		Use:   "app-password LOGIN",
		Short: "Create an application password and print it",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(name) == "" {
				return misused(cmd, "--name is missing: say what the password is for")
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				wanted := auth.NewPassword{Name: name, Scope: access.Scope(scope)}
				if wanted.Expires, err = auth.ParseExpiry(expires, a.Clock()); err != nil {
					return misused(cmd, "--expires: %v", err)
				}
				p, secret, err := auth.Issue(ctx, a.DB, a.Clock(), u.ID, wanted)
				if errors.Is(err, auth.ErrPast) {
					return misused(cmd, "--expires: that is over")
				}
				if err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{
					"login": u.Login, "name": p.Name, "uuid": p.UUID, "password": secret, "scope": p.Scope, "expires": p.Expires,
				}, "%s", secret)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&name, "name", "", "what the password is for (required)")
	checkedFlag(cmd, &scope, "scope", string(access.ScopePublish), "how much of what the user may it may: read, drafts (also write what isn't published), publish (all)", oneOf("scope", access.Scopes()))
	checkedFlag(cmd, &expires, "expires", "", "when it ends: a date (to its end in UTC), a time such as 2030-12-31T12:00:00Z, or how long from now, 12h or 30d (default: never)", expiry)
	return cmd
}

// expiry lets pass what the end of an application password is written as.
func expiry(text string) error {
	_, err := auth.ParseExpiry(text, time.Now())
	return err
}

// noteAddress tells who gets an address printed that the site's own isn't known: it is
// stored nowhere, and only servers are told it otherwise.
func noteAddress(ctx context.Context, cmd *cobra.Command, a *app.App) {
	if a.URL == "" && site.URL.Of(ctx, a.Env.Site) == "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "The address of the site isn't stored: %s stands for it. Say it with --url.\n", a.Env.Site.Base(ctx))
	}
}

// accountOf is the user with a log-in name.
func accountOf(ctx context.Context, a *app.App, login string) (*user.User, error) {
	u, err := a.DB.UserByLogin(ctx, login)
	if errors.Is(err, user.ErrNotFound) {
		return nil, fmt.Errorf("there is no user %q", login)
	}
	return u, err
}

// listedRoute is an endpoint as the list prints it for programs.
type listedRoute struct {
	Pattern string   `json:"pattern"`
	Methods []string `json:"methods"`
}

func routesCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "routes",
		Short: "Print every route with its methods",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(_ context.Context, a *app.App) error {
				list := []listedRoute{}
				for _, r := range a.API.Routes() {
					for i := range r.Endpoints {
						list = append(list, listedRoute{r.Pattern, r.Endpoints[i].Methods})
					}
				}
				if asJSON {
					return printJSON(cmd, list)
				}
				for _, r := range list {
					if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%-28s %s\n", strings.Join(r.Methods, ","), r.Pattern); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	presetFlag(cmd, &c, "what is served")
	return cmd
}
