package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quoin/internal/domain/site"
)

// testReference is a test that docs/security.md names, with its package.
var testReference = regexp.MustCompile("`(?:(?:[a-z0-9]+/)*([a-z0-9]+)\\.)?((?:Test|Fuzz)[A-Za-z0-9]+)`")

// TestPromisesNameTests: what docs/security.md promises is held by tests that are there.
func TestPromisesNameTests(t *testing.T) {
	t.Parallel()
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{} // package.Test, and Test alone
	for _, top := range []string{"cmd", "ext", "internal", "test"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
				return err
			}
			data, err := os.ReadFile(name)
			for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(data), -1) {
				tests[filepath.Base(filepath.Dir(name))+"."+m[1]], tests[m[1]] = true, true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found := 0
	for _, m := range testReference.FindAllStringSubmatch(string(text), -1) {
		found++
		name := m[2]
		if m[1] != "" {
			name = m[1] + "." + name
		}
		if !tests[name] {
			t.Errorf("docs/security.md names %s, which isn't there", name)
		}
	}
	if found < 80 {
		t.Errorf("docs/security.md names only %d tests", found)
	}
}

// settingsOfTheReference are the options that the settings screens of the reference change.
var settingsOfTheReference = strings.Fields("blogname blogdescription site_icon siteurl home admin_email new_admin_email users_can_register default_role WPLANG" +
	" timezone_string gmt_offset date_format time_format start_of_week use_smilies use_balanceTags default_category default_post_format mailserver_url" +
	" mailserver_login mailserver_pass mailserver_port default_email_category ping_sites show_on_front page_on_front page_for_posts posts_per_page posts_per_rss" +
	" rss_use_excerpt blog_public default_pingback_flag default_ping_status default_comment_status require_name_email comment_registration" +
	" close_comments_for_old_posts close_comments_days_old show_comments_cookies_opt_in thread_comments thread_comments_depth page_comments" +
	" comments_per_page default_comments_page comment_order comments_notify moderation_notify wp_notes_notify comment_moderation" +
	" comment_previously_approved comment_max_links moderation_keys disallowed_keys show_avatars avatar_rating avatar_default thumbnail_size_w" +
	" thumbnail_size_h thumbnail_crop medium_size_w medium_size_h large_size_w large_size_h uploads_use_yearmonth_folders upload_path" +
	" upload_url_path permalink_structure category_base tag_base wp_page_for_privacy_policy")

// TestSettingsWorkOrSayWhy: each option of the reference's settings screens is one here, or
// docs/reference.md says why not.
func TestSettingsWorkOrSayWhy(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	_, reasons, _ := strings.Cut(string(text), "These differ:")
	reasons, _, _ = strings.Cut(reasons, "\n\nImports")
	for _, name := range settingsOfTheReference {
		if _, declared := site.Find(name); !declared && !strings.Contains(reasons, "`"+name+"`") {
			t.Errorf("%s is no option, and docs/reference.md doesn't say why", name)
		}
	}
}

// namedFile is a Go file that a page names with its folder.
var namedFile = regexp.MustCompile("`([a-z0-9_]+(?:/[a-z0-9_]+)+\\.go)`")

// TestDocsNameFiles: Go files that the documents name with their folders are there.
func TestDocsNameFiles(t *testing.T) {
	t.Parallel()
	const root = "../.."
	var files []string
	for _, top := range []string{"cmd", "examples", "ext", "internal", "scripts", "test"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(name, ".go") {
				files = append(files, filepath.ToSlash(name))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md"} {
		pages, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(page) == "CHANGELOG.md" {
				continue
			}
			for _, m := range namedFile.FindAllStringSubmatch(string(text), -1) {
				found++
				if !slices.ContainsFunc(files, func(name string) bool { return strings.HasSuffix(name, "/"+m[1]) }) {
					t.Errorf("%s names %s, which isn't there", page, m[1])
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("the documents name only %d files", found)
	}
}

// TestMapNamesAllPackages: the list of packages in docs/design.md has all of them, in
// the order to which TestImportsPointDown holds their imports.
func TestMapNamesAllPackages(t *testing.T) {
	t.Parallel()
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "docs", "design.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "```\n")
	list, _, _ = strings.Cut(list, "```")
	named, highest := map[string]bool{}, 0
	for line := range strings.Lines(list) {
		names, _, _ := strings.Cut(line, "  ")
		top := highest
		for name := range strings.FieldsSeq(names) {
			pkg := strings.TrimSuffix(name, "/*")
			named[pkg] = true
			if name == "ext/*" {
				pkg = "ext/one"
			}
			if layer := layerOf(pkg); pkg != "cmd/quoin" && layer < highest {
				t.Errorf("docs/design.md has %s above what it may not import", name)
			} else {
				top = max(top, layer)
			}
		}
		highest = top
	}
	dirs, err := filepath.Glob(filepath.Join(root, "internal", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range dirs {
		name, err := filepath.Rel(filepath.Join(root, "internal"), path)
		if err != nil {
			t.Fatal(err)
		}
		short := shortName(filepath.ToSlash(name))
		if info, err := os.Stat(path); err != nil || !info.IsDir() || strings.Contains(short, "/") || short == "testdata" {
			continue
		}
		if !named[short] {
			t.Errorf("docs/design.md doesn't name internal/%s", name)
		}
	}
}
