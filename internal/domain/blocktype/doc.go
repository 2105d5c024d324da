// Package blocktype is the catalogue of block types, a folder each:
//
//	block.json  what editors are told of the type, in the words of the API; what
//	            only the server has to know is its member "server"
//	style.css   what gives its markup structure, where needed
//	view.js     what makes it work for visitors, where needed
//
// The API, style sheets of pages, themes, rendering and scripts all ask it. The
// functions that render dynamic types are in package render/blocks.
package blocktype
