import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCar, always } from '../tools/cars.ts'
import { addCustomer, anyMobile, anyName, inDays, masked, series } from '../tools/customers.ts'
import {
  choose,
  expectNotice,
  expectUndo,
  finish,
  openList,
  press,
  problemOf,
  select,
  selectAll,
  typeChoice,
} from '../tools/form.ts'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { waitsLong } from '../tools/stage.ts'
import { expect, test } from '../tools/test.ts'

/** The front desk on several screens at once: registers or confirms, receives and sees off customers. */

// In one worker: a busy receiver gets no new customer.
test.describe.configure({ mode: 'default' })

const soon = { timeout: 12_000 }
const atDesk = (): ReturnType<typeof sessionOf> => sessionOf(people.frontDesk)
const receiver = people.otherConsultant
const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const group = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The one line of the board and of the desk's home. */
const line = (page: Page): Locator => page.getByRole('searchbox', { name: '尾号、手机号、姓名或试驾车牌' })

/** Gives the visitor to that member, whatever the suggestion, even if busy. */
async function give(page: Page, name: string, to: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^(选择接待人|其他人|换人)/ })
    .click()
  const choosing = page.getByRole('dialog', { name: `谁来接待 ${name}` })
  await choosing.getByRole('button', { name: to }).click()
  await expect(group(page, '接待中').getByRole('article', { name })).toContainText(`${to} 接待`)
}

/** Leaving takes one press. */
async function leave(page: Page, name: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: `离店 ${name}` })
    .click()
  await expect(card(page, name)).toBeHidden()
}

/** A known customer arrives, and waits. */
async function arrive(request: APIRequestContext): Promise<string> {
  const { name, customerId } = await addCustomer(request, sessionOf(receiver))
  await mustPost(request, '/v2/appCustomerDeskService/informCome', { customerId }, atDesk())
  return name
}

test('new traffic is registered, and its receiver is notified at once', async ({
  page,
  browser,
  request,
}) => {
  // A member without a sign-in today counts as absent: another member would receive the customer.
  await mustPost(request, '/v2/appSignService/sign', { type: 1 }, sessionOf(receiver))
  const consultant = await (await browser.newContext()).newPage()
  await enter(consultant, sessionOf(receiver), '/customer/list')
  await enter(page, atDesk(), '/front/index')
  await expect(page.getByRole('button', { name: '新建客户' }).first()).toBeVisible()
  await expectAccessibleInBothLooks(page, 'the list of the front desk')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const importing = page.getByRole('dialog', { name: '客户导入' })
  await expect(importing).toContainText('仅支持 xlsx 格式')
  await page.keyboard.press('Escape')
  await expect(importing).toBeHidden()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await expect(dialog.getByRole('textbox', { name: '手机号' })).toBeFocused()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(problemOf(dialog, 'name')).toHaveText('请输入客户姓名')
  const [name, mobile] = [anyName(), anyMobile()]
  await dialog.getByRole('textbox', { name: '客户姓名' }).fill(name)
  await dialog.getByRole('textbox', { name: '手机号' }).fill(mobile)
  await choose(dialog, '性别', '女士')
  await selectAll(dialog, '意向车系', [series.name])
  await typeChoice(dialog, '客户经理', receiver.name)
  // The other fields are behind 更多: opened, they scroll into view.
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.locator('summary').press('Enter')
  await expect(dialog.locator('[data-field="region"]')).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectNotice(page, '客户新建成功')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(masked(mobile))
  await expect(row).toContainText('新增流量')
  await expect(row).toContainText(receiver.name)
  await expect(consultant.locator('.sr-bell-toast').filter({ hasText: `${name}到店` })).toBeVisible(soon)
  await consultant.context().close()
})

