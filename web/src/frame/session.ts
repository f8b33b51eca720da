import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer, SessionInfo } from '@showroom/contract/access/access.schema'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { clearSession, storeSession } from '../api/session'

/** Who is signed in and what they may do. Asked again when the window comes back, so a changed right shows. */
export const sessionQuery = () =>
  queryOptions<SessionInfo>({
    queryKey: queryOf(access.profile, {}).queryKey,
    queryFn: ({ signal }) => callApi(access.profile, {}, { signal }),
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The session inside the shell, where it is always there. */
export const useSession = (): SessionInfo => useSuspenseQuery(sessionQuery()).data

/** Takes over the answer of a sign-in or a switch of store: nothing of another session stays in memory. */
export function beginSession(client: QueryClient, answer: LoginAnswer): void {
  client.clear()
  continueSession(client, answer)
}

/** Goes on after a sign-in over the open page: what was read stays, as it is the same person at the same store. */
export function continueSession(client: QueryClient | undefined, answer: LoginAnswer): void {
  storeSession(answer.token, answer.profile.dealerId)
  const { token: _token, returnTo: _to, site: _site, ...session } = answer
  client?.setQueryData(sessionQuery().queryKey, session)
}

/**
 * Goes on under another store, from the overview or on the site where that one works: reading everything anew leaves nothing of the other
 * store behind.
 */
export function reopenAt(answer: LoginAnswer): void {
  storeSession(answer.token, answer.profile.dealerId)
  if (answer.site) return location.replace(answer.site)
  location.replace('#/dashboard/index')
  location.reload()
}

/**
 * Leaves. The server forgets the session; the browser forgets it even when the server cannot be told. Who came by single sign-on is
 * signed out at its provider, too, which leads back.
 */
export async function signOut(client: QueryClient, toLogin: () => Promise<void>): Promise<void> {
  const told = await callApi(access.logout, {}).catch(() => undefined)
  await endSession(client, toLogin)
  if (told?.url) location.assign(told.url)
}

/** Forgets the session and everything that was read under it. What the sign-in page reads stays. */
export async function endSession(client: QueryClient, toLogin: () => Promise<void>): Promise<void> {
  clearSession()
  await toLogin()
  client.removeQueries({ type: 'inactive' })
}

/** What every client says of itself at sign-in. */
export const deviceOf = () => ({
  clientType: 'PC',
  device: 'PC',
  deviceType: 0,
  deviceVersion: navigator.userAgent.slice(0, 100),
  appType: 1,
  appVersion: '1.0',
})
