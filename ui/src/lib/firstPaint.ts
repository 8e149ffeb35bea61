// Whether the server sent an empty page. It sends visitors a header, and browsers with a session cookie nothing, so an empty
// page means that somebody is probably signed in.
export const isProbablySignedIn = document.getElementById('root')?.childElementCount === 0
