/** The session in the browser: the token in a cookie, the dealer in local storage. */
import { inBrowser } from './storage'

const cookieName = 'Dealer-User-Token'
const dealer = inBrowser('dealerId')

export function readToken(): string {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`))
  return entry ? decodeURIComponent(entry.slice(cookieName.length + 1)) : ''
}

export function storeSession(token: string, dealerId: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookieName}=${encodeURIComponent(token)}; Path=/; SameSite=Strict; Max-Age=604800${secure}`
  dealer.write(String(dealerId))
}

export function clearSession(): void {
  document.cookie = `${cookieName}=; Path=/; SameSite=Strict; Max-Age=0`
  forgetDealer()
}

/** Makes requests omit the dealer, so that the server takes the session's store. */
export const forgetDealer = (): void => dealer.remove()

/** 0 if no member is signed in. */
export const storedDealerId = (): number => Number(dealer.read() ?? 0)

/** Calls `changed` when another window of this browser signs in or switches to another dealer. Returns a function that unsubscribes. */
export function onOtherDealer(changed: (dealerId: number) => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === dealer.key && event.newValue) changed(Number(event.newValue))
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
