// Package admin serves the pages on which people write, design and keep a site: the post
// editor, the site editor and screens of our own, at the addresses of the reference.
//
// The pages are shells around the bundle of web/admin, which "make admin" puts into dist.
// Whatever they show comes from the API with the session of whoever looks, so a page
// decides nothing that the API doesn't decide again. A program that was built without the
// bundle says how to get it.
//
// Start reading at Pages.Serve.
package admin
