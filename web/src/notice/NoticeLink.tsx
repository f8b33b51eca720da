import { fixedPageOf, noticeKind, orderPageOf } from '@showroom/contract/notice/notice.rules'
import type { Notice } from '@showroom/contract/notice/notice.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayEnter } from '../frame/areas'
import { useReadNotices } from './notice.queries'

const aboutSeveral: ReadonlySet<number> = new Set([noticeKind.leadWaiting, noticeKind.leadsArrived])

/** Search of the lead page: the one lead, overdue leads, or all waiting ones. */
const leadSearchOf = ({ clueId, kind }: Notice): { clue?: number; lt?: number } =>
  clueId ? { clue: clueId } : kind === noticeKind.leadWaiting ? { lt: 1 } : {}

interface NoticeLinkProps {
  notice: Notice
  className: string
  /** Called when the reader follows the link. */
  onGone: () => void
  children: ReactNode
}

/** Opens the subject of a notice, and marks it as read; one without a subject is only marked. */
export function NoticeLink({ notice, className, onGone, children }: NoticeLinkProps) {
  const { mutate } = useReadNotices()
  const order = orderPageOf(notice)
  const mayEnter = useMayEnter(order?.to ?? '/dashboard/index')
  const mayList = useMayEnter('/order/index')
  const read = (): void => {
    if (!notice.isRead) mutate({ ids: [notice.id] })
  }
  const go = (): void => {
    read()
    onGone()
  }
  // A notice about several leads links to the waiting list.
  if (notice.clueId || aboutSeveral.has(notice.kind))
    return (
      <Link to="/activity/clue-clear" search={leadSearchOf(notice)} className={className} onClick={go}>
        {children}
      </Link>
    )
  // Without access to orders the notice links to the customer instead.
  if (order && (mayEnter || mayList))
    return (
      <Link {...(mayEnter ? order : { to: '/order/index' })} className={className} onClick={go}>
        {children}
      </Link>
    )
  if (notice.customerId)
    return (
      <Link
        to="/customer/detail/$customerId"
        params={{ customerId: String(notice.customerId) }}
        className={className}
        onClick={go}
      >
        {children}
      </Link>
    )
  const page = fixedPageOf(notice.kind)
  if (page)
    return (
      <Link to={page} className={className} onClick={go}>
        {children}
      </Link>
    )
  return (
    <button type="button" className={className} onClick={read}>
      {children}
    </button>
  )
}
