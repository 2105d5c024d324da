// Addresses of pages of the admin that several screens lead to.

// editPage is where an entry or a file is edited.
export const editPage = (base, id) => `${base}post.php?post=${id}&action=edit`;
