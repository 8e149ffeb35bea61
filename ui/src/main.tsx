// Starts the screens in the page the server made.
import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { ErrorBoundary } from './app/ErrorBoundary'
import { queryClient } from './app/queryClient'
import { router } from './app/router'
import { loadPageLanguage } from './i18n/language'

export * from './app/sharedParts'

const root = document.getElementById('root')
if (root) {
  await loadPageLanguage()
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          {/* Checkboxes follow the address: what is clicked must show at once, not in a transition. */}
          <RouterProvider router={router} useTransitions={false} />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}
