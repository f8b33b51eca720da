import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer, SessionInfo } from '@showroom/contract/access/access.schema'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keepAnswer, wipeDevice } from '../api/device'
import { queryOf } from '../api/query'
import { clearSession, storeSession } from '../api/session'
import { inTab } from '../api/storage'
import { safeAddress } from '../ui/address'

/**
 * The signed-in member and their rights. Refetched when the window becomes visible, so that a changed right takes
 * effect.
 */
export const sessionQuery = () =>
  queryOptions<SessionInfo>({
    ...queryOf(access.profile, {}),
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The session inside the shell, where it is always loaded. */
export const useSession = (): SessionInfo => useSuspenseQuery(sessionQuery()).data

/** Stores the response of a sign-in or a store switch, and clears all data of the previous session. */
export function beginSession(client: QueryClient, answer: LoginAnswer): void {
  client.clear()
  continueSession(client, answer)
}

/** Continues after a sign-in over the open page: cached data stays, as member and store are the same. */
export function continueSession(client: QueryClient | undefined, answer: LoginAnswer): void {
  storeSession(answer.token, answer.profile.dealerId)
  const { token, returnTo: _to, site: _site, ...session } = answer
  keepAnswer(access.profile, {}, session, token)
  client?.setQueryData(sessionQuery().queryKey, session)
}

/**
 * Continues under another store, on the overview or on that store's site: the reload leaves no data of the old store
 * behind.
 */
export function reopenAt(answer: LoginAnswer): void {
  wipeDevice()
  storeSession(answer.token, answer.profile.dealerId)
  if (answer.site) return location.replace(safeAddress(answer.site) ?? '#')
  location.replace('#/dashboard/index')
  location.reload()
}

/** Written while WeCom's client must not sign in by itself: its last try has not succeeded, or the member signed out. */
export const wecomTried = inTab('wecomTried')

/**
 * Signs out. The browser forgets the session even if the server cannot be reached. After single sign-on it also signs
 * out at the provider, which redirects back.
 */
export async function signOut(client: QueryClient, toLogin: () => Promise<void>): Promise<void> {
  wecomTried.write('1')
  const answer = await callApi(access.logout, {}, { withoutKey: 'same effect' }).catch(() => undefined)
  wipeDevice()
  await endSession(client, toLogin)
  if (answer?.url) location.assign(safeAddress(answer.url) ?? '#')
}

/** Removes the session and all data read under it. Queries of the sign-in page stay. */
export async function endSession(client: QueryClient, toLogin: () => Promise<void>): Promise<void> {
  clearSession()
  await toLogin()
  // source-disable-next-line queryPlace -- no request goes on after signing out
  client.removeQueries({ type: 'inactive' })
}

/** Client data sent at sign-in. */
export const deviceOf = () => ({
  clientType: 'PC',
  device: 'PC',
  deviceType: 0,
  deviceVersion: navigator.userAgent.slice(0, 100),
  appType: 1,
  appVersion: '1.0',
})
