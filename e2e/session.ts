import { createHash, randomUUID } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Person } from './people.ts'

/** What `npm start` prints. */
export const demoPassword = 'Showroom#2026'

export interface Session {
  readonly token: string
  readonly dealerId: number
  readonly memberId: number
  /** When its code was sent: the same number gets the next one a minute later. */
  readonly codeSentAt: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A random address of the range kept for documentation: the limits by address see each journey apart. */
export const anyAddress = (): string => `2001:db8::${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`

/** Makes a call and gives the whole envelope. */
export async function post(
  request: APIRequestContext,
  url: string,
  body: object,
  session?: Session,
): Promise<Record<string, unknown>> {
  const response = await request.post(url, {
    data: session ? { dealerId: session.dealerId, ...body } : body,
    headers: { 'x-forwarded-for': anyAddress(), ...(session && { authorization: session.token }) },
  })
  return (await response.json()) as Record<string, unknown>
}

/** The same for a call that must go through. */
export async function mustPost<Answer>(
  request: APIRequestContext,
  url: string,
  body: object,
  session?: Session,
): Promise<Answer> {
  const answer = await post(request, url, body, session)
  expect(answer.status, `${url}: ${JSON.stringify(answer)}`).toBe('0')
  return answer as Answer
}

/** Signs in by the calls, as the sign-in page does. In demo mode the answers hold the captcha and the code. */
export async function signIn(
  request: APIRequestContext,
  mobile: string,
  password = demoPassword,
): Promise<Session> {
  const uniqueId = randomUUID()
  const { demoAnswer } = await mustPost<{ demoAnswer: string }>(request, '/v2/appUserService/captcha', {
    uniqueId,
  })
  const { demoCode } = await mustPost<{ demoCode: string }>(request, '/v2/appUserService/getSmsCode', {
    mobile,
    answer: demoAnswer,
    uniqueId,
  })
  const codeSentAt = Date.now()
  const { token, profile } = await mustPost<{ token: string; profile: Omit<Session, 'token'> }>(
    request,
    '/v2/appUserService/loginWithSmsCode',
    { mobile, password: sha256(password), smsCode: demoCode },
  )
  return { token, dealerId: profile.dealerId, memberId: profile.memberId, codeSentAt }
}

/** Ends a session as another window of the same person would. */
export const signOut = (request: APIRequestContext, session: Session): Promise<object> =>
  mustPost(request, '/v2/appUserService/logout', {}, session)

const kept = 'E2E_SESSIONS'

/** Hands the sessions to the workers, which inherit the environment. */
export const keepSessions = (sessions: Readonly<Record<string, Session>>): void => {
  process.env[kept] = JSON.stringify(sessions)
}

/** The session that a person of `people` got before the first journey. */
export function sessionOf({ mobile, name }: Person): Session {
  const session = (JSON.parse(process.env[kept] ?? '{}') as Record<string, Session>)[mobile]
  if (!session) throw new Error(`${name} is not signed in: see people.ts`)
  return session
}

/** Makes the browser somebody's who is signed in, without opening a page yet. */
export async function become(page: Page, session: Session): Promise<void> {
  const { baseURL = '' } = test.info().project.use
  await page
    .context()
    .addCookies([{ name: 'Dealer-User-Token', value: session.token, url: baseURL, sameSite: 'Strict' }])
  await page.goto('/favicon.svg')
  await page.evaluate((dealerId) => localStorage.setItem('dealerId', String(dealerId)), session.dealerId)
}

/** Opens the browser's page as somebody who is signed in. */
export async function enter(page: Page, session: Session, address = '/dashboard/index'): Promise<void> {
  await become(page, session)
  await page.goto(`/#${address}`)
}

/** Each journey comes from an address of its own. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': anyAddress() }),
})

export { expect }
