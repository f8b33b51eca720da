/** Formats a number as `128,800.5`, also while it is typed: groups the digits before the point by three and keeps leading zeros. */
export function grouped(value: number | string | undefined): string {
  const [whole = '', ...rest] = String(value ?? '').split('.')
  return [whole.replace(/(?<!\d)\d+$/, inThrees), ...rest].join('.')
}

function inThrees(digits: string): string {
  const first = digits.slice(0, digits.length % 3)
  return [first, ...(digits.slice(first.length).match(/\d{3}/g) ?? [])].filter(Boolean).join(',')
}
