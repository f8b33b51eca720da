const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'blob:'])

/**
 * The address if a link or picture may have it, otherwise undefined: `javascript:` and other schemes of stored or sent texts would run in
 * the page. Pictures may also hold their own data.
 */
export function safeAddress(address: string): string | undefined {
  const base = 'https://page'
  if (address === '' || !URL.canParse(address, base)) return undefined
  const { protocol, pathname } = new URL(address, base)
  const isPicture = protocol === 'data:' && /^image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(pathname)
  return schemes.has(protocol) || isPicture ? address : undefined
}