test('an arrival is found by the last digits and confirmed; an unknown one gets a message', async ({
  page,
  request,
}) => {
  const { name, mobile } = await addCustomer(request, sessionOf(receiver))
  await enter(page, atDesk(), '/front/index')
  await expect(page.getByRole('button', { name: '确认到店' })).toBeVisible()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: '确认到店', exact: true })
  const field = dialog.getByRole('searchbox', { name: '姓名或手机号' })
  await expect(field).toBeFocused()
  await field.fill('没有这个人')
  await field.press('Enter')
  await expect(dialog.getByText('该客户不存在')).toBeVisible()
  // A second Enter before the first response still searches.
  const held: (() => void)[] = []
  await page.route('**/v1/customerRpc/search', async (route) => {
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await field.fill('也没有这个人')
  await field.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  await field.fill(name)
  await field.press('Enter')
  held[0]?.()
  // Enter waits for the response to the last typed word and takes its first hit.
  const question = page.getByRole('dialog', { name: `确认到店 ${name}` })
  await press(question, '取消')
  await expect(question).toBeHidden()
  await expect(dialog.getByText(`${name} - ${masked(mobile)}`)).toBeVisible()
  await expect(dialog.getByText('H级')).toBeVisible()
  await expect(dialog.locator('.ant-pagination')).toHaveCount(0)
  await expectAccessible(page, 'the search for who has come')
  await dialog.getByRole('button', { name: `确认到店 ${name}` }).click()
  await expect(question).toContainText('此操作将确认该客户到店, 是否继续?')
  await question.getByRole('button', { name: '确认到店' }).click()
  await expectUndo(page, '确认到店完成')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('确认到店')
})

