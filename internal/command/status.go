package command

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

func statusCommand() *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Print address, version, sizes, theme, jobs and the last backup of the site",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				s, err := a.Status(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd, s)
				}
				address := s.Address.Used
				if s.Address.Stored == "" {
					address = "not set (it is stored when the site is served with --url or --domain, or by quoin option set siteurl URL)"
				}
				uploads := "elsewhere"
				if s.UploadsBytes != nil {
					uploads = megabytes(*s.UploadsBytes)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "address      %s\nversion      %s\ndatabase     %s, %s\nuploads      %s\ntheme        %s\njobs         %d waiting\nlast backup  %s\nlast trial   %s\n",
					address, s.Version, s.Database, megabytes(s.DatabaseBytes), uploads, s.Theme, s.Jobs, cmp.Or(s.LastBackup, "none"), cmp.Or(s.LastTrial, "none"))
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}
