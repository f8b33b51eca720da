/** `128,800.5`, while it is being typed, too: what stands before the point in threes. */
export function grouped(value: number | string | undefined): string {
  const [whole = '', ...rest] = String(value ?? '').split('.')
  return [/^\d+$/.test(whole) ? BigInt(whole).toLocaleString('en') : whole, ...rest].join('.')
}
