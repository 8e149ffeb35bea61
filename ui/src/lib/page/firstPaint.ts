// Whether the request of the page had a session cookie: somebody is probably signed in. The server marks such a page.
const root = document.getElementById('root')

export const isProbablySignedIn = root !== null && ('session' in root.dataset || root.childElementCount === 0)
