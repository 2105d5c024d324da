// Package icons is the resources core/v2/icons and core/v2/icon-collections:
// the drawings that blocks can show by name.
package icons
