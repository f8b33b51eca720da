import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { type ComponentType, useState } from 'react'
import { LeadDialog } from '../../lead/public'
import { lazyDialog } from '../../ui/lazyDialog'
import type { RecordProps } from '../../ui/RecordDialog'

interface Link {
  readonly label: string
  readonly idOf: (row: TimelineRow) => number
  readonly Dialog: ComponentType<RecordProps>
}

/** What a row can lead to; open on a page for reading only too. */
const links: readonly Link[] = [
  {
    label: '查看线索',
    idOf: (row) => row.onlineCustomerId,
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
  const shown = links.filter(({ idOf }) => idOf(row) > 0)
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
