import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { chromiumOptions } from '../../e2e/tools/chromium.ts'
import { offerHelp } from '../../server/src/platform/config/help.ts'
import { root } from '../steps.ts'

/** Takes the pictures of guides and README from a running demo, as its members see it. */

offerHelp(`Usage: npm run pictures -- [--url http://localhost:3000] [--only NAME] [--to FOLDER]
Takes the pictures of guides and README (into docs/images) from a running demo, whose accounts it signs in by
itself. A new demo (an empty DATA_DIR) has the day's visits, leads and tasks. The motion needs img2webp of Debian's
package webp. Look at each picture before it is committed.`)

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { url: text, only: text, to: text } })
const url = values.url ?? 'http://localhost:3000'
const folder = path.resolve(root, values.to ?? 'docs/images')

/** The password of all demo accounts, as `npm start` prints it. */
const password = 'Showroom#2026'

/** Members of the demo (server/src/seed/network.ts). */
const members = {
  generalManager: '13800000001',
  boss: '13800000002',
  consultant: '13800000004',
  frontDesk: '13800000007',
  dcc: '13600001020',
  testDrive: '13800000009',
  stock: '13800000010',
} as const

interface Picture {
  readonly name: string
  /** Shown by the README alone, not by a guide. */
  readonly isReadme?: boolean
  /** Signed out by default. */
  readonly who?: keyof typeof members
  readonly address: string
  /** Prepares the page; the picture is taken once it is quiet. */
  readonly act?: (page: Page) => Promise<unknown>
  /** A motion: `show` takes a frame that stays for that many milliseconds. */
  readonly frames?: (page: Page, show: (ms: number) => Promise<void>) => Promise<void>
  readonly size?: { readonly width: number; readonly height: number }
}

const usual = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

/** From 今天 by keys: choose a row, follow up, save, and the next one is open. */
async function followFromToday(page: Page, show: (ms: number) => Promise<void>): Promise<void> {
  await show(1600)
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('j')
    await show(220)
  }
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: '备注' })
  await note.waitFor()
  await page.waitForTimeout(600)
  await show(1200)
  await choose(page, '跟进方式', '沟通')
  await choose(page, '沟通方式', '电话')
  await choose(page, '发生事件', '其他')
  await note.fill('客户周末带家人来看车')
  await show(1200)
  await choose(page, '下次跟进', '试驾')
  await page.waitForTimeout(1200)
  await show(1400)
  await dialog.getByRole('gridcell', { disabled: false }).filter({ hasText: /^1\d:/ }).first().click()
  await page.waitForTimeout(300)
  await show(1400)
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(1500)
  await show(2400)
}

const choose = (page: Page, group: string, option: string): Promise<void> =>
  page.getByRole('dialog').getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click()

/** Opens what the first row of a list leads to. */
const firstRow = (page: Page, selector: string) => page.locator(selector).first().click()

