// Package crawl follows every link of a whole site: of pages, feeds, sitemaps and
// style sheets, in all attributes that hold addresses.
//
// The usual site is the sample. Others are crawled by hand:
//
//	QUOIN_CRAWL_EXPORT=one.xml:two.xml QUOIN_CRAWL_UPLOADS=folder go test ./test/crawl -v -timeout 60m
package crawl
