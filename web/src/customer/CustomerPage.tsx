import * as customer from '@showroom/contract/customer/customer.api'
import { errors } from '@showroom/contract/kernel/errors'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { Refusal } from '../app/api/client'
import { queryOf } from '../app/api/query'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { useNarrow } from '../ui/useNarrow'
import { useShortcut } from '../ui/useShortcut'
import { ActionBar } from './ActionBar'
import { BackLink } from './BackLink'
import { CustomerBanners } from './CustomerBanners'
import { CustomerCard } from './CustomerCard'
import { CustomerHead, PhoneBar } from './CustomerHead'
import { type ActionEntry, actions } from './customerActions'
import { stateOf } from './customerState'
import { CustomerTimeline } from './CustomerTimeline'
import { NextFollowCard } from './NextFollowCard'
import { OrdersCard } from './OrdersCard'
import { ProfileSkeleton } from './ProfileSkeleton'
import { useOutOfSight } from './useOutOfSight'
import { useReveal } from './useReveal'
import './customer-detail.css'

/** A customer's file (document 2, section 2.2). `?a=1` opens it for reading only. */
export function CustomerPage() {
  const { customerId = '' } = useParams({ strict: false })
  const { a } = useSearch({ strict: false }) as { a?: unknown }
  const id = /^\d{1,15}$/.test(customerId) ? Number(customerId) : 0
  useEffect(() => {
    // Without the customer's name, which would stay in the browser's history.
    document.title = '客户档案 - 展厅 Showroom'
    return () => {
      document.title = '展厅 Showroom'
    }
  }, [])
  const { data, error, refetch } = useQuery({
    ...queryOf(customer.get, { customerId: id }),
    enabled: id > 0,
    retry: (count, problem) => !(problem instanceof Refusal) && count < 1,
  })
  if (data) return <CustomerFile key={id} profile={data} onlyView={data.onlyView || String(a) === '1'} />
  if (id === 0 || error) return <Problem error={error} missing={id === 0} onRetry={() => void refetch()} />
  return <ProfileSkeleton />
}

function CustomerFile({ profile, onlyView }: { profile: CustomerProfile; onlyView: boolean }) {
  const narrow = useNarrow()
  const numbers = useReveal(profile.customer.id, 'numbers')
  const [dialog, setDialog] = useState<ActionEntry['key']>()
  const [nextCard, nextHidden] = useOutOfSight<HTMLDivElement>()
  const open = dialog && actions.find(({ key }) => key === dialog)
  useShortcut('f', () => {
    if (!onlyView && actions.some(({ key, can }) => key === 'follow' && can(stateOf(profile))))
      setDialog('follow')
  })
  useEffect(() => {
    // A chunk that does not come now is asked for again when its dialog opens.
    for (const { preload } of onlyView ? [] : actions) preload().catch(() => undefined)
  }, [onlyView])
  const bar = (size: 'middle' | 'large', tellWhy = false) =>
    !onlyView && <ActionBar profile={profile} onOpen={setDialog} size={size} tellWhy={tellWhy} />

  return (
    <div className="sr-c-page">
      <CustomerHead
        profile={profile}
        numbers={numbers}
        showNext={nextHidden}
        actions={narrow ? null : bar('middle')}
      />
      <div className="sr-c-body">
        <CustomerBanners profile={profile} onlyView={onlyView} />
        <div className="sr-c-layout">
          <div className="sr-c-area-next" ref={nextCard}>
            <NextFollowCard profile={profile} actions={narrow ? null : bar('large', true)} />
          </div>
          <div className="sr-c-area-file">
            <CustomerCard profile={profile} numbers={numbers} />
          </div>
          <div className="sr-c-area-orders">
            <OrdersCard profile={profile} />
          </div>
          <div className="sr-c-area-timeline">
            <CustomerTimeline rows={profile.timelines} />
          </div>
        </div>
      </div>
      {narrow && <PhoneBar numbers={numbers} actions={bar('large', true)} />}
      {open && (
        <Suspense>
          <open.Dialog profile={profile} onClosed={() => setDialog(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface ProblemProps {
  error: unknown
  missing: boolean
  onRetry: () => void
}

function Problem({ error, missing, onRetry }: ProblemProps) {
  const notFound = missing || (error instanceof Refusal && error.code === errors.NOT_FOUND.code)
  return (
    <div className="sr-c-page">
      <div className="sr-c-head">
        <BackLink />
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
