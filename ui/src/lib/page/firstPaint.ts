// Whether the request of the page had a session cookie: somebody is probably signed in. The server marks such a page.
export const isProbablySignedIn = document.getElementById('root')?.dataset.session !== undefined
