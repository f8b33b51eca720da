import { dayText } from '@showroom/contract/kernel/day'
import { expectAccessible, expectAccessibleInDark } from '../tools/accessible.ts'
import { inDays } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const manager = (): ReturnType<typeof sessionOf> => sessionOf(people.stillManager)
const numberIn = async (text: Promise<string | null>): Promise<number> =>
  Number(((await text) ?? '').replaceAll(',', ''))

const digits = (days: number): string => dayText(inDays(days)).replaceAll('-', '')
/** The year of two months ago: the present one has no rows of some kinds in its first days. */
const year = `dt=4&d=${digits(-60)}`

test('numbers of a report lead to lists with as many rows, and back to the same days', async ({ page }) => {
  await enter(page, manager(), `/report/customer?${year}`)
  const total = page.locator('.sr-report-total')
  const files = total.getByRole('link', { name: /^合计 · 建档/ })
  const count = await numberIn(files.textContent())
  expect(count).toBeGreaterThan(0)
  await files.click()
  await expect(page).toHaveURL(/customer\/list\?.*cd=/)
  await expect(page.getByText(`共 ${count.toLocaleString('zh-CN')} 位`).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('radio', { name: '年' })).toBeChecked()
  await total.getByRole('button', { name: /^合计 · 休眠/ }).click()
  const drawer = page.getByRole('dialog', { name: '合计 · 休眠' })
  await expect(drawer.locator('.sr-rows-row').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  for (const [number, list, outcome] of [
    ['订车', '销售订单', (of: string) => `共 ${of} 单`],
    ['交车', '销售订单', (of: string) => `共 ${of} 单`],
    ['战败', '战败审核', (of: string) => `共 ${of} 条`],
  ] as const)
    await test.step(`${number} of a member opens the ${list} of the owner at the time`, async () => {
      const link = page
        .locator('.sr-report-table tbody')
        .getByRole('link', { name: new RegExp(` · ${number}`) })
        .first()
      const rows = (await link.textContent()) ?? ''
      const [member = ''] = ((await link.getAttribute('aria-label')) ?? '').split(' · ')
      await link.click()
      await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible()
      await expect(page.getByText(outcome(rows)).first()).toBeVisible()
      await expect(page.getByText(member).first()).toBeVisible()
      await page.goBack()
      await expect(total).toBeVisible()
    })

  await test.step('online leads open the lead list of their number', async () => {
    await page.goto('/#/report/onlineClue')
    const link = page.getByRole('link', { name: /^小计 · 有效/ }).first()
    const leads = await numberIn(link.textContent())
    await link.click()
    await expect(page).toHaveURL(/clue-clear\?.*cm=3/)
    await expect(page.getByText(`共 ${leads.toLocaleString('zh-CN')} 条`).first()).toBeVisible()
  })
  await test.step('no-shows open their appointments', async () => {
    await page.goto(`/#/report/appointment?${year}`)
    await expect(page.getByRole('link', { name: '预约统计' })).toBeVisible()
    await expect(total).toContainText('%')
    const missed = total.getByRole('button', { name: /^合计 · 爽约/ })
    const appointments = await numberIn(missed.textContent())
    await missed.click()
    const opened = page.getByRole('dialog', { name: '合计 · 爽约' })
    await expect(opened.getByText(`共 ${appointments} 条`)).toBeVisible()
    await expect(opened.locator('.sr-rows-row').first()).toContainText('30分钟 · 爽约')
    await page.keyboard.press('Escape')
  })
  await test.step('minutes of the test-drive cars open their agreements', async () => {
    await page.goto(`/#/report/testCar?${year}`)
    await total.getByRole('button', { name: /^合计 · 预约分钟/ }).click()
    await expect(
      page
        .getByRole('dialog', { name: '合计 · 预约分钟' })
        .getByRole('link', { name: /^试驾协议/ })
        .first(),
    ).toHaveAttribute('href', /^#\/drive\/paper\?activityId=\d+$/)
  })
})

test('a report is compared, exported, drawn, shown as a table, and printed', async ({ page }) => {
  await enter(page, manager(), '/report/series')
  await page.getByText('同期对比').click()
  await expect(page).toHaveURL(/c=1/)
  await expect(page.locator('.sr-report-total .sr-change').first()).toBeVisible()
  await expectAccessibleInDark(page, 'a report')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.sr-report-bar').getByRole('button', { name: '导出' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^车系统计-.*\.xlsx$/)
  await test.step('a range needs both days', async () => {
    await page.getByText('自定义', { exact: true }).click()
    await page.getByRole('button', { name: '查看' }).click()
    await expect(page.getByRole('alert')).toHaveText('请选择时间范围')
    await page.getByRole('button', { name: '重置' }).click()
    await expect(page).toHaveURL(/report\/series$/)
  })
  await test.step('a chart is drawn, hides a line, and shows its numbers as a table', async () => {
    await page.goto(`/#/report/task?dt=5&d=${digits(-9)}&e=${digits(0)}`)
    const chart = page.locator('.sr-chart')
    const words = `${dayText(inDays(-9))} 至 ${dayText(inDays(0))}每日趋势`
    await expect(chart.getByRole('img', { name: words }).locator('canvas')).toBeVisible()
    const key = chart.getByRole('button', { name: '沟通' })
    await key.click()
    await expect(key).toHaveAttribute('aria-pressed', 'false')
    await chart.getByText('表', { exact: true }).click()
    // The days of the table below.
    await expect(chart.locator('tbody tr')).toHaveCount(10)
    await expectAccessible(page, 'a chart as a table')
  })
  await test.step('on a phone its title and tools share a line, and the names slide in another', async () => {
    await page.locator('.sr-chart').getByText('图', { exact: true }).click()
    await page.setViewportSize({ width: 375, height: 812 })
    const boxOf = (part: string) => page.locator(`.sr-chart-${part}`).first().boundingBox()
    const [title, tools, legend] = await Promise.all([boxOf('title'), boxOf('tools'), boxOf('legend')])
    expect(Math.abs((title?.y ?? 0) - (tools?.y ?? 0))).toBeLessThan(20)
    expect(legend?.height).toBeLessThan(60)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a printed report fills the sheet and keeps all of its numbers', async () => {
    await page.goto(`/#/report/customer?${year}`)
    const resting = page.locator('.sr-report-total').getByRole('button', { name: /^合计 · 休眠/ })
    await expect(resting).toBeVisible()
    const canvas = page.locator('.sr-chart-canvas canvas')
    await expect(canvas).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.sr-report-bar')).toBeHidden()
    await expect(resting).toBeVisible()
    await expect(page.locator('.sr-chart-key[aria-pressed=true]').first()).toBeVisible()
    const sheet = page.viewportSize()?.width ?? 0
    for (const part of [page.locator('.sr-report-table').first(), canvas])
      expect((await part.boundingBox())?.width).toBeGreaterThan(sheet * 0.85)
    await page.emulateMedia({ media: 'screen' })
  })
})
