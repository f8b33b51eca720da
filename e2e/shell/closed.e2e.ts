import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { bridge } from '../tools/beside.ts'
import { people } from '../tools/people.ts'
import { refuseCalls, takeRefused } from '../tools/refused.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import { addresses, Buttons, closeLayers, goTo, topLayer, watchRequests } from '../tools/walk.ts'

/** A closed store is read: its pages offer nothing that the server refuses. */

const refused = new Map<string, Call>(
  Object.values<Readonly<Record<string, Call>>>(rooms)
    .flatMap((room) => Object.values(room))
    .filter(({ may, writes, upload, whenClosed }) => may !== 'public' && (writes || upload) && !whenClosed)
    .map((call) => [call.path, call]),
)

/** Forms that a closed store has: the rights of persons. */
const forms = /查找个人信息/

/** Controls that every list has, which other journeys press. */
const chrome = 'header, nav, thead, .sr-filters, .ant-pagination { visibility: hidden }'

/** Pages with work: the overview and the reports only read. */
const inside = addresses.filter(
  (address) => !/^\/(?:login|casLogin|authRedirect|demoScan|signedIn|dashboard|report)|\$/.test(address),
)

const pathOf = (url: string): string => url.replace(/.*#/, '').replace(/\?.*|\d+/g, '')

test('no page of a closed store offers what the server refuses', async ({ page }) => {
  test.setTimeout(240_000)
  const findings: string[] = []
  const report = async (where: string): Promise<void> => {
    for (const call of await takeRefused(page)) findings.push(`${where}: ${refused.get(call)?.summary}`)
  }
  await refuseCalls(page, [...refused.keys()])
  const requested = new Set<string>()
  page.on('request', (request) => void requested.add(new URL(request.url()).pathname))
  const settle = watchRequests(page)
  await enter(page, sessionOf(people.closedManager))
  await expect(page.getByText('本店已停业')).toHaveCount(1)
  await page.addStyleTag({ content: chrome })
  await page.evaluate(bridge, 'a contact')
  const buttons = new Buttons(page, '', new Set())
  const waiting = [...inside]
  const seen = new Set(waiting.map(pathOf))
  for (const address of waiting) {
    // A page that is barred leads to the overview, where the page may be already.
    await goTo(page, address).catch(() => undefined)
    await settle()
    await report(address)
    const opened = page.url()
    for (;;) {
      const name = await buttons.next()
      if (name === undefined) break
      const where = `${address} ${name}`
      await buttons.press(settle)
      await report(where)
      const layer = await topLayer(page)
      if (layer && (await layer.locator('.sr-form').count()) > 0 && !forms.test(name))
        findings.push(`${where}: a form`)
      if (layer) await closeLayers(page, settle)
      if (page.url() === opened) continue
      // The page of one record.
      if (!seen.has(pathOf(page.url()))) waiting.push(page.url().replace(/.*#/, ''))
      seen.add(pathOf(page.url()))
      await goTo(page, address)
      await settle()
    }
  }
  expect([...seen]).toContain('/customer/detail/')
  // The page beside a chat came past its bridge.
  expect([...requested]).toContain(rooms.contact.get.path)
  expect(findings).toEqual([])
})
