// The first page after a sign-in that was begun on the home view: administrators go on to the overview. A sign-in that was
// begun anywhere else comes back there; the server's own default is the home view for everybody.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useUser } from '../api/user'
import { patterns } from '../paths'

/** Kept for this tab alone, while it is away at the sign-in. */
const key = 'first-page'

/** Called when somebody leaves the home view to sign in. */
export const expectFirstPage = () => sessionStorage.setItem(key, 'expected')

/** Leads administrators on; true while it is not known yet who has come back. */
export function useFirstPage(): boolean {
  const { known, failure, may } = useUser()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [expected, setExpected] = useState(() => sessionStorage.getItem(key) !== null)
  const isAdmin = may('manageCatalogue')
  // The outside world: what the tab remembers, and the address.
  useEffect(() => {
    if (!expected || !(known || failure)) return
    sessionStorage.removeItem(key)
    setExpected(false)
    if (isAdmin && pathname === patterns.home && search === '') navigate(patterns.overview, { replace: true })
  }, [expected, known, failure, isAdmin, pathname, search, navigate])
  return expected
}
