// What the page showed before any script had run. The server puts a visitor's header there, and nothing for a browser with a
// session: whoever finds it empty is probably signed in.
export const isProbablySignedIn = document.getElementById('root')?.childElementCount === 0