test('the board is the same on every screen: arrivals, receptions and departures', async ({
  page,
  browser,
  request,
}) => {
  const second = await (await browser.newContext()).newPage()
  await enter(second, sessionOf(people.salesManager), '/front/board')
  await page.setViewportSize({ width: 1024, height: 768 })
  await enter(page, atDesk(), '/front/board')
  for (const screen of [page, second])
    await expect(screen.getByRole('complementary', { name: '接待轮次' })).toBeVisible()
  const name = await arrive(request)
  for (const screen of [page, second])
    await expect(group(screen, '待接待').getByRole('article', { name })).toBeVisible(soon)
  await expectAccessibleInBothLooks(page, 'the board')
  // Touch targets are at least 44 px high.
  for (const button of await page.locator('.sr-board .ant-btn').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await card(page, name)
    .getByRole('button', { name: /^(选择接待人|其他人)/ })
    .click()
  const choosing = page.getByRole('dialog', { name: `谁来接待 ${name}` })
  await expectAccessible(page, 'choosing who receives')
  await choosing.getByRole('button', { name: people.consultant.name }).click()
  for (const screen of [page, second]) {
    const received = group(screen, '接待中').getByRole('article', { name })
    await expect(received).toContainText(`${people.consultant.name} 接待`, soon)
  }
  const { plate } = await addCar(request, always)
  await card(page, name)
    .getByRole('button', { name: `试驾 ${name}` })
    .click()
  const drive = page.getByRole('dialog', { name: '现场试驾' })
  await expect(drive.locator('[data-field="customerId"]')).toContainText(name)
  await drive.getByRole('combobox', { name: '试驾车' }).click()
  await openList(drive).locator('.ant-select-item-option').filter({ hasText: plate }).click()
  await drive.getByRole('spinbutton', { name: '出发里程' }).fill('1200')
  await drive.getByRole('radio', { name: '纸质已签' }).check()
  await finish(drive, '交钥匙')
  await expect(card(second, name).getByRole('button', { name: `还车 ${name}` })).toBeVisible(soon)
  const given = await expectUndo(page, '钥匙已交出')
  await given.getByRole('button', { name: '撤销' }).click()
  await expect(card(page, name).getByRole('button', { name: `试驾 ${name}` })).toBeVisible()
  await card(page, name)
    .getByRole('button', { name: `离店 ${name}` })
    .click()
  await expect(card(page, name)).toBeHidden()
  await expect(card(second, name)).toBeHidden(soon)
  const bar = await expectUndo(page, `${name}已离店`)
  await bar.getByRole('button', { name: '撤销' }).click()
  await expect(card(second, name)).toContainText(`${people.consultant.name} 接待`, soon)
  // Frees the consultant for the other journeys.
  await leave(page, name)
  await second.context().close()
})

test.describe('on the tablet at the reception', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })

  test('a morning at the desk: late, new and known visitors, each received and seen off', async ({
    page,
    browser,
    request,
  }) => {
    test.setTimeout(120_000)
    const customer = await addCustomer(request, sessionOf(people.consultant))
    const openAs = async (person: Person): Promise<Page> => {
      const window = await (await browser.newContext()).newPage()
      // Notices older than the page show no toast.
      const notices = window.waitForResponse('**/appNoticeService/list')
      await enter(window, sessionOf(person), '/customer/list')
      await notices
      return window
    }
    const manager = await openAs(people.salesManager)
    const consultant = await openAs(people.adding)
    await enter(page, atDesk(), '/front/board')

    // After twelve minutes the card is marked as late. It can be given to a busy member too.
    const late = card(page, waitsLong)
    await expect(late).toContainText('等候过久')
    await give(page, waitsLong, people.adding.name)
    await expect(late).toContainText(`${people.adding.name} 接待`)
    await expect(late).not.toContainText('等候过久')
    await expect(consultant.locator('.sr-bell-toast').filter({ hasText: `${waitsLong}到店` })).toBeVisible(
      soon,
    )

    // A new visitor. No consultant is preselected whom a waiting visitor is suggested.
    const name = anyName()
    await page.getByRole('button', { name: '新建客户' }).tap()
    const form = page.getByRole('dialog', { name: '新建客户' })
    await form.getByRole('textbox', { name: '客户姓名' }).fill(name)
    await form.getByRole('textbox', { name: '手机号' }).fill(anyMobile())
    await choose(form, '性别', '先生')
    await typeChoice(form, '客户经理', people.reviewer.name)
    await selectAll(form, '意向车系', [series.name])
    await finish(form, '保存')
    await expect(card(page, name)).toContainText('新增流量')

    // A known visitor, by the number; their owner is another member, so they are handed over.
    await line(page).fill(customer.mobile)
    await page.getByRole('button', { name: `确认到店 ${customer.name}` }).tap()
    await expectUndo(page, '确认到店完成')
    await expect(group(page, '待接待').getByRole('article', { name: customer.name })).toBeVisible()
    // The press beside the card closes the line's.
    await page.getByRole('heading', { name: /^待接待/ }).tap()
    await expect(group(page, '查找结果')).toBeHidden()
    await give(page, customer.name, people.adding.name)
    await card(page, customer.name)
      .getByRole('button', { name: `再分配 ${customer.name}` })
      .tap()
    const handing = page.getByRole('dialog', { name: '再分配 1 位客户' })
    await select(handing, '客户经理', people.reviewer.name)
    await finish(handing, '再分配')
    await expectUndo(page, '1 位客户再分配成功!')
    await expect(card(page, customer.name)).toContainText(`客户经理 ${people.reviewer.name}`)

    // Sees them off; the list has them all.
    for (const visitor of [waitsLong, name, customer.name]) await leave(page, visitor)
    await page.getByRole('link', { name: '流量列表' }).tap()
    const rowOf = (visitor: string): Locator => page.getByRole('row').filter({ hasText: visitor })
    await expect(rowOf(name)).toContainText('新增流量')
    await expect(rowOf(customer.name)).toContainText('确认到店')

    // The managers get a notice within a minute after the ten.
    await manager.getByRole('banner').getByRole('button', { name: /^消息/ }).click()
    await expect(manager.getByRole('dialog', { name: '消息' })).toContainText(
      /到店超过10分钟，还没有人接待/,
      { timeout: 65_000 },
    )
    await Promise.all([manager, consultant].map((window) => window.context().close()))
  })
})

test('the list keeps its state when a member returns from a file; other roles cannot enter', async ({
  page,
  request,
}) => {
  const name = await arrive(request)
  await enter(page, sessionOf(people.salesManager), '/front/index')
  await page.getByRole('radiogroup', { name: '类型' }).getByText('确认到店').click()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(page).toHaveURL(/\/front\/index\?.*t=2/)
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(card(page, name)).toBeVisible()
  await expectAccessible(page, 'the list of the front desk on a phone')
})

