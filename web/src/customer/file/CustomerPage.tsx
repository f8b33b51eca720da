import { errors } from '@showroom/contract/kernel/errors'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Refusal } from '../../api/client'
import { useOfferActions } from '../../frame/finder'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { useShownHere } from '../../ui/shownErrors'
import { notice } from '../../ui/notice'
import { useNarrow } from '../../ui/useNarrow'
import { usePrintedName } from '../../ui/usePrintedName'
import { useShortcut } from '../../ui/useShortcut'
import { whenUsed } from '../../ui/whenUsed'
import { HeadActions, MainAction, PhoneActions } from './ActionBar'
import { BackLink } from './BackLink'
import { CustomerBanners } from './CustomerBanners'
import { CustomerCard } from './CustomerCard'
import { CustomerStages } from './CustomerStages'
import { CustomerHead, PhoneBar } from './CustomerHead'
import { type ActionKey, OpenAction } from '../actionDialog'
import { fileQuery, idInAddress } from '../customer.queries'
import { stateOf } from '../customerState'
import { useCustomerParts } from '../parts'
import { CustomerTimeline } from './CustomerTimeline'
import { useActions } from './customerActions'
import { NextFollowCard } from './NextFollowCard'
import { preloadNote } from './NoteField'
import { ProfileSkeleton } from './ProfileSkeleton'
import { useOutOfSight } from '../../ui/useOutOfSight'
import { useReveal } from '../fields/useReveal'
import './customer-detail.css'
import { useTitle } from '../../ui/title'

/** Height of the sticky app header and page head, in px. */
const headsPx = 112

/** A customer's file. `?a=1` makes it read-only. */
export function CustomerPage() {
  const { customerId = '' } = useParams({ strict: false })
  const { a } = useSearch({ strict: false }) as { a?: unknown }
  const id = idInAddress(customerId)
  useTitle('客户档案')
  const { data, error, refetch } = useQuery({
    ...fileQuery(id),
    enabled: id > 0,
    retry: (count, problem) => !(problem instanceof Refusal) && count < 1,
  })
  const { cards } = useCustomerParts()
  useEffect(() => {
    preloadNote()
    for (const { Content } of cards) Content.preload()
  }, [cards])
  // The last response for this file. A later one may be for the survivor that it was merged into.
  const [last, setLast] = useState(data)
  if (data?.customer.id === id && data !== last) setLast(data)
  // The file comes in slices: at once it would hold a telephone for a third of a second.
  const own = useDeferredValue(last)
  const problem = <Problem error={error} missing={id === 0} onRetry={() => void refetch()} />
  const survivor = data && data.customer.id !== id && <LedOn survivor={data.customer} />
  if (own?.customer.id === id)
    return (
      <CustomerFile
        key={id}
        profile={own}
        onlyView={own.onlyView || String(a) === '1'}
        gone={survivor || (isGone(error) && problem)}
      />
    )
  return survivor || (id === 0 || error ? problem : <ProfileSkeleton />)
}

/** Redirects from a merged file to its survivor and shows a notice. */
function LedOn({ survivor: { id, name } }: { survivor: CustomerProfile['customer'] }) {
  const navigate = useNavigate()
  useEffect(() => {
    notice.info(`该客户的档案已并入 ${name}`)
    void navigate({
      to: '/customer/detail/$customerId',
      params: { customerId: String(id) },
      search: (search: { a?: number }) => search,
      replace: true,
    })
  }, [id, name, navigate])
  return <ProfileSkeleton />
}

const isGone = (error: unknown): boolean => error instanceof Refusal && error.code === errors.NOT_FOUND.code

interface CustomerFileProps {
  profile: CustomerProfile
  onlyView: boolean
  /** Replaces the page once the customer has left the user's scope or was merged, but not while an open dialog could lose input. */
  gone: ReactNode
}

