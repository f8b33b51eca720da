import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { type ComponentType, useState } from 'react'
import { useSession } from '../../frame/session'
import { lazyDialog } from '../../ui/lazyDialog'
import type { RecordProps } from '../../ui/RecordDialog'
import { type TimelineLink, useCustomerParts } from '../parts'
import { safeAddress } from '../../ui/address'

/** Links of this room. */
const ownLinks: readonly TimelineLink[] = [
  {
    label: '通话详情',
    idOf: (row) => row.callId,
    opens: { Dialog: lazyDialog(() => import('../dialogs/CallDialog').then((module) => module.CallDialog)) },
  },
  {
    label: '试驾信息',
    idOf: (row) => row.shareId,
    opens: {
      Dialog: lazyDialog(() => import('../dialogs/TestShareDialog').then((module) => module.TestShareDialog)),
    },
  },
]

/** Links to the row's records: the lead, the call, the test drive and its sheet. */
export function TimelineLinks({ row }: { row: TimelineRow }) {
  const [open, setOpen] = useState<{ id: number; Dialog: ComponentType<RecordProps> }>()
  const session = useSession()
  const { links } = useCustomerParts()
  const visible = [...links, ...ownLinks].filter(
    ({ idOf, mayOpen = () => true }) => idOf(row) > 0 && mayOpen(session),
  )
  if (visible.length === 0) return null
  return (
    <span className="sr-c-row-links">
      {visible.map(({ label, idOf, opens }) =>
        'hrefOf' in opens ? (
          <a
            key={label}
            className="sr-link"
            href={safeAddress(opens.hrefOf(idOf(row)))}
            target="_blank"
            rel="noopener"
          >
            {label}
          </a>
        ) : (
          <button
            key={label}
            type="button"
            className="sr-link"
            onClick={() => setOpen({ id: idOf(row), Dialog: opens.Dialog })}
          >
            {label}
          </button>
        ),
      )}
      {open && <open.Dialog id={open.id} onClosed={() => setOpen(undefined)} />}
    </span>
  )
}
