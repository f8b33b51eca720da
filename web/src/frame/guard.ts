import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { May } from '@showroom/contract/kernel/call'
import { errors } from '@showroom/contract/kernel/errors'
import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { notice } from '../ui/notice'
import { addressValue, forgetAddressQuery } from './address'
import { Refusal } from '../api/client'
import { clearSession, forgetDealer, readToken, storeSession, storedDealerId } from '../api/session'
import type { MayEnter } from './areas'
import { sessionQuery } from './session'

const landings: ReadonlySet<string> = new Set(['/authRedirect', '/casLogin', '/demoScan'])

/**
 * Without a session only the sign-in pages are open; a code from an outside sign-in service in the address is tried
 * first.
 */
export function guardNavigation(to: ParsedLocation): void {
  if (readToken() || landings.has(to.pathname)) return
  const code = addressValue('code')
  if (code) {
    const state = addressValue('state')
    forgetAddressQuery()
    throw redirect({ to: '/authRedirect', search: { logincode: code, state }, replace: true })
  }
  if (to.pathname === '/login') return
  // A first visit to the root page has no session that could have expired.
  if (to.pathname !== '/' || storedDealerId() !== 0) notice.error('登录过期')
  clearSession()
  throw redirect({ to: '/login', search: askedFor(to.href), replace: true })
}

/** Remembers the requested page; the overview needs no remembering. */
export const askedFor = (href: string): { redirect?: string } =>
  href === '/' || href.startsWith('/dashboard/index') || href.startsWith('/login') ? {} : { redirect: href }

/** Returns the session, or redirects to the sign-in page if it has expired. */
export async function loadSession(client: QueryClient, to: ParsedLocation): Promise<SessionInfo> {
  try {
    return await client.query({ ...sessionQuery(), staleTime: 'static' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status === '-100') throw redirect({ to: '/login', search: askedFor(to.href), replace: true })
    if (error.code !== errors.NOT_FOUND.code || storedDealerId() === 0) throw error
    // The browser kept the token of one store and the id of another: the token counts.
    forgetDealer()
    const session = await loadSession(client, to)
    storeSession(readToken(), session.profile.dealerId)
    return session
  }
}

/** Redirects to the overview without permission, with the reason. */
export const guardArea =
  (mayEnter: MayEnter, needs?: May) =>
  async ({ context: { session } }: { context: { session: SessionInfo } }): Promise<void> => {
    if (mayEnter(session)) return
    // Not loaded with the sign-in page.
    const { barredText } = await import('./missing')
    notice.error(barredText(session, needs))
    throw redirect({ to: '/dashboard/index', replace: true })
  }
