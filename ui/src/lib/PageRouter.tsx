// The router: renders the route of the current URL.
import { useSyncExternalStore } from 'react'
import { type RouteObject, Router, useRoutes } from 'react-router-dom'
import { currentNavigation, followNavigation, navigator } from './pageHistory'

const Routes = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes)

export function PageRouter({ routes }: { routes: RouteObject[] }) {
  const { location, action } = useSyncExternalStore(followNavigation, currentNavigation)
  return (
    // Without transitions, because checkboxes derive from the URL and must change at once.
    <Router navigator={navigator} location={location} navigationType={action} useTransitions={false}>
      <Routes routes={routes} />
    </Router>
  )
}
