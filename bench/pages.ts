import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { chromiumOptions } from '../e2e/tools/chromium.ts'
import { people } from '../e2e/tools/people.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { measureMoves } from './moves.ts'
import { startServer } from './server.ts'
import { median, openWindow, shiftOf, tell } from './window.ts'

/**
 * `npm run bench -- pages`: time until pages are usable, cost of a key in a form, layout shift during loading, and
 * cost of a press in the moves of a day, in Chromium against the demo network. The web client must be built (`npm run
 * build`); the machine should be otherwise idle.
 */

const usage = `Usage: npm run bench -- pages [--rounds N] [--moves] [--url URL]
  --rounds  how often each is measured (5)
  --moves   only the cost of a press
  --url     a server that runs on the stage of the journeys; by default it starts one, which it deletes afterwards`
offerHelp(usage)
const {
  rounds,
  moves,
  url: given,
} = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    moves: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
}).values
const roundCount = Number(rounds)
if (!(roundCount >= 1)) throw new Error(usage)

const lists = {
  'customer list': ['/customer/list?n=50', 50],
  'task list': ['/activity/tasks?f=1&n=50', 50],
  'lead list': ['/activity/clue-clear?t=6&n=50', 20],
} as const

/**
 * Milliseconds until that many rows are painted and the page responds again; from the load, or from a navigation to
 * `hash`.
 */
const untilUsable = (page: Page, rows: number, hash?: string): Promise<number> =>
  page.evaluate(
    async ({ count, to }) => {
      const begin = to === undefined ? 0 : performance.now()
      if (to !== undefined) location.hash = to
      while (document.querySelectorAll('tr.sr-row-link, tr:has([data-row-link])').length < count)
        await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      // Once this message arrives, no earlier task is pending.
      await new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => done())
        port1.start()
        port2.postMessage(0)
      })
      return performance.now() - begin
    },
    { count: rows, to: hash },
  )

async function measureLists(page: Page): Promise<void> {
  for (const [name, [address, rows]] of Object.entries(lists)) {
    const [byNavigation, byReload, shifts]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < roundCount; round++) {
      await page.goto('/favicon.svg')
      await page.goto('/#/dashboard/index')
      await page.getByRole('heading', { name: `，${people.generalManager.name}` }).waitFor()
      byNavigation.push(await untilUsable(page, rows, `#${address}`))
      await page.reload({ waitUntil: 'commit' })
      byReload.push(await untilUsable(page, rows))
      await page.waitForTimeout(300)
      shifts.push(await shiftOf(page))
    }
    tell(`${name} of ${rows} rows, after a navigation`, byNavigation, 'ms')
    tell(`${name} of ${rows} rows, after a reload`, byReload, 'ms')
    tell(`${name}, cumulative layout shift`, shifts, '')
  }
}

/** The cost of each key: from the press to the end of the handlers, React's work and the layout that follows. */
async function timeKeys(page: Page, box: Locator): Promise<number> {
  await box.fill('')
  await box.focus()
  await page.evaluate(() => performance.clearMeasures('key'))
  await box.pressSequentially('the quick brown fox', { delay: 20 })
  return median(
    await page.evaluate(() => performance.getEntriesByName('key', 'measure').map(({ duration }) => duration)),
  )
}

async function measureKeys(page: Page): Promise<void> {
  await page.goto('/#/customer/list?new=1')
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await dialog.getByText('浙江省 / 杭州市 / 西湖区').waitFor()
  for (const name of ['客户姓名', '备注']) {
    const figures: number[] = []
    for (let round = 0; round < roundCount; round++)
      figures.push(await timeKeys(page, dialog.getByRole('textbox', { name })))
    tell(`a key in ${name} of 新建客户`, figures, 'ms')
  }
}

await using server = given ? undefined : await startServer({}, 'e2e/tools/server.ts')
await using browser = await chromium.launch(chromiumOptions)
const url = given ?? `http://127.0.0.1:${server?.port}`
process.stdout.write(`${'Chromium, 1440 × 900'.padEnd(46)} ${'median'.padStart(12)} ${'best'.padStart(12)}\n`)
if (!moves) {
  await measureLists((await openWindow(browser, url, people.generalManager)).page)
  await measureKeys((await openWindow(browser, url, people.consultant)).page)
}
if (!(await measureMoves({ browser, url, rounds: roundCount }))) process.exitCode = 1
