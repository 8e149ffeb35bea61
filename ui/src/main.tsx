// Mounts the app in the page.
import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from './app/ErrorBoundary'
import { queryClient } from './app/queryClient'
import { routes } from './app/routes'
import { loadPageLanguage } from './i18n/language'
import { PageRouter } from './lib/PageRouter'

export * from './app/entryExports'

const root = document.getElementById('root')
if (root) {
  await loadPageLanguage()
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <PageRouter routes={routes} />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}
