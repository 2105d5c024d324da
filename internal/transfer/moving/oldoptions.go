package moving

// use is what an option of the reference is to a site that moves in, beside those that
// the site or an extension declares.
type use int

const (
	unknown  use = iota // kept aside, and named in the report
	expected            // every site has it, and it means nothing here: kept aside
	useless             // made again here, or taken by another part: it doesn't come
)

// oldOption is an option that the reference itself keeps.
type oldOption struct {
	name string
	use  use
}

// rolesOption is, behind the prefix of the tables, the option with the roles.
const rolesOption = "user_roles"

// oldOptions are the options of the reference itself that nothing here declares.
var oldOptions = []oldOption{
	{"active_plugins", expected},
	{"admin_email_lifespan", expected},
	{"auto_core_update_notified", expected},
	{"auto_plugin_theme_update_emails", expected},
	{"auto_update_core_dev", expected},
	{"auto_update_core_major", expected},
	{"auto_update_core_minor", expected},
	{"blog_charset", expected},
	{"can_compress_scripts", expected},
	{"category_children", useless},
	{"cron", useless},
	{"current_theme", expected},
	{"db_upgraded", expected},
	{"db_version", expected},
	{"default_email_category", expected},
	{"default_link_category", expected},
	{"default_pingback_flag", expected},
	{"embed_autourls", expected},
	{"finished_splitting_shared_terms", expected},
	{"finished_updating_comment_type", expected},
	{"fresh_site", expected},
	{"hack_file", expected},
	{"html_type", expected},
	{"https_detection_errors", expected},
	{"image_default_align", expected},
	{"image_default_link_type", expected},
	{"image_default_size", expected},
	{"initial_db_version", expected},
	{"link_manager_enabled", expected},
	{"links_updated_date_format", expected},
	{"mailserver_login", expected},
	{"mailserver_pass", expected},
	{"mailserver_port", expected},
	{"mailserver_url", expected},
	{"nav_menu_options", expected},
	{"ping_sites", expected},
	{"post_count", expected}, // of sites of a network
	{"recently_activated", expected},
	{"recently_edited", expected},
	{"recovery_keys", expected},
	{"recovery_mode_email_last_sent", expected},
	{"rewrite_rules", useless},
	{"site_logo", expected},
	{"sticky_posts", useless},
	{"template", expected},
	{"theme_switched", expected},
	{"uninstall_plugins", expected},
	{"upload_path", expected},
	{"upload_url_path", expected},
	{"use_balanceTags", expected},
	{"use_trackback", expected},
	{"user_count", expected},
	{"using_application_passwords", expected},
	{"wp_calendar_block_has_published_posts", expected},
	{"wp_force_deactivated_plugins", expected},
}

// useOf is what an option is to a site that moves in.
func useOf(name string) use {
	for _, o := range oldOptions {
		if o.name == name {
			return o.use
		}
	}
	return unknown
}