function CustomerFile({ profile, onlyView, gone }: CustomerFileProps) {
  usePrintedName(profile.customer.name)
  const narrow = useNarrow()
  const { cards } = useCustomerParts()
  const numbers = useReveal(profile.customer.id, 'numbers')
  const [nextCard, nextHidden] = useOutOfSight<HTMLDivElement>(headsPx)
  const { open, dialog } = useActionDialog(profile, onlyView)
  if (gone && !dialog) return gone
  const acting = (bar: ReactNode) => <OpenAction value={open}>{bar}</OpenAction>
  return (
    // A reviewer's actions are in the bars and the dialogs only; the rest of the page is read-only.
    <OpenAction value={profile.onlyReview ? undefined : open}>
      <div className="sr-c-page">
        <CustomerHead
          profile={profile}
          numbers={numbers}
          showNext={nextHidden}
          actions={!narrow && acting(<HeadActions profile={profile} />)}
        />
        <div>
          <CustomerStages profile={profile} />
          <CustomerBanners profile={profile} onlyView={onlyView} />
          <div className="sr-c-layout">
            <div className="sr-c-area-next" ref={nextCard}>
              <NextFollowCard
                profile={profile}
                actions={!narrow && acting(<MainAction profile={profile} />)}
              />
            </div>
            <div className="sr-c-area-file">
              <CustomerCard profile={profile} numbers={numbers} />
            </div>
            <div className="sr-c-area-cards">
              {cards.map(({ title, countOf, Content }) => (
                <section key={title} className="sr-c-card" aria-label={title}>
                  <h2 className="sr-c-card-title">
                    {title}
                    <span className="sr-c-count">{countOf(profile)}</span>
                  </h2>
                  <Content profile={profile} />
                </section>
              ))}
            </div>
            <div className="sr-c-area-timeline">
              <CustomerTimeline profile={profile} />
            </div>
          </div>
        </div>
        {narrow && <PhoneBar numbers={numbers} actions={acting(<PhoneActions profile={profile} />)} />}
        {acting(dialog)}
      </div>
    </OpenAction>
  )
}

/** The chosen action's dialog, and the function that opens one; undefined on a read-only page. */
function useActionDialog(profile: CustomerProfile, onlyView: boolean) {
  const [key, setKey] = useState<ActionKey>()
  const actions = useActions(profile)
  const entry = key && actions.find((action) => action.key === key)
  const possible = actions.filter(({ can }) => can(stateOf(profile), profile))
  const possibleKeys = onlyView ? '' : possible.map((action) => action.key).join()
  const mayFollow = !onlyView && possible.some((action) => action.key === 'follow')
  useShortcut('f', mayFollow ? '跟进' : '', () => mayFollow && setKey('follow'))
  useOfferActions(
    profile.customer.name,
    (onlyView ? [] : possible).map(({ key: chosen, label, shortcut }) => ({
      title: typeof label === 'string' ? label : label(stateOf(profile)),
      keys: shortcut?.toUpperCase(),
      run: () => setKey(chosen),
    })),
  )
  useEffect(
    () =>
      whenUsed(() => {
        for (const action of actions)
          if (possibleKeys.split(',').includes(action.key)) action.Dialog.preload()
      }),
    [actions, possibleKeys],
  )
  const { act } = useSearch({ strict: false }) as { act?: ActionKey }
  const navigate = useNavigate()
  useEffect(() => {
    if (!act) return
    if (possibleKeys.split(',').includes(act)) setKey(act)
    // Removes `act` from the URL, so that a reload does not start the action again.
    void navigate({ to: '.', search: ({ a }: { a?: number }) => ({ a }), replace: true })
  }, [act, navigate, possibleKeys])
  const acted = useRef(false)
  const closed = (): void => {
    setKey(undefined)
    acted.current = true
    requestAnimationFrame(keepFocus)
  }
  // The button that opened the dialog disappears if the refetched file no longer allows the action.
  useEffect(() => {
    if (acted.current) keepFocus()
  }, [profile.rowVersion])
  const dialog = entry && <entry.Dialog profile={profile} onClosed={closed} />
  return { open: onlyView ? undefined : setKey, dialog }
}

/** Moves focus to the customer's name if the focused element is gone. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.sr-c-name')?.focus({ preventScroll: true })
}

interface ProblemProps {
  error: unknown
  missing: boolean
  onRetry: () => void
}

function Problem({ error, missing, onRetry }: ProblemProps) {
  const notFound = missing || isGone(error)
  useShownHere(error)
  return (
    <div className="sr-c-page">
      <div className="sr-c-head">
        <BackLink />
        <h1 className="sr-c-name">客户档案</h1>
      </div>
      <div className="sr-c-card">
        {notFound ? (
          <EmptyState title="没有找到该客户" hint="客户不存在、已被合并，或不在您的可见范围内。" />
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </div>
    </div>
  )
}
