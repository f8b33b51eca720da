import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothLooks, expectAccessibleInDark } from '../tools/accessible.ts'
import { findLoud } from '../tools/loud.ts'
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
import { countPresses } from '../tools/presses.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { waitsLong } from '../tools/stage.ts'
import { expect, soon, test } from '../tools/test.ts'

/** The front desk on several screens at once: registers or confirms, receives and sees off customers. */

// In one worker: a busy receiver gets no new customer.
test.describe.configure({ mode: 'default' })

const tablet = { width: 1024, height: 768 }
const atDesk = (): ReturnType<typeof sessionOf> => sessionOf(people.frontDesk)
const receiver = people.otherConsultant
const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const group = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The one line of the board and of the desk's home. */
const line = (page: Page): Locator => page.getByRole('searchbox', { name: '尾号、手机号、姓名或试驾车牌' })

/** Gives the visitor to that member, whatever the suggestion, even if busy. Checks the choice under that name, if given. */
async function give(page: Page, name: string, to: string, where?: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^(选择接待人|其他人|换人)/ })
    .click()
  const choosing = page.getByRole('dialog', { name: `谁来接待 ${name}` })
  if (where) await expectAccessible(page, where)
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

/** A known customer arrives, and waits; registered on another screen. */
async function arrive(request: APIRequestContext): Promise<string> {
  const { name, customerId } = await addCustomer(request, sessionOf(receiver))
  const elsewhere = sessionOf(people.salesManager)
  await mustPost(request, '/v2/appCustomerDeskService/informCome', { customerId }, elsewhere)
  return name
}

