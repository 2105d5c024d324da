// Package uploads serves the uploaded files of a site.
//
// Files are anonymous callers' bytes on the site's own address. So nothing here is
// guessed from their content: the type is that of the name's extension, browsers
// are told to believe it, and a document opened on its own gets no scripts, no
// plugins and an origin of its own. What browsers would run as a page (SVG,
// HTML, XML, scripts) they are asked to save.
//
// Files that the store offers at an address of its own are redirected to;
// others pass through here, in ranges where that is asked. There are no listings.
package uploads
