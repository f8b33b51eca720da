import { expectAccessible, expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The documents at /help, and the ways from the product to them. */

test('the header, the keys and the user menu open the guides, at the passage of the page', async ({
  page,
}) => {
  await enter(page, sessionOf(people.generalManager), '/activity/fail-verify')
  const link = page.getByRole('link', { name: '本页帮助' })
  await expect(link).toHaveAttribute('href', '/help/review.html#战败审核')

  const opened = page.waitForEvent('popup')
  await link.click()
  const guide = await opened
  await expect(guide.getByRole('heading', { name: '战败审核', exact: true })).toBeInViewport()
  await guide.close()

  await page.getByRole('link', { name: '团队管理' }).click()
  await expect(link).toHaveAttribute('href', '/help/team.html#成员管理')

  // A dialog that opens before the next page is shown closes with the page before.
  await expect(page.getByRole('heading', { name: '成员管理', level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByRole('link', { name: '本页帮助' })).toHaveAttribute(
    'href',
    '/help/team.html#成员管理',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: '用户菜单' }).click()
  const home = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: '帮助' }).click()
  await expect((await home).getByRole('heading', { name: '展厅帮助', level: 1 })).toBeVisible()
})

test('the header with all areas fits a small window', async ({ page }) => {
  await enter(page, sessionOf(people.generalManager))
  for (const width of [1366, 1240, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(page.getByRole('link', { name: '本页帮助' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('a visitor finds a passage by the keyboard, and reads on', async ({ page }) => {
  await page.goto('/help')
  await expect(page).toHaveURL(/\/help\/$/)
  await page.keyboard.press('/')
  await page.keyboard.type('战败')
  const hits = page.locator('#found a')
  await expect(hits.filter({ hasText: '申请战败' })).toBeVisible()
  await expectAccessible(page, 'the hits of the search')
  await page.keyboard.press('ArrowDown')
  await expect(hits.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/consultant\.html#/)
  await expect(page.locator('#found')).toBeEmpty()

  await page.getByRole('link', { name: /^下一页/ }).click()
  await expect(page.getByRole('heading', { name: '网销专员', level: 1 })).toBeVisible()
  for (const address of ['/help/', '/help/consultant.html', '/help/deploy.html', '/help/none/none.html']) {
    await page.goto(address)
    await expectAccessibleInBothLooks(page, address)
  }
  await expect(page.getByRole('heading', { name: '没有这一页' })).toBeVisible()
  await page.getByRole('link', { name: '库管', exact: true }).click()
  await expect(page).toHaveURL(/\/help\/stock\.html$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true })

  test('the user menu opens the passage of the page, as the header has no room', async ({ page }) => {
    await enter(page, sessionOf(people.generalManager), '/activity/fail-verify')
    await expect(page.getByRole('heading', { name: '战败审核', level: 1 })).toBeVisible()
    expect((await page.locator('.sr-header').boundingBox())?.height).toBeLessThan(100)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: '用户菜单' }).click()
    await page.getByRole('menuitem', { name: '本页帮助' }).click()
    await expect((await opened).getByRole('heading', { name: '战败审核', exact: true })).toBeInViewport()
  })

  test('no guide is wider than the screen, and the contents are one tap away', async ({ page }) => {
    for (const name of ['consultant', 'messages', 'deploy', 'permissions', 'index']) {
      await page.goto(`/help/${name}.html`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(375)
    }
    await page.getByRole('link', { name: '目录' }).click()
    await expect(
      page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: '客户经理' }),
    ).toBeInViewport()
  })
})

test('the sign-in page links to its passage', async ({ page }) => {
  await page.goto('/#/login')
  await expect(page.getByRole('link', { name: '帮助' })).toHaveAttribute('href', '/help/start.html#登录')
})
