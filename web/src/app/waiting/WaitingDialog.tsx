import { useState, useSyncExternalStore } from 'react'
import { removeWaiting, waitingList, type Waiting } from '../../api/device/part'
import { safeAddress } from '../../ui/address'
import { withoutRefreshHint } from '../../ui/failure'
import { PlainDialog } from '../../ui/PlainDialog'
import { RelativeTime } from '../../ui/RelativeTime'
import './waiting.css'

/** Lists the mutations that wait on this device. */
export function WaitingDialog({ onClosed }: { onClosed: () => void }) {
  const all = useSyncExternalStore(waitingList.subscribe, waitingList.read)
  return (
    <PlainDialog title="待提交" onCancel={onClosed} width={520}>
      <p className="sr-plain-dialog-text">网络恢复后按顺序自动提交。退出登录或切换门店前请先处理。</p>
      <ul className="sr-waiting">
        {all.map((waiting) => (
          <Row key={waiting.id} waiting={waiting} onLeft={onClosed} />
        ))}
      </ul>
      <div className="sr-plain-dialog-actions">
        <button type="button" className="sr-button" data-first onClick={onClosed}>
          关闭
        </button>
      </div>
    </PlainDialog>
  )
}

function Row({ waiting, onLeft }: { waiting: Waiting; onLeft: () => void }) {
  const { id, at, about, draft, refusal } = waiting
  const [isSure, setSure] = useState(false)
  const isDraft = refusal !== undefined && draft !== undefined
  // Typed input again: the form offers its draft, so the row has done its part.
  const view = (): void => {
    onLeft()
    if (isDraft) void removeWaiting(id)
  }
  return (
    <li className="sr-waiting-row">
      <div className="sr-waiting-head">
        <b className="sr-waiting-title">{about.title}</b>
        <RelativeTime at={Math.floor(at / 1000)} isInside className="sr-quiet" />
      </div>
      {about.text && <p className="sr-waiting-text">{about.text}</p>}
      <p className={refusal === undefined ? 'sr-waiting-state' : 'sr-waiting-state sr-waiting-refused'}>
        {refusal === undefined
          ? '等待网络'
          : `${withoutRefreshHint({ message: refusal })}${isDraft ? '，已转为草稿' : ''}`}
      </p>
      <div className="sr-waiting-actions">
        <a
          className="sr-button"
          href={safeAddress(`#${about.to}${isDraft ? (about.form ?? '') : ''}`)}
          onClick={view}
        >
          查看
        </a>
        <button
          type="button"
          className="sr-button"
          onClick={() => (isSure ? void removeWaiting(id) : setSure(true))}
        >
          {isSure ? '确定放弃，不再提交' : '放弃'}
        </button>
      </div>
    </li>
  )
}
