import type { Page } from '@playwright/test'
import { addCustomer } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Holds the code that the page requests from now on. The result lets it through. */
async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a press whose dialog still loads is answered at once', async ({ page, request }) => {
  const session = sessionOf(people.consultant)
  const { name } = await addCustomer(request, session)
  await enter(page, session, '/customer/list')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('共 1 位')).toBeVisible()
  const release = await holdCode(page)
  await page.getByRole('button', { name: /^跟进/ }).first().click()
  const line = page.getByRole('progressbar', { name: '加载中' })
  await expect(line).toBeVisible()
  await expect(line).toHaveCSS('opacity', '1')
  release()
  await expect(page.getByRole('dialog', { name: `跟进 ${name}` })).toBeVisible()
  await expect(line).toHaveCount(0)
})
