import { dayText } from '@showroom/contract/kernel/day'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInDark } from '../tools/accessible.ts'
import { addCustomer, inDays } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, soon, test } from '../tools/test.ts'

/** The dealer's big screen. */

const screen = '/report/bigScreen'
const card = (page: Page, name: string): Locator => page.getByRole('region', { name })
const countOn = async (page: Page, name: string): Promise<number> =>
  Number((await card(page, name).locator('.sr-wall-card-count').innerText()).replace(',', ''))

test('opens on the month; numbers update live, and stay with a mark when the connection is lost; the address holds the period', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.farManager)
  const stream = page.waitForResponse('**/live?*')
  await enter(page, session, screen)
  await stream
  await expect(page.getByRole('radio', { name: '月' })).toBeChecked()
  await expect(card(page, '线下线索').getByText('共')).toBeVisible()
  const before = await countOn(page, '线下线索')
  await addCustomer(request, session, { fromSource: 2 })
  // Another journey imports thousands in this store, perhaps meanwhile.
  await expect.poll(() => countOn(page, '线下线索'), soon).toBeGreaterThan(before)

  const lost = page.getByText('连接中断，数据未更新')
  await expect(lost).toBeHidden()
  await page.context().setOffline(true)
  await expect(lost).toBeVisible(soon)
  expect(await countOn(page, '线下线索')).toBeGreaterThan(before)
  await page.context().setOffline(false)
  await expect(lost).toBeHidden({ timeout: 20_000 })

  await page.getByRole('radiogroup', { name: '日期类型' }).getByText('日').click()
  await expect(page).toHaveURL(/t=1/)
  await page.getByRole('textbox', { name: '日期' }).click()
  // Tomorrow is visible but disabled.
  await expect(page.locator(`.ant-picker-dropdown td[title="${dayText(inDays(1))}"]`)).toHaveClass(/disabled/)
  await page.keyboard.press('Escape')
  await page.getByRole('radiogroup', { name: '日期类型' }).getByText('月').click()
  await expect(page).toHaveURL(/t=3/)
  await page.getByRole('radiogroup', { name: '日期类型' }).getByText('周').click()
  await expect(page).toHaveURL(/t=2/)
  // Opened again without a choice in its address, the screen shows the kind of period chosen last.
  await page.goto(`/#${screen}`)
  await expect(page.getByRole('radio', { name: '周' })).toBeChecked()
  const channel = page.getByRole('button', { name: '线上', exact: true })
  await expect(page.getByRole('cell', { name: '暂不开放' }).first()).toBeVisible()
  await channel.click()
  await expect(channel).toHaveAttribute('aria-expanded', 'false')
  // Fewer defeats are better, and no place of them wears a medal.
  await expect(page.getByRole('row', { name: /^战败/ }).getByRole('img')).toHaveCount(0)
  await expectAccessibleInDark(page, 'big screen')
})

test('fills a wall screen at every size, with pages', async ({ page }) => {
  await enter(page, sessionOf(people.farManager), `${screen}?t=3&full=1&turn=1`)
  await expect(page.getByText('首次到店')).toBeVisible()
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [2560, 1080],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Nothing is clipped: neither the screen, nor a panel on it.
    const cut = (): Promise<string[]> =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll('.sr-wall, .sr-wall-panel, .sr-wall-panel-body, .sr-wall-card'),
        ].flatMap((one) =>
          one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
            ? one.className
            : [],
        ),
      )
    await expect.poll(cut, `${width} x ${height}`).toEqual([])
  }
  await expectAccessible(page, 'big screen on a wall')
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect(page).not.toHaveURL(/full/)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  // Within the shell: the targets beside each other, on a phone everything below each other.
  await expect(page.getByRole('region', { name: '本月目标' })).toBeVisible()
  const overlong = page.locator('.sr-target-bars > li')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(() => overlong.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length))
    .toBe(0)
  await page.setViewportSize({ width: 375, height: 812 })
  const parts = page.locator('.sr-wall > *')
  await expect
    .poll(() =>
      parts.evaluateAll((all) =>
        all.filter((one) => one.clientWidth < 300).map((one) => one.getAttribute('class')),
      ),
    )
    .toEqual([])
})
