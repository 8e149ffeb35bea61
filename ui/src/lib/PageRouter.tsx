// The router on the browser's history: which of the routes the address names.
import { useSyncExternalStore } from 'react'
import { type RouteObject, Router, useRoutes } from 'react-router-dom'
import { currentNavigation, followNavigation, navigator } from './pageHistory'

const Routes = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes)

export function PageRouter({ routes }: { routes: RouteObject[] }) {
  const { location, action } = useSyncExternalStore(followNavigation, currentNavigation)
  return (
    // Checkboxes follow the address: what is clicked must show at once, not in a transition.
    <Router navigator={navigator} location={location} navigationType={action} useTransitions={false}>
      <Routes routes={routes} />
    </Router>
  )
}