const lost = async (request: APIRequestContext): Promise<{ name: string; mobile: string }> => {
  const made = await addCustomer(request, sessionOf(receiver))
  const { name, mobile, customerId, dealId } = made
  const givenUp = { customerId, dealId, failReason: 2, failSubReason: 21, remark: '超预算' }
  await mustPost(request, '/v2/appCustomerService/fail', givenUp, sessionOf(receiver))
  await mustPost(request, '/v2/appVerifyService/confirmFail', { customerId }, sessionOf(people.salesManager))
  return { name, mobile }
}

test('a lost visitor is registered by the number, confirmed from the tip, and put on the board', async ({
  page,
  request,
}) => {
  const { name, mobile } = await lost(request)
  await enter(page, atDesk(), '/front/board')
  await page.getByRole('button', { name: '新建客户' }).click()
  const form = page.getByRole('dialog', { name: '新建客户' })
  await form.getByRole('textbox', { name: '手机号' }).fill(mobile)
  await form.getByRole('textbox', { name: '客户姓名' }).fill('林又来')
  await choose(form, '性别', '先生')
  await selectAll(form, '意向车系', [series.name])
  await typeChoice(form, '客户经理', people.reviewer.name)
  await form.getByRole('button', { name: '保存' }).click()
  const tip = page.getByRole('dialog', { name: '客户已存在' })
  for (const text of [name, masked(mobile), receiver.name, '已战败']) await expect(tip).toContainText(text)
  await expectAccessible(page, 'the tip on a number on file')
  // It stays open until it is answered, and the form keeps its input.
  await tip.getByRole('button', { name: '知道了' }).click()
  await expect(form.getByRole('textbox', { name: '客户姓名' })).toHaveValue('林又来')
  await form.getByRole('button', { name: '保存' }).click()
  await tip.getByRole('button', { name: '确认到店' }).click()
  const question = page.getByRole('dialog', { name: `确认到店 ${name}` })
  await expect(question).toContainText('客户已战败')
  await finish(question, '确认到店')
  await expect(form).toBeHidden()
  await expect(group(page, '待接待').getByRole('article', { name })).toContainText('已战败')
  await leave(page, name)
})

for (const [width, height] of [
  [1440, 900],
  [820, 1180],
] as const)
  test(`the home of the desk at ${width} shows the day, and finds anyone`, async ({ page, request }) => {
    const expected = await addCustomer(request, sessionOf(receiver), {
      nextActivityType: 2,
      nextDate: inDays(0),
    })
    await page.setViewportSize({ width, height })
    await enter(page, atDesk())
    await expect(page.getByRole('heading', { name: new RegExp(people.frontDesk.name) })).toBeVisible()
    await expect(page.getByRole('complementary', { name: '接待轮次' })).toBeInViewport({ ratio: 1 })
    await expectAccessibleInBothLooks(page, 'the home of the desk')
    const figures = page.locator('.sr-board-figures')
    const place = await figures.boundingBox()
    await line(page).fill('没有这个人')
    await expect(group(page, '查找结果')).toContainText('该客户不存在')
    await expectAccessibleInBothLooks(page, 'the line of the desk')
    // The card lies over the board.
    expect(await figures.boundingBox()).toEqual(place)
    await line(page).fill('')
    // Those with an hour come first, most of them until the store closes.
    const rest = group(page, '今日预约').getByRole('button', { name: /^稍后还有/ })
    if (await rest.isVisible()) await rest.click()
    await group(page, '今日预约')
      .getByRole('button', { name: `到店 ${expected.name}` })
      .click()
    await expect(card(page, expected.name)).toBeVisible()
    await expect(group(page, '今日预约')).not.toContainText(expected.name)
    await page.getByRole('button', { name: '撤销', exact: true }).click()
    await expect(group(page, '今日预约')).toContainText(expected.name)
    await group(page, '今日预约')
      .getByRole('button', { name: `到店 ${expected.name}` })
      .press('Enter')
    await expect(group(page, '今日预约').getByRole('heading')).toBeFocused()
    await leave(page, expected.name)
  })

