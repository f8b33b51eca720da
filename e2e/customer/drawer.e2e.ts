import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyName, followCustomer, getCustomer, inDays } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { newest, remark, timelineOf } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { enter, hold, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/**
 * Following up without leaving the list: the drawer from the customer list, the peek from a name, and the timeline
 * itself.
 */

const session = () => sessionOf(people.consultant)
const rows = (page: Page): Locator => page.locator('tr.sr-row-link')

async function openList(page: Page, name: string, count: number): Promise<void> {
  await enter(page, session(), '/customer/list')
  await page.getByRole('searchbox').fill(name)
  await expect(rows(page)).toHaveCount(count)
  await page.getByRole('searchbox').blur()
}

test('a peek from a name, and a follow-up from the list by keyboard: J, F, the remark, Ctrl+Enter, and on to the next', async ({
  page,
  request,
}) => {
  const name = anyName()
  const made = [
    await addCustomer(request, session(), { name: `${name}甲` }),
    await addCustomer(request, session(), { name: `${name}乙` }),
  ]
  const { customerId: older = 0, mobile = '' } = made[0] ?? {}
  await followCustomer(request, session(), older, { remark: '想周末来看车' })
  await openList(page, name, 2)

  await test.step('a peek by Space, Esc, and by hovering', async () => {
    const peek = page.getByRole('status', { name: `${name}甲 速览` })
    const link = rows(page).getByRole('link', { name: `${name}甲` })
    // The peek's code loads once the page is idle.
    await expect(async () => {
      await link.focus()
      await page.keyboard.press('Space')
      await expect(peek).toContainText('想周末来看车', { timeout: 1000 })
    }).toPass()
    await expect(peek).not.toContainText(mobile)
    await expect(link).toBeFocused()
    await expectAccessible(page, 'a look at a customer')
    await page.keyboard.press('Escape')
    await expect(peek).toHaveCount(0)
    await page.mouse.move(700, 400)
    await link.hover()
    await expect(peek).toBeVisible()
    await page.mouse.move(700, 600)
    await expect(peek).toHaveCount(0)
    await link.blur()
  })

  await page.keyboard.press('j')
  await page.keyboard.press('f')
  const drawer = page.getByRole('dialog', { name: new RegExp(name) })
  await expect(drawer).toContainText('1/2')
  await expect(remark(drawer)).toBeFocused()
  await page.keyboard.type('先聊了预算')
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByRole('status').filter({ hasText: '跟进已保存' })).toBeVisible()
  await expect(drawer).toContainText('1/1')
  await expect(remark(drawer)).toBeFocused()
  await page.keyboard.type('第二位也聊了')
  await page.keyboard.press('Control+Enter')
  const end = page.getByRole('dialog', { name: '跟进客户' })
  await expect(end).toContainText('本次完成 2 位')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows(page).getByRole('link').filter({ hasText: name }).last()).toBeFocused()
  for (const { customerId } of made) {
    const file = await getCustomer(request, session(), customerId)
    expect(file.timelines[0]?.content).toContain('聊了')
  }
})

test('an annotation is typed into the timeline itself; all fields of a plain follow-up are visible on usual screens', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, session(), { level: 'C', nextDate: inDays(1) })
  const release = await hold(page, /\/Annotation-/)
  await enter(page, session(), `/customer/detail/${made.customerId}`)
  const note = timelineOf(page).getByRole('textbox', { name: '写批注' })
  await note.fill('夫人更在意后排')
  await page.keyboard.press('Control+Enter')
  // The form loads after the page: it sends what was typed before.
  release()
  await expectNotice(page, '批注已保存')
  await expect(newest(timelineOf(page))).toContainText('夫人更在意后排')
  await expect(note).toHaveValue('')
  await expect(timelineOf(page).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: '跟进', exact: true }).first().click()
  const drawer = page.getByRole('dialog', { name: `跟进 ${made.name}` })
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const)
    await test.step(`at ${width}×${height}`, async () => {
      await page.setViewportSize({ width, height })
      for (const name of ['completedActivityType', 'contactType', 'event', 'remark', 'level', 'nextDate'])
        await expect(drawer.locator(`[data-field="${name}"]`)).toBeInViewport({ ratio: 1 })
      const form = drawer.locator('.sr-follow')
      expect(await form.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
      const level = drawer.getByRole('radiogroup', { name: '意向级别' })
      expect(await level.evaluate((element) => element.clientHeight)).toBe(32)
    })
})
