const allowed = /^(?:https?|blob):|^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/

/**
 * The address if a link or picture may have it, otherwise undefined: `javascript:` and other schemes of stored or sent texts would run in
 * the page. Pictures may also hold their own data.
 */
export function safeAddress(address: string): string | undefined {
  const base = 'https://page'
  const isSafe = address !== '' && URL.canParse(address, base) && allowed.test(new URL(address, base).href)
  return isSafe ? address : undefined
}
