import type { Page } from '@playwright/test'
import { layers } from '../tools/layers.ts'
import { people, type Person } from '../tools/people.ts'
import { refuseCalls } from '../tools/refused.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import { findHardToTouch } from '../tools/touch.ts'
import { addresses, Buttons, closeLayers, goTo, isCovered, watchRequests } from '../tools/walk.ts'

/**
 * Opens every page of the routes on a phone, and presses each kind of button once. All targets have 44 pixels, the
 * header has 56 at most, the first row is near the top, no page scrolls sideways, and back closes each layer. Layers are
 * measured on the smaller phone alone: a resize closes some of them.
 */

const height = 740
test.use({ viewport: { width: 320, height }, hasTouch: true, isMobile: true })

/** Pages before sign-in and the wall screen are not for a phone; pages of one record are found by their links. */
const inside = addresses.filter(
  (address) => !/^\/(?:login|casLogin|authRedirect|demoScan|signedIn|wall)|\$/.test(address),
)
/** Areas whose dialogs a phone uses all day; elsewhere the pages are measured. */
const worksOnPhones = new Set(['activity', 'customer', 'daily', 'dashboard', 'front', 'order'])
/** Visitors of areas that a general manager does not work in. */
const visitors: Readonly<Record<string, Person>> = { front: people.frontDesk, dashboard: people.boss }
const areaOf = (address: string): string => address.split('/')[1] ?? ''

/** The parts that this worker has pressed: they are the same in other areas. */
const pressed = new Set<string>()

const pathOf = (page: Page): string => page.url().replace(/[?].*/, '')

for (const area of new Set(inside.map(areaOf)))
  test(`pages of ${area} are used with one thumb`, async ({ page }) => {
    test.setTimeout(240_000)
    await refuseCalls(page)
    await enter(page, sessionOf(visitors[area] ?? people.farManager))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const settle = watchRequests(page)
    const findings: string[] = []
    const buttons = new Buttons(page, area, pressed)
    let measured = 0
    const look = async (where: string): Promise<void> => {
      // Charts and parts of antd measure themselves some frames later.
      await page
        .waitForFunction(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
          undefined,
          { timeout: 3000 },
        )
        .catch(() => undefined)
      const faults = await findHardToTouch(page, layers)
      findings.push(...faults.map((fault) => `${where} at ${page.viewportSize()?.width}: ${fault}`))
    }
    for (const address of inside.filter((one) => areaOf(one) === area)) {
      await goTo(page, address)
      await settle()
      // A page that redirects this visitor is measured at its target's own address.
      if (!pathOf(page).endsWith(`#${address}`)) continue
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height })
        await look(address)
      }
      measured += 1
      while (worksOnPhones.has(area)) {
        const name = await buttons.next()
        if (name === undefined) break
        const before = page.url()
        await buttons.press(settle)
        if (await isCovered(page)) {
          await look(`${address} ${name}`)
          const opened = pathOf(page)
          await page.goBack()
          const closed = async () => !(await isCovered(page)) && pathOf(page) === opened
          for (let times = 0; times < 100 && !(await closed()); times++) await page.waitForTimeout(50)
          if (!(await closed())) findings.push(`${address} ${name}: back does not close it`)
          await closeLayers(page, settle)
        }
        if (page.url() !== before) {
          await goTo(page, address)
          await settle()
        }
      }
    }
    buttons.leaveArea()
    expect(findings).toEqual([])
    if (worksOnPhones.has(area)) expect(measured).toBeGreaterThan(0)
  })
