import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import type { besideChat } from './outside.ts'
import { people } from './people.ts'
import { mustPost, sessionOf } from './session.ts'
import { addMember } from './team.ts'

/** Windows like those of WeCom's client, beside a chat. */

const userAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 wxwork/4.1.30 MicroMessenger/7.0.1'
export const openClient = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    userAgent,
    locale: 'zh-CN',
    viewport: { width: 375, height: 740 },
    reducedMotion: 'reduce',
  })

/** Puts the client's bridge into the page, which then takes the browser for it. */
export function bridge(externalId: string): void {
  const answer = (name: string): object => ({
    err_msg: `${name}:ok`,
    ...(name === 'getCurExternalContact' && { userId: externalId }),
  })
  Object.defineProperty(navigator, 'userAgent', {
    value: `${navigator.userAgent} wxwork`,
    configurable: true,
  })
  Object.assign(window, {
    WeixinJSBridge: {
      on: () => undefined,
      invoke: (name: string, _params: object, done: (result: object) => void) => done(answer(name)),
    },
  })
}

/** Adds a member with the contact, and binds their WeCom account. */
export async function addUser(
  request: APIRequestContext,
  { userId }: (typeof besideChat)[keyof typeof besideChat],
): Promise<number> {
  const manager = sessionOf(people.farManager)
  const { memberId } = await addMember(request, manager)
  await mustPost(request, '/v2/appDealerManagerService/memberBindWecom', { memberId, userId }, manager)
  return memberId
}

/** Opens the page beside the chat with the contact, as its user. */
export async function openBeside(
  browser: Browser,
  url: string,
  { userId, externalId }: (typeof besideChat)[keyof typeof besideChat],
): Promise<Page> {
  const context = await openClient(browser)
  await context.addCookies([{ name: 'wecom-user', value: userId, url }])
  await context.addInitScript(bridge, externalId)
  const page = await context.newPage()
  await page.goto(`${url}/#/contact`)
  return page
}
