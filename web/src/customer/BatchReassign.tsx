import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { assignableQuery } from '../team/public'

const importDialog = () => import('./BatchReassignDialog')
const BatchReassignDialog = lazy(() =>
  importDialog().then((module) => ({ default: module.BatchReassignDialog })),
)
/** A failure shows when it is really opened. */
const preload = (): void => void importDialog().catch(() => undefined)

interface BatchReassignProps {
  customerIds: readonly number[]
  /** The customers have another manager: the selection is used up. */
  onDone: () => void
}

/** 再分配 of the selected customers; nothing while there is nobody to give them to. */
export function BatchReassign({ customerIds, onDone }: BatchReassignProps) {
  const { data } = useQuery(assignableQuery())
  const [open, setOpen] = useState(false)
  if (!data?.data.length) return null
  return (
    <>
      <Button
        type="primary"
        size="small"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        再分配
      </Button>
      {open && (
        <Suspense>
          <BatchReassignDialog
            customerIds={customerIds}
            onClosed={(done) => {
              setOpen(false)
              if (done) onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
