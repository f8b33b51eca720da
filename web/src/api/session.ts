/** The session as the browser keeps it: the token in a cookie, the dealer in local storage. */

const cookieName = 'Dealer-User-Token'
const dealerKey = 'dealerId'

export function readToken(): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`))
  return found ? decodeURIComponent(found.slice(cookieName.length + 1)) : ''
}

export function storeSession(token: string, dealerId: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookieName}=${encodeURIComponent(token)}; Path=/; SameSite=Strict; Max-Age=604800${secure}`
  localStorage.setItem(dealerKey, String(dealerId))
}

export function clearSession(): void {
  document.cookie = `${cookieName}=; Path=/; SameSite=Strict; Max-Age=0`
  forgetDealer()
}

/** Calls go to the store of the session from now on, whichever that is. */
export const forgetDealer = (): void => localStorage.removeItem(dealerKey)

/** 0 when nobody is signed in. */
export const storedDealerId = (): number => Number(localStorage.getItem(dealerKey) ?? 0)

/** Tells when another window of this browser signed in or switched to a dealer. */
export function onOtherDealer(changed: (dealerId: number) => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === dealerKey && event.newValue) changed(Number(event.newValue))
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
