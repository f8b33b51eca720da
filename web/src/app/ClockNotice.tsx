import { ClockCircleOutlined } from '@ant-design/icons'
import { useState, useSyncExternalStore } from 'react'
import { clockSkew } from '../api/clock'
import { inTab } from '../api/storage'

/** A difference up to this many minutes is not worth a word. */
const mostMinutes = 2
const closed = inTab('clock-told')

/** Names a wrong clock of the computer next to the bell, once a session. */
export function ClockNotice() {
  const minutes = useSyncExternalStore(clockSkew.subscribe, clockSkew.readMinutes)
  const [isClosed, close] = useState(() => closed.read() !== null)
  if (isClosed || Math.abs(minutes) <= mostMinutes) return null
  const text = `本机时间${minutes > 0 ? '慢' : '快'}${spanText(Math.abs(minutes))}，页面日期以服务器为准`
  return (
    <button
      type="button"
      className="sr-clock"
      aria-label={text}
      title={`${text}。点击后不再提示`}
      onClick={() => {
        closed.write('1')
        close(true)
      }}
    >
      <ClockCircleOutlined aria-hidden />
      <span className="sr-clock-text">{text}</span>
      <span className="sr-clock-short">本机时间不准</span>
    </button>
  )
}

/** `35分钟`, `26小时`, `400天`. */
function spanText(minutes: number): string {
  if (minutes < 120) return `${minutes}分钟`
  const hours = Math.round(minutes / 60)
  return hours < 72 ? `${hours}小时` : `${Math.round(hours / 24)}天`
}
