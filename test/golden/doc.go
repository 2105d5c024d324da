// Package golden holds recorded answers of the whole server: what each route
// of the API says, in both dialects and on both engines.
//
// A scenario file testdata/NAMESPACE/NAME.http has requests in the format of
// HTTP client files, NAME.golden beside it their answers. Each file runs on a
// fresh copy of one seeded site: the sample site and what testdata/seed.http
// adds; those of the core's namespaces on a site without extensions. To add a
// route, write its requests into a file of its namespace, record with
//
//	go test ./test/golden -update
//
// and read the difference before you keep it. An endpoint of the core without a
// scenario fails a test, and so does one of an extension whose namespace has
// any. What the index says of the routes of extensions is on record for all;
// those without scenarios are asked by test/api (TestMatrix).
//
// # Scenario files
//
// A request begins with ### and its title. Comments that begin with an @ say
// more:
//
//	### title of the request
//	# @as author, anonymous       who asks, one after the other; anonymous unless said
//	# @save draft = /id           keep a value of the answer under a name
//	# @wait 20s                   the clock stands still otherwise
//	# @headers                    record all headers, not only those that vary
//	# @part <ul.*</ul>           record what of a page matches an expression
//	# @untyped                    send the body without a Content-Type
//	POST /core/v2/posts/{frost}?context=edit
//	Content-Type: text/plain
//
//	body; without a Content-Type it is JSON
//
// A list of definitions in NAME.definitions.json is what the site of the scenario defines.
//
// Paths are relative to the root of the API, or addresses of the site. {frost}
// is the id of the seeded object with that slug, or what was kept. A line
// "< NAME" in a body stands for the file NAME of testdata/files or of the
// sample site. All names are this program's own; for the other dialect they are
// translated by testdata/names.txt.
//
// TestRandomSequences asks what no file has: requests made of what the routes
// declare, which both dialects and both engines answer alike.
package golden
