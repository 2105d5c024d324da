package command

import (
	"log/slog"

	"github.com/coreos/go-systemd/v22/daemon"
)

// tellManager tells systemd how far the server is, where that started it as a
// service with Type=notify; elsewhere it does nothing. What depends on the site
// is started, and "systemctl start" returns, when the site is served.
func tellManager(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		slog.Warn("the service manager can't be told", "state", state, "error", err)
	}
}
