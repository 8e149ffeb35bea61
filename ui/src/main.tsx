// Mounts the app in place of the server-rendered page.
import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadFirstScreen, TakeOver } from './app/firstScreen'
import { screenFailure } from './app/notices/ScreenFailure'
import { queryClient } from './app/queryClient'
import { routes } from './app/routes'
import { loadPageLanguage } from './i18n/language'
import { PageRouter } from './lib/PageRouter'
import { ErrorBoundary } from './lib/page/lazyPart'
import { notePresses } from './lib/page/takeover'

export * from './app/entryExports'

/** Not awaited by this module, because the scripts of the first screen import it. */
async function start(page: HTMLElement) {
  notePresses(page)
  await Promise.all([loadPageLanguage(), page.childElementCount > 0 && loadFirstScreen()])
  const screens = document.createElement('div')
  screens.id = page.id
  // As a transition, so that rendering is split into short pieces and the page stays responsive.
  startTransition(() =>
    createRoot(screens).render(
      <StrictMode>
        <TakeOver page={page} screens={screens}>
          <ErrorBoundary fallback={screenFailure}>
            <QueryClientProvider client={queryClient}>
              <PageRouter routes={routes} />
            </QueryClientProvider>
          </ErrorBoundary>
        </TakeOver>
      </StrictMode>,
    ),
  )
}

const page = document.getElementById('root')
if (page) void start(page)
