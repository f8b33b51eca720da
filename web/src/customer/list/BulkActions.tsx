import { Button } from 'antd'
import { useState } from 'react'
import { failureText } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import { BatchReassign } from './BatchReassign'
import { canAct, type Chosen } from './bulk'
import { ExportCustomers } from './ExportCustomers'
import { BulkTagDialog } from './BulkTagDialog'
import { sendBulk, useBulkEnd, whichOf } from './useBulk'

interface BulkActionsProps {
  chosen: Chosen
  size: 'small' | 'middle'
  /** Whether the page's own 再分配 and 导出 are out of sight; they act on the same customers. */
  isHeadAway: boolean
  /** Called when done; clear the selection then. */
  onDone: () => void
}

/** Actions on the selected customers. */
export function BulkActions({ chosen, size, isHeadAway, onDone }: BulkActionsProps) {
  const [tagging, setTagging] = useState(false)
  const isNone = chosen.total === 0
  return (
    <>
      {isHeadAway && canAct('reassign', chosen) && (
        <BatchReassign size={size} chosen={chosen} onDone={onDone} />
      )}
      <Button size={size} disabled={isNone} onClick={() => setTagging(true)}>
        标签
      </Button>
      {canAct('wake', chosen) && <WakeButton chosen={chosen} size={size} onDone={onDone} />}
      {isHeadAway && <ExportCustomers chosen={chosen} size={size} />}
      {tagging && (
        <BulkTagDialog
          chosen={chosen}
          onClosed={(done) => {
            setTagging(false)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}

/** Runs without confirmation, since it can be undone. */
function WakeButton({ chosen, size, onDone }: Omit<BulkActionsProps, 'isHeadAway'>) {
  const end = useBulkEnd()
  const message = useMessage()
  const [busy, setBusy] = useState(false)
  const wake = async (): Promise<void> => {
    setBusy(true)
    try {
      end(await sendBulk({ action: 'wake', ...whichOf(chosen) }, { once: true }))
      onDone()
    } catch (error) {
      message.error(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size={size} loading={busy} disabled={chosen.total === 0} onClick={() => void wake()}>
      唤醒
    </Button>
  )
}
