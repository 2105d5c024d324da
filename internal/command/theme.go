package command

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/installed"
)

func themeCommand() *cobra.Command {
	return group(&cobra.Command{Use: "theme", Short: "Look at, install and switch themes"},
		themeListCommand(), themeCheckCommand(), themeInstallCommand(), themeUseCommand(), themeStyleCommand())
}

func themeListCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the themes of the site",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				list := []jsonObject{}
				for i, t := range a.Themes.All(ctx) {
					state := "inactive"
					if i == 0 {
						state = "active"
					}
					if asJSON {
						list = append(list, jsonObject{"id": t.ID, "version": t.Header.Version, "state": state, "name": t.Header.Name})
						continue
					}
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.ID, t.Header.Version, state, t.Header.Name)
				}
				if asJSON {
					return printJSON(cmd, list)
				}
				return w.Flush()
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func themeCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check DIR",
		Short: "Tell what of a theme works, without a site",
		Long:  "Tell what of a theme works, without a site. A theme that it builds on is looked for beside it.",
		Args:  takes("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := installed.Read(args[0])
			if err != nil {
				return err
			}
			return report(cmd, asJSON, t)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// report tells what a theme has, and what isn't used of it.
func report(cmd *cobra.Command, asJSON bool, t *theme.Theme) error {
	if asJSON {
		parent, skipped := "", []string{}
		if t.Parent != nil {
			parent = t.Parent.ID
		}
		for _, s := range t.Skipped {
			skipped = append(skipped, s.String())
		}
		return printJSON(cmd, jsonObject{
			"id": t.ID, "name": t.Header.Name, "version": t.Header.Version, "parent": parent,
			"templates": len(t.Templates), "parts": len(t.Parts), "patterns": len(t.Patterns), "style_variations": len(t.Variations()),
			"block_styles": len(t.Registered.Styles), "pattern_categories": len(t.Registered.Categories), "style_sheets": len(t.Registered.Sheets),
			"not_taken": append(skipped, t.Missing()...),
		})
	}
	w := cmd.OutOrStdout()
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
	var asJSON, fetch bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "install FILE.zip|DIR",
		Short: "Put a theme into the data folder of the site",
		Long: "Put a theme into the data folder of the site, in the place of one of the same name. " +
			"Where several servers show the site, each one's data folder needs it.",
		Args: takes("FILE.zip|DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				var t *theme.Theme
				var failed []string
				var err error
				if fetch {
					t, failed, err = a.Themes.Fetch(ctx, args[0])
				} else {
					t, err = a.Themes.Bring(ctx, args[0])
				}
				if err != nil {
					return err
				}
				for _, f := range failed {
					fmt.Fprintln(cmd.ErrOrStderr(), "not fetched: "+f)
				}
				return report(cmd, asJSON, t)
			})
		},
	}
	cmd.Flags().BoolVar(&fetch, "fetch", false, "bring the style sheets and fonts that the theme asks other hosts for into its folder, so that pages ask nobody else")
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func themeUseCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "use THEME",
		Short: "Put a theme into effect, on all servers of the site",
		Args:  takes("THEME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.Themes.Switch(ctx, args[0]); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"id": args[0], "state": "active"}, "%s is in use", args[0])
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func themeStyleCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "style NAME",
		Short: "Choose a style variation of the theme in use",
		Long: "Choose a style variation of the theme in use, by its title; \"default\" is the theme as it is, and \"list\" lists the names. " +
			"It takes the place of what was changed of the styles.",
		Args: takes("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if args[0] == "list" {
					names := a.Themes.StyleNames(ctx)
					return say(cmd, asJSON, names, "%s", strings.Join(names, "\n"))
				}
				if err := a.Themes.ChooseStyle(ctx, args[0]); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"style": args[0], "state": "active"}, "The style %s is in use", args[0])
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}
