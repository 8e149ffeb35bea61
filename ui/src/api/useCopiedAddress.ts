// A page that was not found may have a copied address: a full stop or a bracket follows it, or it has capitals.
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Whether the end of a path, or its capitals, may not belong to it. */
const mayBeCopied = (path: string) => /[^\p{L}\p{N}]$|\p{Lu}/u.test(path)

/** The path that the server has answered with this page. */
const firstPath = window.location.pathname

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Opens the page to which the server redirects the address of a missing one. */
export function useCopiedAddress(isMissing = true) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // External system: the server.
  useEffect(() => {
    if (!isMissing || pathname === firstPath || !mayBeCopied(decoded(pathname))) return
    const request = new AbortController()
    fetch(pathname + search, { method: 'HEAD', signal: request.signal })
      .then(({ redirected, url }) => {
        const to = new URL(url)
        if (redirected && to.origin === window.location.origin) navigate(to.pathname + to.search, { replace: true })
      })
      // The page stays as it is: not found.
      .catch(() => {})
    return () => request.abort()
  }, [isMissing, pathname, search, navigate])
}
