// Starts the screens in the page the server made.
import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router'
import { ErrorBoundary } from './app/ErrorBoundary'
import { queryClient } from './app/queryClient'
import { AppRoutes } from './app/routes'
import { history } from './lib/history'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          {/* Checkboxes follow the address: what is clicked must show at once, not in a transition. */}
          <HistoryRouter history={history} useTransitions={false}>
            <AppRoutes />
          </HistoryRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}
