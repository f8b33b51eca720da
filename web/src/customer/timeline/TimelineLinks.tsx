import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { useState } from 'react'
import { useSession } from '../../frame/session'
import { lazyDialog } from '../../ui/lazyDialog'
import { type TimelineLink, useCustomerParts } from '../parts'

/** Links of this room. */
const ownLinks: readonly TimelineLink[] = [
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

/** Links to the row's records: the lead, the call, the test drive. */
export function TimelineLinks({ row }: { row: TimelineRow }) {
  const [open, setOpen] = useState<TimelineLink>()
  const session = useSession()
  const { links } = useCustomerParts()
  const shown = [...links, ...ownLinks].filter(
    ({ idOf, mayOpen = () => true }) => idOf(row) > 0 && mayOpen(session),
  )
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
