package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/theme"
	"quoin/internal/theme/installed"
)

func themeCommand() *cobra.Command {
	return group(&cobra.Command{Use: "theme", Short: "Look at, install and switch themes"},
		themeListCommand(), themeCheckCommand(), themeInstallCommand(), themeUseCommand())
}

func themeListCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the themes of the site",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				for i, t := range a.Themes(ctx) {
					state := "inactive"
					if i == 0 {
						state = "active"
					}
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.ID, t.Header.Version, state, t.Header.Name)
				}
				return w.Flush()
			})
		},
	}
	siteFlags(cmd, &c)
	return cmd
}

func themeCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check DIR",
		Short: "Tell what of a theme works, without a site",
		Long:  "Tell what of a theme works, without a site. A theme that it builds on is looked for beside it.",
		Args:  takes("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := installed.Read(args[0])
			if err != nil {
				return err
			}
			return report(cmd.OutOrStdout(), t)
		},
	}
}

// report tells what a theme has, and what isn't used of it.
func report(w io.Writer, t *theme.Theme) error {
	fmt.Fprintf(w, "%s (%s) %s\n", t.Header.Name, t.ID, t.Header.Version)
	if t.Parent != nil {
		fmt.Fprintf(w, "builds on %s\n", t.Parent.ID)
	}
	fmt.Fprintf(w, "%d templates, %d parts, %d patterns, %d style variations, %d block styles, %d pattern categories, %d style sheets\n",
		len(t.Templates), len(t.Parts), len(t.Patterns), len(t.Variations()), len(t.Registered.Styles), len(t.Registered.Categories), len(t.Registered.Sheets))
	missing := t.Missing()
	if len(t.Skipped)+len(missing) == 0 {
		_, err := fmt.Fprintln(w, "Everything is taken.")
		return err
	}
	fmt.Fprintln(w, "Not taken:")
	for _, s := range t.Skipped {
		fmt.Fprintln(w, "  "+s.String())
	}
	for _, m := range missing {
		fmt.Fprintln(w, "  "+m)
	}
	return nil
}

func themeInstallCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "install FILE.zip|DIR",
		Short: "Put a theme into the data folder of the site",
		Long: "Put a theme into the data folder of the site, in the place of one of the same name. " +
			"Where several servers show the site, each one's data folder needs it.",
		Args: takes("FILE.zip|DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				t, err := a.InstallTheme(ctx, args[0])
				if err != nil {
					return err
				}
				return report(cmd.OutOrStdout(), t)
			})
		},
	}
	siteFlags(cmd, &c)
	return cmd
}

func themeUseCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "use THEME",
		Short: "Put a theme into effect, on all servers of the site",
		Args:  takes("THEME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.SwitchTheme(ctx, args[0]); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s is in use\n", args[0])
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	return cmd
}