const pictures: readonly Picture[] = [
  { name: 'sign-in', address: '/login', size: { width: 1280, height: 720 } },
  { name: 'overview', who: 'consultant', address: '/dashboard/index' },
  { name: 'dashboard', isReadme: true, who: 'generalManager', address: '/dashboard/index' },
  { name: 'day', isReadme: true, who: 'consultant', address: '/dashboard/index', frames: followFromToday },
  {
    name: 'palette',
    who: 'consultant',
    address: '/dashboard/index',
    size: { width: 1280, height: 640 },
    act: async (page) => {
      await page.locator('main h1').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('王')
    },
  },
  { name: 'tasks', who: 'consultant', address: '/activity/tasks' },
  {
    name: 'follow',
    who: 'consultant',
    address: '/activity/tasks',
    act: async (page) => {
      await page.locator('tbody tr').first().waitFor()
      await page.getByRole('button', { name: '跟进' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'appointments',
    who: 'generalManager',
    address: '/activity/appointments',
    size: { width: 1280, height: 1120 },
  },
  { name: 'phone', who: 'consultant', address: '/activity/tasks', size: phone },
  { name: 'customers', who: 'consultant', address: '/customer/list' },
  {
    name: 'file',
    who: 'consultant',
    address: '/customer/list',
    act: (page) => firstRow(page, 'tbody tr a'),
  },
  { name: 'leads', who: 'dcc', address: '/activity/clue-clear', act: (page) => firstRow(page, 'tbody tr a') },
  { name: 'board', who: 'frontDesk', address: '/front/board', size: { width: 1280, height: 1000 } },
  {
    name: 'arrival',
    who: 'frontDesk',
    address: '/front/index',
    act: async (page) => {
      await page.locator('tbody tr').first().waitFor()
      await page.keyboard.press('n')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'defeats', who: 'generalManager', address: '/activity/fail-verify' },
  {
    name: 'order-review',
    who: 'generalManager',
    address: '/activity/order-verify',
    act: (page) => firstRow(page, 'tbody tr a'),
  },
  { name: 'reports', who: 'generalManager', address: '/report/task' },
  { name: 'wall', who: 'generalManager', address: '/report/bigScreen', size: { width: 1280, height: 720 } },
  { name: 'stores', who: 'boss', address: '/dashboard/stores', size: { width: 1280, height: 560 } },
  { name: 'daily', who: 'consultant', address: '/daily/index', size: { width: 1280, height: 640 } },
  { name: 'targets', who: 'generalManager', address: '/manager/target' },
  { name: 'members', who: 'generalManager', address: '/manager/members' },
  { name: 'settings', who: 'generalManager', address: '/manager/setting' },
  { name: 'driver', who: 'testDrive', address: '/dashboard/index', size: { width: 1280, height: 640 } },
  { name: 'stock', who: 'stock', address: '/activity/order-approved' },
]

/** Signs a member in by the form, with the codes that a demo shows. */
async function signIn(page: Page, mobile: string): Promise<void> {
  await page.goto(`${url}/#/login`)
  const hintOf = (label: string): Promise<string> =>
    page.locator('.sr-entry-field').filter({ hasText: label }).locator('.sr-entry-demo-hint b').innerText()
  await page.getByLabel('手机号', { exact: true }).fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('图片验证码', { exact: true }).fill(await hintOf('图片验证码'))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码', { exact: true }).fill(await hintOf('短信验证码'))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/#\/(?!login)/)
}

/** Signed-in pages by member. */
const opened = new Map<string, Page>()
async function pageOf(browser: Browser, mobile: string): Promise<Page> {
  const openedPage = opened.get(mobile)
  if (openedPage) return openedPage
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    viewport: usual,
  })
  const page = await context.newPage()
  opened.set(mobile, page)
  if (mobile) await signIn(page, mobile)
  return page
}

/** Converts to WebP, which Chromium does and Playwright does not: a third of the size of PNG. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const data = await page.evaluate(
    async (source) => {
      const image = Object.assign(new Image(), { src: source })
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.7)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(data.split(',')[1] ?? '', 'base64')
}

/** Joins frames of a page, with the time of each, to an animated WebP. */
async function toMotion(page: Page, frames: NonNullable<Picture['frames']>, file: string): Promise<void> {
  const parts = mkdtempSync(path.join(tmpdir(), 'showroom-pictures-'))
  const args: string[] = []
  await frames(page, async (ms) => {
    const frame = path.join(parts, `${String(args.length)}.png`)
    writeFileSync(frame, await page.screenshot({ caret: 'hide' }))
    args.push('-d', String(ms), frame)
  })
  const options = ['-loop', '0', '-lossy', '-q', '60', '-m', '6']
  const { status, error } = spawnSync('img2webp', [...options, ...args, '-o', file], { stdio: 'ignore' })
  rmSync(parts, { recursive: true })
  if (status !== 0) throw new Error(`img2webp failed: ${error?.message ?? status}`)
}

const hidden = { content: '.sr-watermark, .sr-notices { display: none !important }' }

const browser = await chromium.launch(chromiumOptions)
mkdirSync(path.join(folder, 'guide'), { recursive: true })
for (const { name, isReadme = false, who, address, act, frames, size = usual } of pictures) {
  if (values.only && values.only !== name) continue
  const page = await pageOf(browser, who ? members[who] : '')
  await page.setViewportSize(size)
  // A page that is open already would keep its dialog.
  await page.goto('about:blank')
  await page.goto(`${url}/#${address}`)
  await page.locator('main').waitFor()
  await act?.(page)
  // The stream of live updates never ends, so the network does not become idle.
  await page.waitForTimeout(2500)
  await page.addStyleTag(hidden)
  const file = path.join(folder, isReadme ? '' : 'guide', `${name}.webp`)
  if (frames) await toMotion(page, frames, file)
  else writeFileSync(file, await toWebp(browser, await page.screenshot({ caret: 'hide' })))
  process.stdout.write(`${path.relative(root, file)}: ${(statSync(file).size / 1024).toFixed(0)} KiB\n`)
}
await browser.close()
