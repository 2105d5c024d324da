package rest

// maxOffset is beyond any list, and far enough from the end of the numbers that
// nothing overflows.
const maxOffset = 1 << 40

// PageOffset is how many items stand before a page.
func PageOffset(page int64, perPage int) int {
	return int(min(max(page, 1)-1, maxOffset/1000)) * perPage
}

// OffsetPage is the number of the page that an offset leads to, as links count pages:
// one that is no beginning of a page counts as the next, and one below nothing as
// before the first.
func OffsetPage(n int64, perPage int) int {
	if n < 0 {
		return 1 - Offset(n)/perPage
	}
	return (Offset(n)+perPage-1)/perPage + 1
}

// Offset is a number of items that a caller wants left out. Its sign doesn't
// count.
func Offset(n int64) int {
	n = min(max(n, -maxOffset), maxOffset)
	return int(max(n, -n))
}
