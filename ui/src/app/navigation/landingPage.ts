// The first page after a sign-in that started on the home view: administrators are redirected to the overview. A sign-in that
// started elsewhere returns there.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useUser } from '../../api/user'
import { tabStorage } from '../../lib/page/browserStorage'
import { patterns } from '../../paths'

const key = 'first-page'

/** Marks that a sign-in starts on the home view. */
export const expectLandingPage = () => tabStorage.set(key, true)

/** Redirects administrators. Returns true until it is known who has signed in. */
export function useLandingPage(): boolean {
  const { known, failure, may } = useUser()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [expected, setExpected] = useState(() => tabStorage.get(key) !== null)
  const isAdmin = may('manageCatalogue')
  // External system: the storage of the tab, and the URL.
  useEffect(() => {
    if (!expected || !(known || failure)) return
    tabStorage.remove(key)
    setExpected(false)
    if (isAdmin && pathname === patterns.home && search === '') navigate(patterns.overview, { replace: true })
  }, [expected, known, failure, isAdmin, pathname, search, navigate])
  return expected
}
