import { list as listCall } from '@showroom/contract/customer/customer.api'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { useSession } from '../../frame/session'
import { failureText } from '../../ui/failure'
import { ExportButton } from '../../ui/list/ExportButton'
import { useMessage } from '../../ui/useMessage'
import { BatchReassign } from './BatchReassign'
import { canAct, type Chosen } from './bulk'
import { BulkTagDialog } from './BulkTagDialog'
import { customerList } from './customer.fields'
import { sendBulk, useBulkEnd, whichOf } from './useBulk'

interface BulkActionsProps {
  chosen: Chosen
  size: 'small' | 'middle'
  /** Called when done; clear the selection then. */
  onDone: () => void
}

/** Actions on the selected customers. */
export function BulkActions({ chosen, size, onDone }: BulkActionsProps) {
  const { isAdmin } = useSession()
  const [tagging, setTagging] = useState(false)
  const isNone = chosen.total === 0
  return (
    <>
      {canAct('reassign', chosen) && <BatchReassign size={size} chosen={chosen} onDone={onDone} />}
      <Button size={size} disabled={isNone} onClick={() => setTagging(true)}>
        标签
      </Button>
      {canAct('wake', chosen) && <WakeButton chosen={chosen} size={size} onDone={onDone} />}
      {isAdmin && (
        <ExportButton
          makeFile={() => callApi(listCall, { ...exported(chosen), isExport: 1 })}
          total={chosen.total}
          size={size}
          narrow={false}
        />
      )}
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

/** Exports only the selected customers, in the list's order. */
const exported = ({ ids, filter }: Chosen) =>
  filter ? customerList.requestOf(filter) : { customerIds: ids.join(',') }

/** Runs without confirmation, since it can be undone. */
function WakeButton({ chosen, size, onDone }: BulkActionsProps) {
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
