/**
 * `12,345` and `-1,234.5`, as `toLocaleString` writes them: its first call takes a tenth of a second on a phone, and that of a date would use
 * the computer's zone.
 */
export function withCommas(count: number): string {
  if (count < 0) return `-${withCommas(-count)}`
  if (count < 1000) return String(Math.round(count * 1000) / 1000)
  const [whole, decimals] = String(Math.round(count * 1000) / 1000).split('.')
  const thousands = withCommas(Math.floor(Number(whole) / 1000))
  return `${thousands},${String(Number(whole) % 1000).padStart(3, '0')}${decimals ? `.${decimals}` : ''}`
}
