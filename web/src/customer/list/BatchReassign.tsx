import { reassign } from '@showroom/contract/customer/customer.api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { assignableQuery } from '../../team/public'
import { lazyDialog } from '../../ui/lazyDialog'
import type { Chosen } from './bulk'
import { ReassignButton, type ReassignButtonProps } from './ReassignButton'

const BulkReassignDialog = lazyDialog(() =>
  import('./BulkReassignDialog').then((module) => module.BulkReassignDialog),
)

interface BatchReassignProps extends Omit<ReassignButtonProps, 'hasChosen' | 'onPress' | 'preload'> {
  chosen: Chosen
  /** Called once the customers have a new owner; clear the selection then. */
  onDone: () => void
}

/** 再分配 of the selected customers; hidden if no member can receive them. */
export function BatchReassign({ chosen, onDone, ...look }: BatchReassignProps) {
  const isOffered = may(useSession(), reassign)
  const { data } = useQuery({ ...assignableQuery(), enabled: isOffered })
  const [open, setOpen] = useState(false)
  // Shown before the answer is there: the buttons beside it, and on a phone all below, would move.
  if (!isOffered || data?.data.length === 0) return null
  return (
    <>
      <ReassignButton
        {...look}
        hasChosen={chosen.total > 0}
        preload={BulkReassignDialog.preload}
        onPress={() => setOpen(true)}
      />
      {open && (
        <BulkReassignDialog
          chosen={chosen}
          onClosed={(done) => {
            setOpen(false)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}
