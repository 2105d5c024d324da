// Package metadata reads what files say about themselves: the camera data, captions and alternative
// text of images, and the length, rate, dimensions and tags of sound and video.
//
// It returns what the stored details of an attachment hold, under the names clients expect. Text comes
// as it stands in the file, made valid UTF-8; whoever stores it has to sanitize it as HTML.
//
// Every reader is bounded in memory and in the number of steps whatever the file says, and treats
// damage as absence: members that cannot be read are left out. Errors are only those of the io.Reader.
package metadata
