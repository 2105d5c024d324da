// Package htmltag changes attributes and classes of tags inside HTML text
// without touching anything else of it.
//
// A Processor walks forward over the tags. Changes are kept until String
// writes them; bytes that no change asked for come out exactly as they went
// in. Text of comments, scripts, styles and other raw elements is never read
// as tags. A tag that is cut off at the end of the text is not a tag.
package htmltag
