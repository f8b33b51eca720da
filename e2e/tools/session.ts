import type { APIRequestContext, Page, TestInfo } from '@playwright/test'
import type { Person } from './people.ts'
import { anyAddress, expect, restingPlace, test } from './test.ts'
import { goTo } from './walk.ts'

/** The demo password that `npm start` prints. */
export const demoPassword = 'Showroom#2026'

export interface Session {
  readonly token: string
  readonly dealerId: number
  readonly memberId: number
}

/** Makes a call with a session, or a bare token, and returns the whole envelope. */
export async function post(
  request: APIRequestContext,
  url: string,
  body: object,
  session: Session | string,
): Promise<Record<string, unknown>> {
  const [token, data] =
    typeof session === 'string' ? [session, body] : [session.token, { dealerId: session.dealerId, ...body }]
  const headers = { 'x-forwarded-for': anyAddress(), authorization: token }
  const response = await request.post(url, { data, headers })
  return (await response.json()) as Record<string, unknown>
}

/** Makes a call that must succeed. */
export async function mustPost<Answer>(
  request: APIRequestContext,
  url: string,
  body: object,
  session: Session | string,
): Promise<Answer> {
  const answer = await post(request, url, body, session)
  expect(answer.status, `${url}: ${JSON.stringify(answer)}`).toBe('0')
  return answer as Answer
}

/** Ends a session as another window of the same person would. */
export const signOut = (request: APIRequestContext, session: Session): Promise<object> =>
  mustPost(request, '/v2/appUserService/logout', {}, session)

const variable = 'E2E_SESSIONS'

/** Passes the sessions to the workers, which inherit the environment. */
export const keepSessions = (sessions: Readonly<Record<string, Session>>): void => {
  process.env[variable] = JSON.stringify(sessions)
}

/** The session opened for a person of `people` before the first journey. */
export function sessionOf({ mobile, name }: Person): Session {
  const session = (JSON.parse(process.env[variable] ?? '{}') as Record<string, Session>)[mobile]
  if (!session) throw new Error(`${name} is not signed in: see people.ts`)
  return session
}

/** The body of the page's next request to a path. */
export const sentTo = async (page: Page, path: string): Promise<Record<string, unknown>> =>
  (await page.waitForRequest((request) => request.url().endsWith(path))).postDataJSON() as Record<
    string,
    unknown
  >

/** Signs the browser in with a session, without opening a page. */
export async function become(page: Page, session: Session): Promise<void> {
  const { baseURL = '' } = test.info().project.use
  await page
    .context()
    .addCookies([{ name: 'Dealer-User-Token', value: session.token, url: baseURL, sameSite: 'Strict' }])
  if (!page.url().endsWith(restingPlace)) await page.goto(restingPlace)
  await page.evaluate((dealerId) => localStorage.setItem('dealerId', String(dealerId)), session.dealerId)
}

/** Deletes drafts that other journeys of the same person left, so that a new customer's form opens empty. */
export async function dropDrafts(page: Page, session: Session): Promise<void> {
  const { data } = await mustPost<{ data: { draftId: string; revision: number }[] }>(
    page.request,
    '/v2/appDraftService/read',
    { form: 'customer.new' },
    session,
  )
  for (const { draftId, revision } of data)
    await mustPost(page.request, '/v2/appDraftService/drop', { draftId, revision }, session)
}

/** The journeys whose window stays open, each with the token that it has. */
const tokens = new WeakMap<TestInfo, string>()

/** Lets `enter` go on within the open page, in this journey, while the session is the same: loading the client costs a second. */
export const stayOpen = (): unknown => tokens.set(test.info(), '')

/** Opens the browser's page with a session. */
export async function enter(page: Page, session: Session, address = '/dashboard/index'): Promise<void> {
  const token = tokens.get(test.info())
  if (token === session.token) return goTo(page, address)
  await become(page, session)
  // The load event waits for the scripts of the page's parts, so also for one that is held back.
  await page.goto(`/#${address}`, { waitUntil: holding.has(page) ? 'domcontentloaded' : 'load' })
  if (token !== undefined) tokens.set(test.info(), session.token)
}

/**
 * Holds back all calls of the page until the returned function is called. A call that learns that the session is over
 * opens the sign-in over the form, perhaps between press and release of a button.
 */
export const holdCalls = (page: Page): Promise<() => void> => hold(page, /\/v[12]\//)

/** The pages whose requests are held back. */
const holding = new WeakSet<Page>()

/** Holds back requests of the page, e.g. for a part of the client, until the returned function is called. */
export async function hold(page: Page, urls: RegExp): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  holding.add(page)
  void released.then(() => holding.delete(page))
  await page.route(urls, async (route) => {
    await released
    await route.fallback().catch(() => undefined)
  })
  return release
}
