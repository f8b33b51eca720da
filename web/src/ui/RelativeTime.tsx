import { daysFromToday, formatDay, formatMinute } from './day'
import { useNow } from './useNow'
import { Tip } from './Tip'

interface RelativeTimeProps {
  /** Epoch seconds; 0 for never. */
  at: number
  /** Shown for 0. */
  none?: string
  /** `at` is a whole day: the text shows no time. */
  day?: boolean
  className?: string
  /** Inside a link or button, where nothing else takes the focus: its time has no tip. */
  isInside?: boolean
}

/** `3分钟前`, `昨天 14:20`, `3天后`, with the exact time in a tip and in `datetime`. Updates itself every half minute. */
export function RelativeTime({
  at,
  none = '—',
  day = false,
  className,
  isInside = false,
}: RelativeTimeProps) {
  const now = useNow()
  if (!at) return <span className={className}>{none}</span>
  const exact = day ? formatDay(at) : formatMinute(at)
  const time = (
    <time
      dateTime={day ? exact : new Date(at * 1000).toISOString()}
      className={className}
      {...(isInside ? { title: exact } : { tabIndex: 0 })}
    >
      {day ? relativeDay(at, now) : relativeText(at, now)}
    </time>
  )
  return isInside ? time : <Tip text={exact}>{time}</Tip>
}

const minute = 60
const hour = 3600
/** Beyond this many days the date is shown instead of the distance. */
const farDays = 30

export function relativeText(at: number, now: number): string {
  const gone = now - at
  const days = daysFromToday(at, now)
  // `now` updates every half minute, so a very recent instant may be slightly in the future.
  if (Math.abs(gone) < minute) return '刚刚'
  if (gone >= 0 && gone < hour) return `${Math.floor(gone / minute)}分钟前`
  if (days === 0 && gone >= 0) return `${Math.floor(gone / hour)}小时前`
  const clock = formatMinute(at).slice(-5)
  if (Math.abs(days) <= 2) return `${relativeDay(at, now)} ${clock}`
  return relativeDay(at, now)
}

const nearDays: Readonly<Record<number, string>> = {
  [-2]: '前天',
  [-1]: '昨天',
  0: '今天',
  1: '明天',
  2: '后天',
}

/** Distance in calendar days of Asia/Shanghai. */
export function relativeDay(at: number, now: number): string {
  const days = daysFromToday(at, now)
  const near = nearDays[days]
  if (near) return near
  if (Math.abs(days) <= farDays) return days < 0 ? `${-days}天前` : `${days}天后`
  return formatDay(at)
}
