import { PauseOutlined } from '@ant-design/icons'
import type { WorkHours } from '@showroom/contract/lead/lead.rules'
import { countdownOf, type Deadline } from './lead.countdown'
import { useSecond } from '../../ui/useNow'
import './countdown.css'

interface CountdownProps {
  deadline: Deadline
  hours: WorkHours
  /** Also shows why the clock is paused; for places with enough room. */
  whole?: boolean
}

const pausedText = '工作时间外暂停'

/** Time left to clean a lead or to call its customer. */
export function Countdown({ deadline, hours, whole = false }: CountdownProps) {
  const { tone, paused, text } = countdownOf(deadline, hours, useSecond())
  const open = `${hours.inTime}-${hours.offTime}`
  const title = `${deadline.what}时限 ${deadline.within / 60} 分钟，按工作时间 ${open} 计${paused ? `；${pausedText}` : ''}`
  return (
    <span
      className={`sr-countdown sr-countdown-${paused && tone !== 'late' ? 'paused' : tone}`}
      title={title}
      data-urgency={tone === 'late' ? 'overdue' : tone === 'due' && !paused ? 'due' : undefined}
    >
      {whole && <span className="sr-countdown-words">{deadline.what}</span>}
      {paused && (whole || tone !== 'late') && <PauseOutlined aria-hidden={whole} aria-label={pausedText} />}
      <span role="timer" aria-live="off">
        {text}
      </span>
      {whole && paused && <span className="sr-countdown-words">{pausedText}</span>}
    </span>
  )
}
