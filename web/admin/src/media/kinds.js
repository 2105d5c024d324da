// Kinds of files that the library is narrowed to, beside families of the API.
export const types = {
  document: [
    "application/pdf", "application/msword", "application/rtf", "application/vnd.ms-powerpoint", "application/vnd.oasis.opendocument.presentation", "application/vnd.oasis.opendocument.text", "application/vnd.apple.pages", "application/vnd.apple.keynote",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/plain",
  ],
  spreadsheet: ["application/vnd.apple.numbers", "application/vnd.ms-excel", "application/vnd.oasis.opendocument.spreadsheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"],
  archive: ["application/gzip", "application/rar", "application/x-7z-compressed", "application/x-gzip", "application/x-tar", "application/zip"],
};

// askFor are the arguments of the API for one kind.
export const askFor = (kind) => (types[kind] ? { mime_type: types[kind] } : { media_type: kind });
