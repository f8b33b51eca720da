import './app/tokens.css'
import './app/base.css'
import './app/contrast.css'
import './app/zod'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readToken } from './api/session'
import { applyAppearance } from './frame/appearance'
import { askedFor } from './frame/guard'
import { createQueryClient } from './app/queryClient'
import { watchRecovery } from './app/recovery'
import { watchRejections } from './app/rejections'
import { watchRelease } from './app/renewal'
import { type AppRouter, createAppRouter, fetchFirstPage } from './app/router'
import { fetchDraftStore } from './draft/public'
import { installSessionGone } from './frame/sessionGone'
import { isUnreachable } from './ui/failure'
import { keepDraftsIn } from './ui/form/draft/store'

function start(): void {
  applyAppearance()
  watchRejections()
  keepDraftsIn(fetchDraftStore)

  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  // In its own task, as the router is made in one.
  setTimeout(() => open(queryClient, router))
}

function open(queryClient: QueryClient, router: AppRouter): void {
  if (readToken()) fetchFirstPage(router)
  installSessionGone(queryClient, {
    isAtLogin: () => router.state.location.pathname === '/login',
    toLogin: () =>
      router.navigate({ to: '/login', search: askedFor(router.state.location.href), replace: true }),
  })
  watchRecovery(queryClient, {
    hasFailed: () => router.state.matches.some(({ error }) => isUnreachable(error)),
    openAgain: () => void router.invalidate(),
  })

  watchRelease(router)
  const unsubscribe = router.subscribe('onRendered', () => {
    document.querySelector('#first-header')?.remove()
    unsubscribe()
  })

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

// Below the floor, public/floor.js shows which browsers serve. It has its own task: that of the entry's modules is long.
if (!('belowFloor' in document.documentElement.dataset)) setTimeout(start)
