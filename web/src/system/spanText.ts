const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** A span of time in its largest unit, such as `3小时`. */
export function spanText(seconds: number): string {
  if (seconds < minute) return `${Math.max(0, Math.round(seconds))}秒`
  if (seconds < hour) return `${Math.floor(seconds / minute)}分钟`
  return seconds < 2 * day ? `${Math.floor(seconds / hour)}小时` : `${Math.floor(seconds / day)}天`
}
