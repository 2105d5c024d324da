// Package users is the resource of accounts: the routes users, users/{id} and
// users/me.
//
// Everybody may see the authors of published entries; accounts beyond these
// are for those who may list users, and what isn't public about an account
// for its owner and those who may edit it. The rules of changes are in package
// user.
package users
