import type { Locator, Page } from '@playwright/test'
import { dayText } from '@showroom/contract/kernel/day'
import { addCustomer, anyName, inDays } from '../tools/customers.ts'
import { choose, expectNotice, expectUndo, finish } from '../tools/form.ts'
import { newest, remark, timelineOf } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { dropDrafts, enter, hold, sessionOf } from '../tools/session.ts'
import { mainMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

/** Nothing may overflow to the right, or the whole page would scroll sideways. */
const expectNoSliding = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)

/** Waits until the dialog has its full size. */
const expectFullWidth = (dialog: Locator): Promise<void> =>
  expect.poll(async () => (await dialog.boundingBox())?.width).toBe(375)

test('on a phone: find the customer, follow up, and return', async ({ page, request }) => {
  const session = sessionOf(people.consultant)
  const made = await addCustomer(request, session)
  await enter(page, session, '/customer/list')
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
  await expectNoSliding(page)
  await page.getByRole('button', { name: /筛选/ }).click()
  const drawer = page.getByRole('dialog', { name: '筛选客户' })
  await expect(drawer.getByRole('combobox', { name: '客户来源' })).toBeVisible()
  await drawer.getByRole('button', { name: '查看结果' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('searchbox').fill(made.name)
  await expect(page.getByText('共 1 位')).toBeVisible()
  await page.getByRole('link', { name: new RegExp(made.name) }).click()

  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  await expectNoSliding(page)
  await expect(page.getByRole('button', { name: '拨打' })).toBeVisible()
  await page.getByRole('button', { name: '跟进', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `跟进 ${made.name}` })
  await expectFullWidth(dialog)
  await choose(dialog, '沟通方式', '微信')
  await choose(dialog, '发生事件', '其他')
  await remark(dialog).fill('在手机上写的')
  await expectNoSliding(page)
  await finish(dialog, '完成跟进')
  await expect(newest(timelineOf(page))).toContainText('在手机上写的')
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue(made.name)
})

test('on a phone: customers are selected and reassigned to another manager', async ({ page, request }) => {
  const session = sessionOf(people.salesManager)
  const name = anyName()
  const made = [
    await addCustomer(request, session, { name: `${name}甲` }),
    await addCustomer(request, session, { name: `${name}乙` }),
  ]
  await enter(page, session, '/customer/list')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('共 2 位')).toBeVisible()
  await page.getByRole('button', { name: '再分配' }).click()
  const bar = page.getByRole('region', { name: '已选客户' })
  await bar.getByRole('button', { name: '再分配' }).click()
  await expectNotice(page, '请选择再分配客户')
  // In selection mode a tap on a card selects it.
  for (const customer of made) await page.getByText(customer.name).click()
  await expect(bar).toContainText('已选 2 位')
  await expectNoSliding(page)
  await bar.getByRole('button', { name: '再分配' }).click()
  const dialog = page.getByRole('dialog', { name: '再分配 2 位客户' })
  await expectFullWidth(dialog)
  await expect(dialog).toContainText(`当前客户经理：${people.salesManager.name} 2 位`)
  await dialog.locator('.ant-select').click()
  await page
    .locator('.ant-select-dropdown:visible .sr-member-option')
    .getByText(people.otherConsultant.name, { exact: true })
    .click()
  await finish(dialog, '再分配')
  await expectUndo(page, '2 位客户再分配成功!')
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: new RegExp(`${name}甲`) }).click()
  await expect(page.getByRole('region', { name: '客户资料' })).toContainText(people.otherConsultant.name)
})

test('on a phone: the sign-in page and the new customer fit', async ({ page }) => {
  await page.goto('/#/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expectNoSliding(page)
  await enter(page, sessionOf(people.consultant), '/customer/list?new=1')
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await expect(dialog.getByRole('textbox', { name: '客户姓名' })).toBeVisible()
  await expectFullWidth(dialog)
  await expect(dialog.getByRole('button', { name: '保存' })).toBeInViewport()
  // The first page of a window has no entry below: back still closes the dialog, and what is typed is kept.
  await dialog.getByRole('textbox', { name: '客户姓名' }).fill(anyName())
  // A layer that appears while the browser returns from the entry below does not end that.
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = (steps) => {
      document.body.append(document.createElement('i'))
      setTimeout(() => go(steps), 100)
    }
  })
  await page.goBack()
  await expectNotice(page, '已存为草稿，再次打开可继续填写')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeAttached()
  await dropDrafts(page, sessionOf(people.consultant))
})

test('on a phone: a member is edited from their card', async ({ page }) => {
  await enter(page, sessionOf(people.boss), '/manager/members')
  const card = page.getByRole('article', { name: people.bystander.name })
  await expect(card).toContainText('正常')
  await card.getByRole('button', { name: `编辑 ${people.bystander.name}` }).click()
  await expectFullWidth(page.getByRole('dialog', { name: `编辑成员 ${people.bystander.name}` }))
})

