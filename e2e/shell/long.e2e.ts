import type { Page } from '@playwright/test'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Pages whose answers hold the longest names, come late, or are refused. */

const longest = '欧阳娜塔莉亚·阿卜杜热西提·买买提江·努尔艾合买提江大先生'

/** A copy with the longest name wherever a person has one. */
function lengthen(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => lengthen(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthen(part, name)]))
  return typeof value === 'string' && /^(?:name|\w+Name)$/.test(key) && value ? longest : value
}

/** Lines of cards that a name breaks into more than two, and cards that it widens. */
const findBroken = (page: Page): Promise<string[]> =>
  page.locator('.sr-card').evaluateAll((cards) =>
    cards
      .flatMap((card) => {
        const lines = [...card.querySelectorAll<HTMLElement>('.sr-card-end')]
        const tall = lines.filter(({ offsetHeight }) => offsetHeight > 48)
        return card.scrollWidth > card.clientWidth ? [...tall, card] : tall
      })
      .map((node) => `${node.getAttribute('class') ?? ''}: ${node.textContent}`),
  )

for (const address of [
  '/activity/order-verify',
  '/activity/order-approved?t=1',
  '/activity/fail-verify',
  '/activity/clue-clear?t=6',
  '/activity/tasks?t=1',
  '/customer/list',
  '/order/index',
  '/front/index',
])
  test(`a name of 30 characters neither widens nor breaks a card of ${address}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.route(/\/(?:\w*[lL]ist|orders|search)$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      return route.fulfill({ json: lengthen(await (await route.fetch()).json()) })
    })
    await enter(page, sessionOf(people.stillManager), address)
    await expect(page.locator('.sr-card').filter({ hasText: longest }).first()).toBeVisible()
    expect(await findBroken(page)).toEqual([])
  })

test('a name of 30 characters is cut within the buttons that hold it', async ({ page }) => {
  await page.route(/\/board$/, async (route) =>
    route.fulfill({ json: lengthen(await (await route.fetch()).json()) }),
  )
  await enter(page, sessionOf(people.stillManager), '/front/board')
  const button = page.locator('.sr-board-first').filter({ hasText: longest }).first()
  await expect(button).toBeVisible()
  expect(await button.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
})

test('an order shows no status before the statuses are loaded', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v2/appBaseService/info', async (route) => {
    await released
    await route.continue()
  })
  await enter(page, sessionOf(people.stillManager), '/activity/order-approved')
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('link')).toBeVisible()
  await expect(row).not.toContainText('处理中')
  release()
  await expect(row).toContainText('已审核')
})

for (const [person, call, panels] of [
  [people.bystander, '/v1/reportRpc/dashboardToday', 1],
  [people.market, '/v1/reportRpc/dashboardDecisions', 1],
  [people.stock, '/v2/appCustomerService/orders', 3],
] as const)
  test(`the lists of a home say in their place that ${call} was refused, and load again`, async ({
    page,
  }) => {
    await page.route(`**${call}`, (route) =>
      route.fulfill({ json: { status: '-1', code: 9999, detail: '暂时不可用' } }),
    )
    await enter(page, sessionOf(person))
    const refusals = page.getByRole('main').getByRole('alert').filter({ hasText: '暂时不可用' })
    await expect(refusals).toHaveCount(panels)
    await expect(page.getByText('部分内容没有加载出来')).toHaveCount(0)
    const again = refusals.first().getByRole('button', { name: '重新加载' })
    await again.focus()
    await page.unroute(`**${call}`)
    // By a key: an update may load the panel again before a press.
    await page.keyboard.press('Enter')
    await expect(refusals).toHaveCount(panels - 1)
  })
