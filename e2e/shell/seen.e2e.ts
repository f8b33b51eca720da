import type { Page } from '@playwright/test'
import { findFaults } from '../tools/accessible.ts'
import { findUnseenStates } from '../tools/contrast.ts'
import { anyName } from '../tools/customers.ts'
import { findLoud } from '../tools/loud.ts'
import { people, type Person } from '../tools/people.ts'
import { findUnprinted } from '../tools/printed.ts'
import { refuseCalls } from '../tools/refused.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import {
  addresses,
  Buttons,
  closeLayers,
  goTo,
  linksOn,
  marked,
  topLayer,
  watchRequests,
} from '../tools/walk.ts'

/**
 * Opens every page of the routes, and presses each kind of button on it once. Pages, dialogs, drawers and menus have no
 * axe findings, show their states in high contrast, take the focus and return it. A page has one primary button at most,
 * no red ones, and prints the names and numbers inside its controls.
 */

class Walk {
  readonly findings: string[] = []
  /** Addresses found on the pages, by their address without numbers. */
  readonly links = new Map<string, string>()
  readonly #page: Page
  readonly #settle: () => Promise<void>
  readonly #buttons: Buttons

  constructor(page: Page, buttons: Buttons) {
    this.#page = page
    this.#buttons = buttons
    this.#settle = watchRequests(page)
  }

