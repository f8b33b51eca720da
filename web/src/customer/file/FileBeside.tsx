import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import { worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { ErrorState } from '../../ui/ErrorState'
import { lazyDialog } from '../../ui/lazyDialog'
import { fileQuery } from '../customer.queries'
import { stateOf, whyNoFollow } from '../customerState'
import { LevelChip } from '../fields/LevelChip'
import { MobileNumber } from '../fields/MobileNumber'
import { useReveal } from '../fields/useReveal'
import { useCustomerParts } from '../parts'
import { TimelineRows } from '../timeline/TimelineRows'
import { NextFollowCard } from './NextFollowCard'
import { ProfileSkeleton } from './ProfileSkeleton'
import './customer-detail.css'
import './file-beside.css'

const FollowDrawer = lazyDialog(() => import('../follow/FollowDrawer').then((module) => module.FollowDrawer))

/** Follow-ups shown; the file has all. */
const latest = 3

export interface FileBesideProps {
  customerId: number
  /** Further actions. */
  children: ReactNode
}

/** A customer's file in a narrow column: who, the next step, the latest follow-ups, the orders, and the follow-up form. */
export function FileBeside({ customerId, children }: FileBesideProps) {
  const session = useSession()
  const { cards } = useCustomerParts()
  const numbers = useReveal(customerId, 'numbers')
  const [isFollowing, setFollowing] = useState(false)
  const { data: profile, error, refetch } = useQuery(fileQuery(customerId))
  if (!profile)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ProfileSkeleton />
  const { customer, info, timelines } = profile
  const state = stateOf(profile)
  const mayFollow = may(session, { may: worksOnCustomers }) && mayAct('follow', state, profile)
  const why = whyNoFollow(state)
  return (
    <article className="sr-beside" aria-label={customer.name}>
      <header className="sr-beside-head">
        <h2 className="sr-beside-name">{customer.name}</h2>
        <LevelChip level={info.level} />
        <p className="sr-beside-facts">
          <MobileNumber mobile={customer.mobile} numbers={numbers} />
          <span className="sr-quiet">{customer.deal.ownerName}</span>
        </p>
      </header>
      <NextFollowCard profile={profile} actions={undefined} />
      <div className="sr-beside-acts">
        {mayFollow && (
          <Button type="primary" disabled={why !== ''} onClick={() => setFollowing(true)}>
            跟进
          </Button>
        )}
        <Link
          className="sr-button"
          to="/customer/detail/$customerId"
          params={{ customerId: String(customerId) }}
        >
          打开档案
        </Link>
        {children}
      </div>
      {why && <p className="sr-quiet">{why}</p>}
      <section className="sr-c-card" aria-label="最近跟进">
        <h3 className="sr-c-card-title">最近跟进</h3>
        {timelines.length > 0 ? (
          <TimelineRows rows={timelines.slice(0, latest)} />
        ) : (
          <p className="sr-quiet">还没有跟进记录</p>
        )}
      </section>
      {cards.map(({ title, countOf, Content }) => (
        <section key={title} className="sr-c-card" aria-label={title}>
          <h3 className="sr-c-card-title">
            {title}
            <span className="sr-c-count">{countOf(profile)}</span>
          </h3>
          <Content profile={profile} />
        </section>
      ))}
      {isFollowing && (
        <FollowDrawer customerId={customerId} name={customer.name} onClosed={() => setFollowing(false)} />
      )}
    </article>
  )
}
