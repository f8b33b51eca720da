import { noticeKind, orderPageOf } from '@showroom/contract/notice/notice.rules'
import type { Notice } from '@showroom/contract/notice/notice.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayEnter } from '../frame/areas'
import { useReadNotices } from './notice.queries'

const aboutSeveral: ReadonlySet<number> = new Set([noticeKind.leadWaiting, noticeKind.leadsArrived])

/** Of the lead page: the one, those that wait too long, or all that wait. */
const leadSearchOf = ({ clueId, kind }: Notice): { clue?: number; lt?: number } =>
  clueId ? { clue: clueId } : kind === noticeKind.leadWaiting ? { lt: 1 } : {}

interface NoticeLinkProps {
  notice: Notice
  className: string
  /** The reader went to what it is about. */
  onGone: () => void
  children: ReactNode
}

/** Opens what a notice is about, and counts it as read; one about nothing is only read. */
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
  // One about several leads leads to where they wait.
  if (notice.clueId || aboutSeveral.has(notice.kind))
    return (
      <Link to="/activity/clue-clear" search={leadSearchOf(notice)} className={className} onClick={go}>
        {children}
      </Link>
    )
  // Who sees no orders hears of those of their customers all the same, and goes there.
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
  if (notice.kind === noticeKind.morningReport)
    return (
      <Link to="/report/morning" className={className} onClick={go}>
        {children}
      </Link>
    )
  if (notice.kind === noticeKind.signIn)
    return (
      <Link to="/sign" className={className} onClick={go}>
        {children}
      </Link>
    )
  if (notice.kind === noticeKind.receptionLate)
    return (
      <Link to="/front/board" className={className} onClick={go}>
        {children}
      </Link>
    )
  if (notice.kind === noticeKind.webhookFailed)
    return (
      <Link to="/manager/webhooks" className={className} onClick={go}>
        {children}
      </Link>
    )
  return (
    <button type="button" className={className} onClick={read}>
      {children}
    </button>
  )
}