  #report(where: string, ...faults: readonly string[]): void {
    this.findings.push(...faults.map((fault) => `${where}: ${fault}`))
  }

  async #look(where: string): Promise<void> {
    // The tip of the button under the pointer is no part of the page.
    await this.#page.mouse.move(0, 0)
    await this.#page.locator('.ant-tooltip').locator('visible=true').first().waitFor({ state: 'hidden' })
    this.#report(where, ...(await findFaults(this.#page)), ...(await findUnseenStates(this.#page)))
  }

  async #open(address: string): Promise<void> {
    await goTo(this.#page, address)
    await this.#settle()
    for (const link of await linksOn(this.#page)) this.links.set(link.replaceAll(/\d+/g, ''), link)
  }

  async visit(address: string): Promise<void> {
    await this.#open(address)
    await this.#look(address)
    this.#report(address, ...(await findLoud(this.#page)), ...(await findUnprinted(this.#page)))
    await this.#turnViews(address)
    this.#buttons.turnPage()
    for (;;) {
      const name = await this.#buttons.next()
      if (name === undefined) return
      await this.#press(address, name)
    }
  }

  /** Prints the other views that the head of the page offers, such as a week beside the day. */
  async #turnViews(address: string): Promise<void> {
    const others = this.#page.locator('.sr-page-header .ant-segmented-item:not(.ant-segmented-item-selected)')
    const names = await others.allInnerTexts()
    for (const name of names) {
      await others.filter({ hasText: name }).click()
      await this.#settle()
      this.#report(`${address} ${name}`, ...(await findUnprinted(this.#page)))
    }
    if (names.length > 0) await this.#open(address)
  }

  async #press(address: string, name: string): Promise<void> {
    const page = this.#page
    const where = `${address} ${name}`
    const before = page.url()
    await this.#buttons.press(this.#settle)
    const layer = await topLayer(page)
    if (layer) {
      await this.#look(where)
      const isHeld = await layer.evaluate((node) => node.contains(document.activeElement))
      if (!isHeld && (await layer.locator('[aria-modal=true]').count()) > 0)
        this.#report(where, 'opens without the focus')
      if (!(await closeLayers(page, this.#settle))) this.#report(where, 'stays open after Escape')
      const isLost = await page.evaluate(() => document.activeElement === document.body)
      if (isLost && (await marked(page).isVisible())) this.#report(where, 'loses the focus')
    }
    if (page.url() !== before) await this.#open(address)
  }
}

/** Pages before sign-in have their own journeys, and pages of one record are found by the links to them. */
const inside = addresses.filter((address) => !/^\/(?:login|casLogin|authRedirect|demoScan)|\$/.test(address))
const areaOf = (address: string): string => address.split('/')[1] ?? ''

/** Whether the link opens the page of one record: in its own area if that has a list, in others that link to it otherwise. */
const isRecord = (link: string, area: string): boolean => {
  const hasList = inside.some(
    (address) => areaOf(address) === areaOf(link) && /(?:list|index)$/.test(address),
  )
  return /\/\d+$|[?&]\w*id=\d/i.test(link) && (areaOf(link) === area || !hasList)
}

/** The visitor of a page: the one that compares stores needs a member of several, their management an administrator of the group. */
const visitors: Readonly<Record<string, Person>> = {
  '/dashboard/stores': people.boss,
  '/manager/stores': people.groupAdmin,
}
const visitorOf = (address: string): Person => visitors[address] ?? people.farManager

/** The parts that this worker has pressed, and the kinds of records that it has visited: they are the same in other areas. */
const pressed = new Set<string>()
const records = new Set<string>()

/** An area's pages for one journey: a long one would run on alone when all others have ended. */
const most = 5
const parts = [...new Set(inside.map(areaOf))].flatMap((area) => {
  const pages = inside.filter((address) => areaOf(address) === area)
  return pages.flatMap((first, at) => (at % most ? [] : [{ area, first, pages: pages.slice(at, at + most) }]))
})

for (const { area, first, pages } of parts)
  test(`${first} and the next pages of ${area}, and what their buttons open, are seen by everyone`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await refuseCalls(page)
    await enter(page, sessionOf(people.farManager))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const buttons = new Buttons(page, area, pressed)
    const walk = new Walk(page, buttons)
    for (const address of pages) {
      if (visitorOf(address) !== people.farManager) await enter(page, sessionOf(visitorOf(address)), address)
      await walk.visit(address)
      if (visitorOf(address) !== people.farManager) await enter(page, sessionOf(people.farManager))
    }
    for (const [kind, link] of walk.links) {
      if (!isRecord(link, area) || records.has(kind)) continue
      records.add(kind)
      await walk.visit(link)
    }
    buttons.leaveArea()
    expect(walk.findings).toEqual([])
  })

test('a state that only a background shows is found once', async ({ page }) => {
  const tabs = (style: string) =>
    `<style>[aria-selected=true] { ${style} }</style><div role="tablist" data-style="${style}">
      <button role="tab" aria-selected="true">日</button><button role="tab" aria-selected="false">周</button></div>`
  // The resting place of the window is a picture, which takes no elements of HTML.
  await page.goto('about:blank')
  await page.setContent(tabs('outline: 2px solid Highlight'))
  expect(await findUnseenStates(page)).toEqual([])
  await page.goto('about:blank')
  await page.setContent(tabs('background: teal'))
  expect(await findUnseenStates(page)).toHaveLength(1)
  expect(await findUnseenStates(page)).toEqual([])
  await page.getByRole('tab', { selected: true }).evaluate((tab) => tab.classList.add('sr-tab'))
  expect(await findUnseenStates(page)).toHaveLength(1)
})

test('a pale text is found once, in the layer on top', async ({ page }) => {
  const pale = (colour: string) => {
    const texts = ['日', '今天的日报', '昨天的日报'].map((text) => `<p style="color: ${colour}">${text}</p>`)
    return `<div class="ant-modal-wrap">${texts.join('')}</div>`
  }
  await page.goto('about:blank')
  await page.setContent(`<p style="color: #bbb">本周的日报</p>${pale('#bbb')}`)
  expect(await findFaults(page)).toEqual([expect.stringContaining('color-contrast')])
  expect(await findFaults(page)).toEqual([])
  await page.setContent(pale('#111'))
  expect(await findFaults(page)).toEqual([])
})

test('a part that was checked is left out, until it or its place changes', async ({ page }) => {
  const words = Array.from({ length: 12 }, () => '<p>日报</p>').join('')
  const check = async (text: string, place = ''): Promise<number> => {
    await page.goto('about:blank')
    await page.setContent(
      `<main ${place}><h1>日报</h1><div>${words}<p>${text}</p><img src="data:,"></div></main>`,
    )
    return (await findFaults(page)).filter((fault) => fault.startsWith('image-alt')).length
  }
  const [one, other] = [anyName(), anyName()]
  expect(await check(one)).toBe(1)
  expect(await check(one)).toBe(0)
  expect(await check(one, 'class="other"')).toBe(1)
  expect(await check(other, 'style="display: none"')).toBe(0)
  expect(await check(other)).toBe(1)
})
