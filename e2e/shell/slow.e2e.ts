import { addCustomer } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, hold, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('a press whose dialog still loads is answered at once', async ({ page, request }) => {
  const session = sessionOf(people.consultant)
  const { name } = await addCustomer(request, session)
  await enter(page, session, '/customer/list')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('共 1 位')).toBeVisible()
  const release = await hold(page, /\/assets\/.*\.js$/)
  await page.getByRole('button', { name: /^跟进/ }).first().click()
  const line = page.getByRole('progressbar', { name: '加载中' })
  await expect(line).toBeVisible()
  await expect(line).toHaveCSS('opacity', '1')
  release()
  await expect(page.getByRole('dialog', { name: `跟进 ${name}` })).toBeVisible()
  await expect(line).toHaveCount(0)
})
