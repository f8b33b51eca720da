/** A value of the address, before the hash (where outside sign-in services put it) or within it. */
export function addressValue(name: string): string {
  const [, hashQuery = ''] = location.hash.split('?')
  return new URLSearchParams(location.search).get(name) ?? new URLSearchParams(hashQuery).get(name) ?? ''
}

/** Removes all values of a landing page, including those within the hash. */
export function forgetLandingQuery(): void {
  replaceAddress(`${location.pathname}${location.hash.split('?', 1)[0] ?? ''}`)
}

/** Removes the one-time code from the address, where a reload would try it again. */
export function forgetAddressQuery(): void {
  if (location.search) replaceAddress(`${location.pathname}${location.hash}`)
}

function replaceAddress(address: string): void {
  // Bypasses the router, which patches this window's method and would restart the pending navigation.
  History.prototype.replaceState.call(history, history.state, '', address)
}