test('the list: new traffic, arrivals by their last digits, and a visitor with the keys of a car', async ({
  page,
  request,
}) => {
  const by = sessionOf(people.consultant)
  const driver = await addCustomer(request, by)
  const { carId, plate } = await addCar(request, always)
  const drive = { customerId: driver.customerId, carId, outKm: 100, agreement: 2, minutes: 60 }
  await mustPost(request, '/v1/appointmentRpc/walkUp', drive, by)
  const { name, mobile } = await addCustomer(request, sessionOf(receiver))
  await enter(page, atDesk(), '/front/index')
  await expect(page.getByRole('row').filter({ hasText: driver.name })).toContainText('试驾中')
  await expectAccessibleInDark(page, 'the list of the front desk')

  await test.step('new traffic is registered', async () => {
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: '新建客户' })
    await expect(dialog.getByRole('textbox', { name: '手机号' })).toBeFocused()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(problemOf(dialog, 'name')).toHaveText('请输入客户姓名')
    const [visitor, number] = [anyName(), anyMobile()]
    await dialog.getByRole('textbox', { name: '客户姓名' }).fill(visitor)
    await dialog.getByRole('textbox', { name: '手机号' }).fill(number)
    await choose(dialog, '性别', '女士')
    await selectAll(dialog, '意向车系', [series.name])
    await typeChoice(dialog, '客户经理', receiver.name)
    // The other fields are behind 更多: opened, they scroll into view.
    await page.setViewportSize({ width: 1280, height: 720 })
    await dialog.locator('summary').press('Enter')
    await expect(dialog.locator('[data-field="region"]')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: '保存' }).click()
    await expectNotice(page, '客户新建成功')
    const row = page.getByRole('row').filter({ hasText: visitor })
    await expect(row).toContainText(masked(number))
    await expect(row).toContainText('新增流量')
    await expect(row).toContainText(receiver.name)
  })

  await test.step('an arrival is found and confirmed; an unknown one gets a message', async () => {
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

  await test.step('a visitor with the keys of a car waits for no one, and is found from anywhere', async () => {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog', { name: '查找' }).getByRole('combobox')
    await search.fill(driver.name)
    await expect(page.getByRole('option', { name: driver.name })).toBeVisible()
    await search.press('Enter')
    await expect(page).toHaveURL(/#\/front\/board/)
    // Found by the palette, and by the plate.
    const results = group(page, '查找结果')
    await expect(results).toContainText(plate)
    await line(page).fill(plate.slice(1))
    await expect(results.getByRole('group', { name: driver.name })).toContainText(`试驾 ${plate}`)
    await line(page).press('Enter')
    const back = page.getByRole('dialog', { name: /^还车 · / })
    await expect(back).toBeVisible()
    await press(back, '取消')
    const driving = group(page, '试驾中').getByRole('article', { name: driver.name })
    await expect(driving).toContainText(`试驾 ${plate}`)
    await expect(driving.getByRole('button', { name: `还车 ${driver.name}` })).toBeVisible()
    await expect(driving.getByRole('button', { name: /^安排/ })).toHaveCount(0)
    await expectAccessible(page, 'the board with a test drive')
    await leave(page, driver.name)
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
  await enter(page, sessionOf(people.consultant), '/front/index')
  await expect(page).toHaveURL(/#\/dashboard\/index/)
  await page.goto('/#/front/board')
  await expect(page).toHaveURL(/#\/dashboard\/index/)
})

const lost = async (request: APIRequestContext): Promise<{ name: string; mobile: string }> => {
  const made = await addCustomer(request, sessionOf(receiver))
  const { name, mobile, customerId, dealId } = made
  const givenUp = { customerId, dealId, failReason: 2, failSubReason: 21, remark: '超预算' }
  await mustPost(request, '/v2/appCustomerService/fail', givenUp, sessionOf(receiver))
  await mustPost(request, '/v2/appVerifyService/confirmFail', { customerId }, sessionOf(people.salesManager))
  return { name, mobile }
}

test.describe('on the tablet at the reception', () => {
  test.use({ viewport: tablet, hasTouch: true })

  test('the board: a late visitor, and one whom another screen registers, are received and seen off', async ({
    page,
    request,
  }) => {
    const { plate } = await addCar(request, always)
    await enter(page, atDesk(), '/front/board')
    await expect(page.getByRole('complementary', { name: '接待轮次' })).toBeVisible()

    await test.step('after twelve minutes the card is late, and can be given to a busy member too', async () => {
      const late = card(page, waitsLong)
      await expect(late).toContainText('等候过久')
      await expectAccessibleInBothLooks(page, 'the board')
      // Touch targets are at least 44 px high.
      for (const button of await page.locator('.sr-board .ant-btn').all())
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await give(page, waitsLong, people.adding.name)
      await expect(late).not.toContainText('等候过久')
    })

    await test.step('what another screen registers is shown; keys and departure can be undone', async () => {
      const name = await arrive(request)
      await expect(group(page, '待接待').getByRole('article', { name })).toBeVisible(soon)
      await give(page, name, people.consultant.name, 'choosing who receives')
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
      await expect(card(page, name).getByRole('button', { name: `还车 ${name}` })).toBeVisible()
      const given = await expectUndo(page, '钥匙已交出')
      await given.getByRole('button', { name: '撤销' }).click()
      await expect(card(page, name).getByRole('button', { name: `试驾 ${name}` })).toBeVisible()
      await leave(page, name)
      const bar = await expectUndo(page, `${name}已离店`)
      await bar.getByRole('button', { name: '撤销' }).click()
      await expect(card(page, name)).toContainText(`${people.consultant.name} 接待`)
      // Frees the consultant for the other journeys.
      await leave(page, name)
    })

    await leave(page, waitsLong)
  })

  test('the board: a lost visitor and a known one are registered, confirmed and handed over', async ({
    page,
    request,
  }) => {
    const visitor = await addCustomer(request, sessionOf(people.consultant))
    const gone = await lost(request)
    await enter(page, atDesk(), '/front/board')
    await expect(page.getByRole('complementary', { name: '接待轮次' })).toBeVisible()

    await test.step('a lost visitor is registered by the number, confirmed from the tip, and put on the board', async () => {
      await page.getByRole('button', { name: '新建客户' }).tap()
      const form = page.getByRole('dialog', { name: '新建客户' })
      const field = (name: string): Locator => form.getByRole('textbox', { name })
      await field('手机号').fill(gone.mobile)
      await field('客户姓名').fill('林又来')
      await choose(form, '性别', '先生')
      await selectAll(form, '意向车系', [series.name])
      await typeChoice(form, '客户经理', people.reviewer.name)
      await form.getByRole('button', { name: '保存' }).click()
      const tip = page.getByRole('dialog', { name: '客户已存在' })
      for (const text of [gone.name, masked(gone.mobile), receiver.name, '已战败'])
        await expect(tip).toContainText(text)
      await expectAccessible(page, 'the tip on a number on file')
      // It stays open until it is answered, and the form keeps its input.
      await tip.getByRole('button', { name: '知道了' }).click()
      await expect(field('客户姓名')).toHaveValue('林又来')
      await form.getByRole('button', { name: '保存' }).click()
      await tip.getByRole('button', { name: '确认到店' }).click()
      const question = page.getByRole('dialog', { name: `确认到店 ${gone.name}` })
      await expect(question).toContainText('客户已战败')
      await finish(question, '确认到店')
      await expect(form).toBeHidden()
      await expect(group(page, '待接待').getByRole('article', { name: gone.name })).toContainText('已战败')
      await leave(page, gone.name)
    })

    await test.step('a known visitor is found by the number, and handed over', async () => {
      await line(page).fill(visitor.mobile)
      await page.getByRole('button', { name: `确认到店 ${visitor.name}` }).tap()
      await expectUndo(page, '确认到店完成')
      await expect(group(page, '待接待').getByRole('article', { name: visitor.name })).toBeVisible()
      // The press beside the card closes the line's.
      await page.getByRole('heading', { name: /^待接待/ }).tap()
      await expect(group(page, '查找结果')).toBeHidden()
      await give(page, visitor.name, people.adding.name)
      await card(page, visitor.name)
        .getByRole('button', { name: `再分配 ${visitor.name}` })
        .tap()
      const handing = page.getByRole('dialog', { name: '再分配 1 位客户' })
      await select(handing, '客户经理', people.reviewer.name)
      await finish(handing, '再分配')
      await expectUndo(page, '1 位客户再分配成功!')
      await expect(card(page, visitor.name)).toContainText(`客户经理 ${people.reviewer.name}`)
    })

    await leave(page, visitor.name)
    await page.getByRole('link', { name: '流量列表' }).tap()
    await expect(page.getByRole('row').filter({ hasText: visitor.name })).toContainText('确认到店')
  })
})

test('the home of the desk shows the day and finds anyone; a walk-in takes five presses, a booked customer one', async ({
  page,
  request,
}) => {
  const today = { nextActivityType: 2, nextDate: inDays(0) }
  const expected = await addCustomer(request, sessionOf(receiver), today)
  const booked = await addCustomer(request, sessionOf(receiver), today)
  await enter(page, atDesk())
  await expect(page.getByRole('heading', { name: new RegExp(people.frontDesk.name) })).toBeVisible()

  await test.step('a walk-in takes five presses', async () => {
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
  })

  await test.step('a booked customer takes one', async () => {
    const visit = await countPresses(page)
    await line(page).fill(booked.name)
    await expect(group(page, '查找结果')).toContainText('预约到店')
    await line(page).press('Enter')
    await expect(card(page, booked.name)).toBeVisible()
    await visit(1)
    await leave(page, booked.name)
  })

  const plans = group(page, '今日预约')
  // The colours of the dark look do not depend on the width.
  for (const [width, height, expectSeen] of [
    [1440, 900, expectAccessibleInBothLooks],
    [820, 1180, expectAccessible],
  ] as const)
    await test.step(`at ${width}`, async () => {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      await expect(page.getByRole('complementary', { name: '接待轮次' })).toBeInViewport({ ratio: 1 })
      await expectSeen(page, 'the home of the desk')
      expect(await findLoud(page)).toEqual([])
      const figures = page.locator('.sr-board-figures')
      const place = await figures.boundingBox()
      await line(page).fill('没有这个人')
      await expect(group(page, '查找结果')).toContainText('该客户不存在')
      if (width === 1440) await expectSeen(page, 'the line of the desk')
      // The card lies over the board.
      expect(await figures.boundingBox()).toEqual(place)
      await line(page).fill('')
      // Those with an hour come first, most of them until the store closes.
      const rest = plans.getByRole('button', { name: /^稍后还有/ })
      if (await rest.isVisible()) await rest.click()
      const arrived = plans.getByRole('button', { name: `到店 ${expected.name}` })
      await arrived.click()
      await expect(card(page, expected.name)).toBeVisible()
      await expect(plans).not.toContainText(expected.name)
      await page.getByRole('button', { name: '撤销', exact: true }).click()
      await expect(plans).toContainText(expected.name)
    })
  await plans.getByRole('button', { name: `到店 ${expected.name}` }).press('Enter')
  await expect(plans.getByRole('heading')).toBeFocused()
  await leave(page, expected.name)
})

test.describe('in an own window', () => {
  test.use({ ownWindow: true })

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
