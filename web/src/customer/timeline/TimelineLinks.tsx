import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { detail } from '@showroom/contract/lead/lead.api'
import { type ComponentType, useState } from 'react'
import { may, type MayEnter } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { LeadDialog } from '../../lead/public'
import { lazyDialog } from '../../ui/lazyDialog'
import type { RecordProps } from '../../ui/RecordDialog'

interface Link {
  readonly label: string
  readonly idOf: (row: TimelineRow) => number
  /** Permission check. */
  readonly mayOpen?: MayEnter
  readonly Dialog: ComponentType<RecordProps>
}

/** Links from a timeline row to its records; available on read-only pages too. */
const links: readonly Link[] = [
  {
    label: '查看线索',
    idOf: (row) => row.onlineCustomerId,
    mayOpen: (session) => may(session, detail),
    Dialog: LeadDialog,
  },
  {
    label: '通话详情',
    idOf: (row) => row.callId,
    Dialog: lazyDialog(() => import('../dialogs/CallDialog').then((module) => module.CallDialog)),
  },
  {
    label: '试驾信息',
    idOf: (row) => row.shareId,
    Dialog: lazyDialog(() => import('../dialogs/TestShareDialog').then((module) => module.TestShareDialog)),
  },
]

export function TimelineLinks({ row }: { row: TimelineRow }) {
  const [open, setOpen] = useState<Link>()
  const session = useSession()
  const shown = links.filter(({ idOf, mayOpen = () => true }) => idOf(row) > 0 && mayOpen(session))
  if (shown.length === 0) return null
  return (
    <span className="sr-c-row-links">
      {shown.map((link) => (
        <button key={link.label} type="button" className="sr-link" onClick={() => setOpen(link)}>
          {link.label}
        </button>
      ))}
      {open && <open.Dialog id={open.idOf(row)} onClosed={() => setOpen(undefined)} />}
    </span>
  )
}
