package config

import (
	"strings"

	"quoin/internal/platform/datafolder"
)

// Names in the data folder that others look for, too.
const (
	ThemesFolder = "themes"             // themes that were installed
	MediaJournal = "media-move.journal" // what has arrived of files that are moved
	MirrorFolder = "adopted"            // what was read of a running site that moves in
)

// FolderPart is something that a site has in its data folder.
type FolderPart struct {
	// Name is that of a file or folder; of a file, of all whose names begin so.
	Name   string
	Folder bool
	// Backup says what backups do with it.
	Backup InBackup
}

// InBackup is what backups do with a part of the data folder.
type InBackup string

const (
	// AsRows are the database's files: its rows are in the backup, as tables.
	AsRows InBackup = "rows"
	// AsMedia are the uploaded files, wherever they are kept.
	AsMedia InBackup = "media"
	// AsFiles is in the backup file by file.
	AsFiles InBackup = "files"
	// NotIn is made again where it isn't there, or belongs to this machine.
	NotIn InBackup = "none"
)

// FolderParts are all that a server, or a command, puts into the data folder. Whatever
// else is there belongs to somebody else.
func FolderParts() []FolderPart {
	return []FolderPart{
		{"quoin.db", false, AsRows},
		{"uploads", true, AsMedia},
		{ThemesFolder, true, AsFiles},
		{"certificates", true, NotIn}, // a restored site gets its own
		{"backups", true, NotIn},      // of the unit in packaging
		{beforeUpgrade, true, NotIn},
		{MirrorFolder, true, NotIn}, // which the next run reads again
		{datafolder.Incoming, true, NotIn},
		{datafolder.ServingName, false, NotIn},
		{datafolder.ImportingName, false, NotIn},
		{datafolder.HoldName, false, NotIn},
		{MediaJournal, false, NotIn},
	}
}

// Has tells whether a name in the data folder is that of the part.
func (p FolderPart) Has(name string) bool {
	return name == p.Name || !p.Folder && strings.HasPrefix(name, p.Name)
}

// BackedUpParts are the folders that backups have file by file.
func BackedUpParts() (list []string) {
	for _, p := range FolderParts() {
		if p.Backup == AsFiles {
			list = append(list, p.Name)
		}
	}
	return list
}
