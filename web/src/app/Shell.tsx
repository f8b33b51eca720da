import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { baseInfoQuery } from '../base/public'
import { Header } from './Header'
import { barredText } from '../frame/missing'
import { useSession } from '../frame/session'
import { leaveField, watchKeys } from '../ui/form/sendKey'
import { loadParts } from '../ui/later/later'
import { notice } from '../ui/notice'
import { watchClicks } from '../ui/secondClick'
import { noteKeys } from '../ui/unheardKey'
import { lazyWhenIdle } from '../ui/lazyWhenIdle'
import { whenIdle } from '../ui/whenIdle'
import { whenUsed } from '../ui/whenUsed'
import { useBackCloses } from './useBackCloses'
import { Watermark } from './Watermark'
import './shell.css'
import './touch.css'

const LiveUpdates = lazyWhenIdle(() => import('./LiveUpdates').then((module) => module.LiveUpdates))

const Returns = lazyWhenIdle(() => import('./Returns').then((module) => module.Returns))

const UndoBar = lazyWhenIdle(() => import('../ui/undo/UndoBar').then((module) => module.UndoBar))

const mainId = 'main'

/** Wraps every page of a signed-in member with header, menu and watermark; a bare one has neither of the first two. */
export function Shell({ isBare, children }: { isBare: boolean; children: ReactNode }) {
  const session = useSession()
  const main = useRef<HTMLElement>(null)
  const queries = useQueryClient()
  // Fifty kilobytes that a page asks for itself where it shows them; a telephone's line is the page's first.
  useEffect(() => whenIdle(() => void queries.query(baseInfoQuery()).catch(() => undefined)), [queries])
  useFocusOnArrival(main)
  useBackCloses()
  useRightToStay(session)
  useEffect(() => whenUsed(() => void loadParts().catch(() => undefined)), [])
  useEffect(noteKeys, [])
  useEffect(watchKeys, [])
  useEffect(watchClicks, [])
  useEffect(keepFieldInSight, [])
  useFieldLeftFirst()
  return (
    <div className="sr-shell">
      {!isBare && (
        <>
          <a
            className="sr-skip"
            href={`#${mainId}`}
            onClick={(event) => {
              event.preventDefault()
              main.current?.focus()
            }}
          >
            跳到主要内容
          </a>
          <Header session={session} />
        </>
      )}
      <main id={mainId} ref={main} className="sr-main" tabIndex={-1}>
        {session.onlyReads && (
          <p className="sr-reads">
            {session.isClosed ? '本店已停业：可查看和导出' : '投资人仅可查看：门店数据全部可见'}
            ，不能新建、修改或分配
          </p>
        )}
        {children}
      </main>
      <Suspense>
        <LiveUpdates />
        <UndoBar />
        <Returns />
      </Suspense>
      <Watermark name={session.profile.name} mobile={session.profile.mobile} />
    </div>
  )
}

/** Scrolls the focused field into what the keyboard on the screen leaves visible. */
function keepFieldInSight(): () => void {
  const show = (): void => {
    const field = document.activeElement
    if (field?.matches('input, textarea')) field.scrollIntoView({ block: 'nearest' })
  }
  visualViewport?.addEventListener('resize', show)
  return () => visualViewport?.removeEventListener('resize', show)
}

/** Blurs the focused field before navigation: a calendar that is hidden with its page throws when it loses focus. */
function useFieldLeftFirst(): void {
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leaveField()),
    [router],
  )
}

/** Leaves a page when the member loses the right to enter it. */
function useRightToStay(session: SessionInfo): void {
  const navigate = useNavigate()
  const barred = useMatches({
    select: (matches) => {
      const match = matches.find(({ staticData: { mayEnter } }) => mayEnter && !mayEnter(session))
      return match && barredText(session, match.staticData.needs)
    },
  })
  useEffect(() => {
    if (barred === undefined) return
    notice.error(barred)
    void navigate({ to: '/dashboard/index', replace: true })
  }, [barred, navigate])
}

/** Moves the focus to the start of a new page, unless the page has set it itself. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        const { activeElement } = document
        if (activeElement?.closest('main, [role=dialog]')) return
        main.current?.focus({ preventScroll: true })
      }),
    [router, main],
  )
}
