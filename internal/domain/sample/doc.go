// Package sample holds the demonstration site that a new installation can be
// filled with: an export file and the images that it refers to.
//
// The file is read by the importer like any other, except that it already uses
// the type names of this program. Its images are not to be fetched: for an
// attachment address that ends in uploads/YYYY/MM/NAME, Uploads has the file
// YYYY/MM/NAME.
package sample
