import { CloudUploadOutlined } from '@ant-design/icons'
import { useState, useSyncExternalStore } from 'react'
import { waitingList } from '../../api/device/part'
import { WaitingDialog } from './WaitingDialog'
import { useDevice } from './useDevice'
import { useSeenText } from './useSeenText'

/** In the header: how many mutations wait on this device, and the list of them. */
export function WaitingBar() {
  useDevice()
  useSeenText()
  const { length } = useSyncExternalStore(waitingList.subscribe, waitingList.read)
  const [isOpen, setOpen] = useState(false)
  if (length === 0) return null
  return (
    <>
      <button
        type="button"
        className="sr-bell"
        aria-label={`${length}条待提交`}
        title="待提交"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CloudUploadOutlined aria-hidden />
        <span className="sr-bell-count" aria-hidden>
          {length}
        </span>
      </button>
      {isOpen && <WaitingDialog onClosed={() => setOpen(false)} />}
    </>
  )
}
