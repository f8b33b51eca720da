import type { TimelineRow } from '@showroom/contract/customer/profile.schema'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadLeadDialog } from '../../lead/public'
import type { RecordProps } from '../../ui/RecordDialog'

interface Link {
  readonly label: string
  readonly idOf: (row: TimelineRow) => number
  readonly Dialog: ComponentType<RecordProps>
}

const record = (load: () => Promise<ComponentType<RecordProps>>): ComponentType<RecordProps> =>
  lazy(() => load().then((component) => ({ default: component })))

/** What a row can lead to (document 2, section 2.2); open on a page for reading only too. */
const links: readonly Link[] = [
  {
    label: '查看线索',
    idOf: (row) => row.onlineCustomerId,
    Dialog: record(loadLeadDialog),
  },
  {
    label: '通话详情',
    idOf: (row) => row.callId,
    Dialog: record(() => import('../dialogs/CallDialog').then((module) => module.CallDialog)),
  },
  {
    label: '试驾信息',
    idOf: (row) => row.shareId,
    Dialog: record(() => import('../dialogs/TestShareDialog').then((module) => module.TestShareDialog)),
  },
]

export function TimelineLinks({ row }: { row: TimelineRow }) {
  const [open, setOpen] = useState<Link>()
  const shown = links.filter(({ idOf }) => idOf(row) > 0)
  if (shown.length === 0) return null
  return (
    <span className="sr-c-row-links">
      {shown.map((link) => (
        <button key={link.label} type="button" className="sr-c-link" onClick={() => setOpen(link)}>
          {link.label}
        </button>
      ))}
      {open && (
        <Suspense>
          <open.Dialog id={open.idOf(row)} onClosed={() => setOpen(undefined)} />
        </Suspense>
      )}
    </span>
  )
}