test.describe('in an own window', () => {
  test.use({ ownWindow: true })

  test('a walk-in takes five presses, a booked customer one', async ({ page, request }) => {
    await enter(page, atDesk())
    const walkIn = await countPresses(page)
    await expect(line(page)).toBeFocused()
    const [name, mobile] = [anyName(), anyMobile()]
    await page.keyboard.type(mobile)
    await expect(group(page, '查找结果')).toContainText(`新客户${mobile}`)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: '新建客户' })
    await expect(form.getByRole('textbox', { name: '客户姓名' })).toBeFocused()
    await page.keyboard.insertText(name)
    await expect(form.getByRole('textbox', { name: '手机号' })).toHaveValue(mobile)
    await form.getByText('先生').click()
    await form.getByRole('combobox', { name: '意向车系' }).click()
    await openList(form).locator('.ant-select-item-option').filter({ hasText: series.name }).first().click()
    await expect(form.locator('[data-field="memberId"] .ant-select-content')).not.toHaveText('')
    await page.keyboard.press('Control+Enter')
    await expect(card(page, name)).toBeVisible()
    await walkIn(5)
    await leave(page, name)

    const booked = await addCustomer(request, sessionOf(receiver), {
      nextActivityType: 2,
      nextDate: inDays(0),
    })
    const visit = await countPresses(page)
    await line(page).fill(booked.name)
    await expect(group(page, '查找结果')).toContainText('预约到店')
    await line(page).press('Enter')
    await expect(card(page, booked.name)).toBeVisible()
    await visit(1)
    await leave(page, booked.name)
  })

  test('the board is current after an hour without a touch', async ({ page, request }) => {
    await page.clock.install()
    await enter(page, atDesk(), '/front/board')
    await expect(page.getByRole('complementary', { name: '接待轮次' })).toBeVisible()
    await page.clock.fastForward(3_700_000)
    const name = await arrive(request)
    // The broken stream is opened again after a pause, which passes only with the page's clock.
    await expect(async () => {
      await page.clock.runFor(5_000)
      await expect(card(page, name)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await leave(page, name)
  })
})

test('a visitor with the keys of a car waits for no one, and is found from anywhere', async ({
  page,
  request,
}) => {
  const by = sessionOf(people.consultant)
  const { name, customerId } = await addCustomer(request, by)
  const { carId, plate } = await addCar(request, always)
  const drive = { customerId, carId, outKm: 100, agreement: 2, minutes: 60 }
  await mustPost(request, '/v1/appointmentRpc/walkUp', drive, by)
  await enter(page, atDesk(), '/front/index')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('试驾中')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: '查找' }).getByRole('combobox')
  await search.fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL(/#\/front\/board/)
  // Found by the palette, and by the plate.
  const found = group(page, '查找结果')
  await expect(found).toContainText(plate)
  await line(page).fill(plate.slice(1))
  await expect(found.getByRole('group', { name })).toContainText(`试驾 ${plate}`)
  await line(page).press('Enter')
  const back = page.getByRole('dialog', { name: /^还车 · / })
  await expect(back).toBeVisible()
  await press(back, '取消')
  const driving = group(page, '试驾中').getByRole('article', { name })
  await expect(driving).toContainText(`试驾 ${plate}`)
  await expect(driving.getByRole('button', { name: `还车 ${name}` })).toBeVisible()
  await expect(driving.getByRole('button', { name: /^安排/ })).toHaveCount(0)
  await expectAccessible(page, 'the board with a test drive')
  await leave(page, name)
})

test('a consultant without the right is redirected to the overview', async ({ page }) => {
  for (const address of ['/front/index', '/front/board']) {
    await enter(page, sessionOf(people.consultant), address)
    await expect(page).toHaveURL(/#\/dashboard\/index/)
  }
})
