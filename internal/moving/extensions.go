package moving

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/importer/journal"
)

// moveExtensions lets extensions take what they know.
func (r *run) moveExtensions(ctx context.Context, source *journal.Source) error {
	return r.batch(ctx, "extensions", source, 1, func(ctx context.Context) error {
		for i, x := range r.Extensions {
			if x.Take == nil {
				continue
			}
			taken, err := x.Take(ctx, r.old)
			if err != nil {
				return fmt.Errorf("extension %d: %w", i, err)
			}
			r.report.Took("of extensions", taken)
		}
		return nil
	})
}

// coreTables are the tables that the parts of a move read.
var coreTables = []string{
	"posts", "postmeta", "options", "terms", "termmeta", "term_taxonomy", "term_relationships", "comments", "commentmeta", "users", "usermeta",
}

// coreOptions are options of the reference itself that have no meaning here. They are
// kept aside too, but nobody has to hear of them.
const coreOptions = " active_plugins admin_email_lifespan auto_core_update_notified auto_plugin_theme_update_emails auto_update_core_dev" +
	" auto_update_core_major auto_update_core_minor blog_charset close_comments_days_old close_comments_for_old_posts current_theme db_version" +
	" db_upgraded default_email_category default_link_category default_pingback_flag finished_splitting_shared_terms finished_updating_comment_type fresh_site" +
	" hack_file html_type https_detection_errors image_default_align image_default_link_type image_default_size initial_db_version" +
	" link_manager_enabled links_updated_date_format mailserver_login mailserver_pass mailserver_port mailserver_url ping_sites" +
	" recently_activated recently_edited recovery_keys recovery_mode_email_last_sent template theme_switched uninstall_plugins upload_path" +
	" upload_url_path uploads_use_yearmonth_folders use_balanceTags use_trackback user_count users_can_register using_application_passwords" +
	" wp_calendar_block_has_published_posts wp_force_deactivated_plugins can_compress_scripts site_logo nav_menu_options embed_autourls sticky_posts "

// ofNoUse are options that are made anew, or would tell of what isn't here.
const ofNoUse = " cron rewrite_rules category_children sticky_posts "

// asideAtOnce is how many rows of a table are kept aside in one transaction.
const asideAtOnce = 200

// moveAside keeps what nobody took.
func (r *run) moveAside(ctx context.Context, source *journal.Source) error {
	known, tables := r.known()
	var unknown []string
	err := r.batch(ctx, "aside", source, 0, func(ctx context.Context) error {
		unknown = nil
		for _, name := range slices.Sorted(maps.Keys(r.old.options)) {
			if known[name] || strings.HasPrefix(name, widgetPrefix) || strings.HasPrefix(name, modsPrefix) || strings.Contains(ofNoUse, " "+name+" ") {
				continue
			}
			if err := r.Aside.KeepAside(ctx, AsideOption, name, []any{r.old.Option(name)}); err != nil {
				return err
			}
			r.report.Took("option kept aside", 1)
			if !strings.Contains(coreOptions, " "+name+" ") && name != r.from.prefix+"user_roles" {
				unknown = append(unknown, name)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		r.report.Warn("nothing here knows these options, they are kept aside: %s", strings.Join(unknown, ", "))
	}
	for i, table := range r.from.tables {
		if slices.Contains(tables, table) || int64(i) < source.Cursor {
			continue
		}
		if err := r.tableAside(ctx, table, source, int64(i+1)); err != nil {
			return err
		}
	}
	return nil
}

// known are the options and tables that somebody took.
func (r *run) known() (options map[string]bool, tables []string) {
	options, tables = map[string]bool{}, slices.Clone(coreTables)
	for _, name := range r.declared() {
		options[name] = true
	}
	for _, x := range r.Extensions {
		for _, name := range x.Options {
			options[name] = true
		}
		tables = append(tables, x.Tables...)
	}
	return options, tables
}

// tableAside keeps a table as it is, in one transaction: so a run that was killed
// keeps no row twice.
func (r *run) tableAside(ctx context.Context, table string, source *journal.Source, upTo int64) error {
	rows := 0
	err := r.batch(ctx, "aside", source, upTo, func(ctx context.Context) error {
		rows = 0
		var list []any
		keep := func() error {
			err := r.Aside.KeepAside(ctx, AsideTable, r.from.prefix+table, list)
			rows, list = rows+len(list), nil
			return err
		}
		err := r.from.Rows(ctx, table, func(row Row) error {
			if list = append(list, any(row.object())); len(list) < asideAtOnce {
				return nil
			}
			return keep()
		})
		if err != nil || len(list) == 0 {
			return err
		}
		return keep()
	})
	if err != nil {
		return err
	}
	if rows > 0 {
		r.report.Took("row kept aside", rows)
		r.report.Warn("nothing here knows the table %s; its %d rows are kept aside", r.from.prefix+table, rows)
	}
	return nil
}
