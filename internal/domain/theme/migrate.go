package theme

import "quoin/internal/platform/wire"

// LatestVersion is the version of theme.json that documents are brought to.
const LatestVersion = 3

// migrate brings a document to the latest version; doc itself is changed. A
// document without a version says nothing.
func migrate(doc *wire.Object, origin Origin) *wire.Object {
	if doc.Get("version") == nil {
		return wire.NewObject("version", int64(LatestVersion))
	}
	version, _ := number(doc.Get("version"))
	if version == 1 {
		migrateTo2(doc)
	}
	if version == 1 || version == 2 {
		migrateTo3(doc, origin)
	}
	return doc
}

// migrateTo2 moves the settings that version 2 renamed.
func migrateTo2(doc *wire.Object) {
	doc.Set("version", int64(2))
	settings, ok := doc.Get("settings").(*wire.Object)
	if !ok {
		return
	}
	renameSettings(settings)
	for _, m := range settings.Object("blocks").Members() {
		if block, ok := m.Value.(*wire.Object); ok {
			renameSettings(block)
		}
	}
}

func renameSettings(settings *wire.Object) {
	for _, r := range []struct{ group, old, name string }{
		{"border", "customRadius", "radius"},
		{"spacing", "customMargin", "margin"},
		{"spacing", "customPadding", "padding"},
		{"typography", "customLineHeight", "lineHeight"},
	} {
		group := settings.Object(r.group)
		if value := group.Get(r.old); value != nil {
			group.Set(r.name, value)
			group.Delete(r.old)
		}
	}
}

// migrateTo3 keeps a version 2 document's meaning: there a theme's own sizes
// replaced the default ones, and a scale gave way to a list of sizes.
func migrateTo3(doc *wire.Object, origin Origin) {
	doc.Set("version", int64(3))
	if origin == OriginUser {
		return
	}
	if get(doc, "settings", "typography", "fontSizes") != nil {
		set(doc, false, "settings", "typography", "defaultFontSizes")
	}
	sizes := get(doc, "settings", "spacing", "spacingSizes")
	scale := get(doc, "settings", "spacing", "spacingScale")
	if sizes != nil || scale != nil {
		set(doc, false, "settings", "spacing", "defaultSpacingSizes")
	}
	if sizes != nil {
		objectAt(doc, "settings", "spacing").Delete("spacingScale")
	}
}