test('on a phone: the team tree has room for its actions, and the menu shows the current page', async ({
  page,
}) => {
  await enter(page, sessionOf(people.farManager), '/manager/members?v=tree')
  const edit = page.getByRole('button', { name: /^编辑 / }).first()
  await expect(edit).toBeInViewport({ ratio: 1 })
  await expectNoSliding(page)
  await page.goto('/#/order/index')
  await expect(page.getByRole('heading', { name: '销售订单' })).toBeVisible()
  await expect(mainMenu(page).getByRole('link', { name: '销售订单' })).toBeInViewport({ ratio: 1 })
  await page.goto('/#/daily/store')
  const reports = page.getByRole('navigation', { name: '日报' })
  await expect(reports.getByRole('link', { name: '汇总' })).toBeInViewport({ ratio: 1 })
  await page.goto('/#/activity/order-approved')
  const tasks = page.getByRole('navigation', { name: '工作任务' })
  await expect(tasks.getByRole('link', { name: /^订单审核.*条待处理/ })).toBeAttached()
  await expect(tasks.getByRole('link', { name: '待配车订单' })).toBeInViewport({ ratio: 1 })
})

const cards = (page: Page): Locator => page.locator('.sr-cards > li')

test('on a phone: a list loads 20 cards, more on scrolling, and is found again as it was left', async ({
  page,
}) => {
  // Other journeys add customers today, which would move a card to the second page while that loads.
  const [from, until] = [-29, -1].map((days) => dayText(inDays(days)).replaceAll('-', ''))
  await enter(page, sessionOf(people.generalManager), `/customer/list?cd=${from}-${until}`)
  await expect(cards(page)).toHaveCount(20)
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(40)
  const card = cards(page).nth(30)
  await card.scrollIntoViewIfNeeded()
  const name = (await card.locator('.sr-row-name').textContent()) ?? ''
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(40)
  await expect(cards(page).nth(30)).toBeInViewport()
  // Another filter starts with its first cards.
  await page.getByRole('searchbox').fill('138')
  await expect(page).not.toHaveURL(/p=2/)
})

test.describe('in a separate window', () => {
  test.use({ ownWindow: true })

  test('on a phone: a button loads more cards, too', async ({ page }) => {
    await page.addInitScript(() => {
      globalThis.IntersectionObserver = class {
        observe = () => undefined
        disconnect = () => undefined
      } as unknown as typeof IntersectionObserver
    })
    await enter(page, sessionOf(people.generalManager), '/activity/tasks?f=1')
    await expect(cards(page)).toHaveCount(20)
    await expect(page.getByRole('status').filter({ hasText: /^已显示 20 条，共 / })).toBeVisible()
    const more = page.getByRole('button', { name: '加载更多' })
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(40)
    await expect(more).toBeFocused()
  })
})

test('on a phone: a note typed before its form has loaded is kept', async ({ page, request }) => {
  const session = sessionOf(people.consultant)
  const made = await addCustomer(request, session)
  const release = await hold(page, /\/Annotation-/)
  await enter(page, session, `/customer/detail/${made.customerId}`)
  const note = timelineOf(page).getByRole('textbox', { name: '写批注' })
  await expect(note).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    if (await note.evaluate((field) => field === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(note).toBeFocused()
  await page.keyboard.type('夫人更在')
  release()
  const save = timelineOf(page).getByRole('button', { name: '保存' })
  await expect(save).toBeVisible()
  await expect(note).toBeFocused()
  await page.keyboard.type('意后排')
  await expect(note).toHaveValue('夫人更在意后排')
  await save.click()
  await expectNotice(page, '批注已保存')
  await expect(newest(timelineOf(page))).toContainText('夫人更在意后排')
})

test('on a phone: 拨打 hands the number to the telephone, and the follow-up form waits for the return', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.consultant)
  const made = await addCustomer(request, session)
  await enter(page, session, '/customer/list')
  const dialled = await page.evaluateHandle(() => {
    const urls: string[] = []
    navigation.addEventListener('navigate', (event) => {
      urls.push(event.destination.url)
      // Chromium asks for a program that opens tel:, and takes no press meanwhile.
      if (event.destination.url.startsWith('tel:')) event.preventDefault()
    })
    return urls
  })
  await page.getByRole('searchbox').fill(made.name)
  await expect(page.getByRole('button', { name: '拨打' })).toHaveCount(1)
  await page.getByRole('button', { name: '拨打' }).click()
  const storedCall = () => page.evaluate(() => sessionStorage.getItem('call'))
  await expect.poll(storedCall).toContain(String(made.customerId))
  expect(await dialled.jsonValue()).toContain(`tel:${made.mobile}`)
  const traces = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      location.href,
      document.title,
      ...Object.values(sessionStorage),
    ].join(),
  )
  expect(traces).not.toContain(made.mobile)
  const form = page.getByRole('dialog', { name: `跟进 ${made.name}` })
  await expect(form).toBeHidden()
  // The listener for the return is loaded when the browser is idle.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(form).toContainText(/\d\d:\d\d 拨打/, { timeout: 1_000 })
  }).toPass()
  await expect(form.getByRole('radio', { name: '电话', exact: true }).last()).toBeChecked()
  expect(await storedCall()).toBeNull()
  await form.getByRole('button', { name: '关闭' }).click()
  await expect(form).toBeHidden()

  // The phone discards the page during the call.
  await page.getByRole('button', { name: '拨打' }).click()
  await expect.poll(storedCall).toContain(String(made.customerId))
  await page.reload()
  await expect(form).toContainText(/\d\d:\d\d 拨打/)
  await expectNoSliding(page)
})
