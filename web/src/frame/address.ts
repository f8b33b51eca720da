/** A value of the address, before the hash (where outside sign-in services put it) or within it. */
export function addressValue(name: string): string {
  const [, hashQuery = ''] = location.hash.split('?')
  return new URLSearchParams(location.search).get(name) ?? new URLSearchParams(hashQuery).get(name) ?? ''
}

/** The same of a landing, whose values may stand within the hash, too: nothing of them stays. */
export function forgetLandingQuery(): void {
  replaceAddress(`${location.pathname}${location.hash.split('?', 1)[0] ?? ''}`)
}

/** The code serves once and does not stay in the address, where it would be tried again on reload. */
export function forgetAddressQuery(): void {
  if (location.search) replaceAddress(`${location.pathname}${location.hash}`)
}

function replaceAddress(address: string): void {
  // Past the router, which watches this window's own method and would begin the navigation under way anew.
  History.prototype.replaceState.call(history, history.state, '', address)
}
