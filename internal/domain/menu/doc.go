// Package menu holds the rules of classic menus: terms of the taxonomy
// nav_menu, whose items are entries of the type nav_menu_item that lead to an
// entry, to the entries of a term or anywhere else.
//
// What an item leads to is looked up whenever it is shown, so that it follows
// changes of addresses and titles; see item.go. Which menu a theme shows where
// is an option of the theme (place.go).
package menu
