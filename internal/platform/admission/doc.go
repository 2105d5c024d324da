// Package admission bounds the memory of all requests that are under way together.
//
// A request tells what it is about to hold with Need: texts that it reads, and a body
// that it takes apart. Few texts cost nothing; whoever needs more waits for its turn,
// once, and is told to come back later when that takes too long. The turns are fair:
// one client has no more than half of the room while others wait, and a few waiting.
//
// What was made waits for the client to take it. That has as much room again; when it
// isn't enough, the oldest of the client that keeps most there is cut off.
package admission
