import type { Drive } from '@showroom/contract/appointment/drive.schema'
import { expectAccessible } from '../tools/accessible.ts'
import type { Locator, Page } from '@playwright/test'
import { addCar, always } from '../tools/cars.ts'
import { addCustomer, followCustomer, getCustomer, inDays, shortName } from '../tools/customers.ts'
import { choose, expectNotice, expectUndo, finish, openList, press, select } from '../tools/form.ts'
import { nextCard, openFollow, remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { enter, mustPost, sentTo, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The slot of an hour in the row that the text begins. */
const slot = (scope: Locator, row: string, hour: string): Locator =>
  scope.getByRole('gridcell', { name: new RegExp(`^${row} ${hour}`) })

test('a test drive is planned for an hour with a car, shown to the store, and moved', async ({
  page,
  request,
}) => {
  const by = sessionOf(people.consultant)
  const { plate } = await addCar(request)
  const { made, dialog, next } = await openFollow(page, request, by)
  await choose(dialog, '沟通方式', '电话')
  await remark(dialog).fill('想试驾')
  await choose(dialog, '发生事件', '邀约试驾')
  await dialog.locator('[data-field="reserveComeDate"]').getByRole('button', { name: '明天' }).click()
  const grid = dialog.getByRole('grid')
  await slot(dialog, plate, '09:00').focus()
  for (const key of ['1', '6', 'ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect(slot(dialog, plate, '16:00')).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('status').filter({ hasText: '16:00–17:00' })).toContainText(plate)
  // A car of another series would be refused.
  await select(dialog, '试驾车系', '云岫')
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(0)
  await select(dialog, '试驾车系', '松涧')
  await slot(dialog, plate, '16:00').click()
  await finish(dialog, '完成跟进')
  await expectNotice(page, '跟进已保存')
  await expect(next).toContainText('明天 16:00')

  await page.goto('/#/activity/appointments')
  await page.getByRole('button', { name: '后一天' }).click()
  // In the lane of the car and in that of the consultant.
  const at = (hour: string) => page.getByRole('button', { name: new RegExp(`${made.name}.*${hour}`) })
  const block = at('16:00').first()
  await expect(block).toBeVisible()
  await block.press('Enter')
  const move = page.getByRole('dialog', { name: '改约' })
  await slot(move, plate, '16:30').click()
  // A moved appointment keeps an hour.
  await expect(move).not.toContainText('不限时间')
  await finish(move, '改约')
  await expect(at('16:30')).toHaveCount(2)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(block).toBeVisible()
  await block.press('Enter')
  await move.getByRole('button', { name: '取消预约' }).click()
  await expect(at('16:00')).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(block).toBeVisible()
})

test('a test drive takes 3 presses from 跟进; a free place is booked; lanes keep names and hours whole', async ({
  page,
  request,
}) => {
  const by = sessionOf(people.consultant)
  await test.step('3 presses with hour and car', async () => {
    const { plate } = await addCar(request)
    const { made, dialog } = await openFollow(page, request, by)
    await remark(dialog).fill('想试驾')
    const within = await countPresses(page)
    await dialog.getByText('邀约试驾', { exact: true }).click()
    const free = dialog.getByRole('gridcell', { name: new RegExp(`^${plate}`) })
    await free.and(page.locator('[aria-disabled="false"]')).first().click()
    const sent = sentTo(page, '/appCustomerService/follow')
    await page.keyboard.press('Control+Enter')
    const { reserveComeDate, nextDate, nextMinutes, nextCarId } = await sent
    await expectNotice(page, '跟进已保存')
    await within(3)
    const { pendingActivity } = await getCustomer(request, by, made.customerId)
    expect(pendingActivity).toMatchObject({ type: 3, activityDate: nextDate, minutes: 60 })
    expect({ reserveComeDate, nextMinutes }).toEqual({ reserveComeDate: nextDate, nextMinutes: 60 })
    expect(nextCarId).toBeGreaterThan(0)
  })
  await test.step('a press on a free place of a lane books it for a customer on file, or with a new file', async () => {
    const { name } = await addCustomer(request, by)
    const { plate } = await addCar(request)
    await page.goto(`/#/activity/appointments?day=${inDays(4)}`)
    const lane = page.getByTitle(`预约 ${plate}`, { exact: true })
    // The car is open from 9:00 to 18:00: an hour is a ninth of the lane's free places.
    const { width = 0 } = (await lane.boundingBox()) ?? {}
    await lane.click({ position: { x: (2 / 9) * width + 20, y: 20 } })
    const ask = page.getByRole('dialog', { name: /^预约 .* 11:00/ })
    await expect(ask).toContainText(plate)
    await ask.getByRole('combobox', { name: '客户' }).fill(name)
    await openList(ask).locator('.ant-select-item-option').filter({ hasText: name }).click()
    const dialog = page.getByRole('dialog', { name: `跟进 ${name}` })
    await expect(slot(dialog, plate, '11:00')).toHaveAttribute('aria-selected', 'true')
    await remark(dialog).fill('约好试驾')
    await finish(dialog, '完成跟进')
    const block = page.getByRole('button', { name: new RegExp(`${name}.*11:00`) })
    await expect(block).toHaveCount(2)
    // The same by keys, half an hour with each.
    await lane.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page
      .getByRole('dialog', { name: /^预约 .* 10:00/ })
      .getByRole('button', { name: '新建客户' })
      .click()
    const made = page.getByRole('dialog', { name: '新建客户' })
    await expect(slot(made, plate, '10:00')).toHaveAttribute('aria-selected', 'true')
    await expect(slot(made, plate, '11:00')).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(made).toBeHidden()
  })
  await test.step('lanes on a tablet keep names and hours whole, and phones list the own appointments first', async () => {
    const colleague = sessionOf(people.otherConsultant)
    const at = (hour: number) => ({ nextActivityType: 2, nextDate: inDays(3) + hour * 3600, nextMinutes: 30 })
    const theirs = await addCustomer(request, colleague)
    await followCustomer(request, colleague, theirs.customerId, at(9))
    const mine = await addCustomer(request, by, { name: shortName() })
    await followCustomer(request, by, mine.customerId, at(10))
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto(`/#/activity/appointments?day=${inDays(3)}`)
    const block = page.getByRole('button', { name: new RegExp(`${mine.name}.*10:00`) })
    const { height = 0 } = (await block.boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(44)
    const cut = await block
      .locator('strong, span')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
          .map((part) => part.textContent),
      )
    expect(cut).toEqual([])
    await expectAccessible(page, 'the lanes on a tablet')
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(page.getByRole('main')).not.toContainText('拖动')
    await expect(page.getByRole('heading', { name: '我的预约' })).toBeVisible()
    const names = ['我的预约', mine.name, '其他预约', people.otherConsultant.name]
    await expect(page.getByRole('main')).toContainText(new RegExp(names.join('.*')))
  })
})

test('a manager sees the week, opens a day, and drops an appointment on another consultant', async ({
  page,
  request,
}) => {
  const by = sessionOf(people.consultant)
  const made = await addCustomer(request, by)
  // No other journey plans appointments of that day: rows that grow would move the cell away from the pointer.
  const nextDate = inDays(2) + 11 * 3600
  const next = { nextActivityType: 2, nextDate, nextMinutes: 30 }
  await followCustomer(request, by, made.customerId, next)
  await enter(page, sessionOf(people.salesManager), `/activity/appointments?day=${nextDate}&view=week`)
  const chip = page.getByRole('button', { name: made.name })
  await expect(chip).toBeVisible()
  await expectAccessible(page, 'the week of the team')
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
  const rowOf = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const heir = await page
    .locator('tbody tr')
    .filter({ hasNot: chip })
    .first()
    .getByRole('rowheader')
    .innerText()
  const place = await page
    .getByRole('row')
    .filter({ has: chip })
    .getByRole('cell')
    .evaluateAll((cells, name) => cells.findIndex((cell) => cell.textContent.includes(name)), made.name)
  const to = rowOf(heir).getByRole('cell').nth(place).getByRole('button').first()
  await page
    .getByRole('button', { name: `，预约 ${heir} ` })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^预约 周/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await chip.hover()
  await page.mouse.down()
  // The dragged appointment lies between pointer and cell.
  await to.hover({ force: true })
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^再分配 ${made.name}`) })
  await expect(dialog.locator('[data-field="memberId"]')).toContainText(heir)
  await finish(dialog, '再分配')
  await expect(rowOf(heir).getByRole('button', { name: made.name })).toBeVisible()
  await to.click()
  await expect(page.getByRole('heading', { name: '客户经理' })).toBeVisible()
})

/** A dot is ink, only the first finger draws, and a turned tablet keeps the drawing. */
async function expectInk(page: Page, area: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  const inkAt = (left: number, top: number): Promise<number> =>
    area.evaluate(
      (canvas, [across, down]) => {
        const { width, clientWidth } = canvas as HTMLCanvasElement
        const scale = width / clientWidth
        const brush = (canvas as HTMLCanvasElement).getContext('2d')
        return brush?.getImageData(across * scale, down * scale, 1, 1).data[3] ?? 0
      },
      [left, top] as const,
    )
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(([left, top], id) => ({ x: x + left, y: y + top, id })),
    })
  await touch('touchStart', [40, 40])
  await touch('touchEnd')
  expect(await inkAt(40, 40)).toBe(255)
  await touch('touchStart', [100, 40])
  await touch('touchStart', [100, 40], [300, 80])
  await touch('touchMove', [160, 40], [360, 80])
  await touch('touchEnd')
  expect([await inkAt(130, 40), await inkAt(330, 80), await inkAt(230, 60)]).toEqual([255, 0, 0])
  const upright = page.viewportSize() ?? { width: 820, height: 1180 }
  await page.setViewportSize({ width: upright.height, height: upright.width })
  await page.setViewportSize(upright)
  expect(await inkAt(40, 40)).toBe(255)
  await page.getByRole('button', { name: '重签' }).click()
  expect(await inkAt(40, 40)).toBe(0)
}

test('a customer signs the agreement on the tablet, the drive prints, and fills in the follow-up', async ({
  page,
  request,
}) => {
  const by = sessionOf(people.consultant)
  const { customerId, name } = await addCustomer(request, by)
  const next = { nextActivityType: 3, nextTestSpecId: 1201, nextDate: inDays(0) + 23 * 3600 }
  await followCustomer(request, by, customerId, next)
  const today = { day: inDays(0) }
  const drivesOf = () =>
    mustPost<{ data: Drive[] }>(request, '/v1/appointmentRpc/drives', today, by).then(({ data }) => data)
  const { plate, seriesName } = await addCar(request)

  await page.setViewportSize({ width: 820, height: 1180 })
  await enter(page, by, '/activity/appointments')
  await page.getByRole('button', { name: `交钥匙 ${name}` }).click()
  const keys = page.getByRole('dialog', { name: `交钥匙 · ${name}` })
  await expect(keys).toContainText('本人持有有效的机动车驾驶证')
  await select(keys, '试驾车', `${plate} ${seriesName}`)
  await keys.getByRole('spinbutton', { name: '出发里程' }).fill('1200')
  const area = keys.getByRole('img', { name: '签名区' })
  await area.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, height = 0 } = (await area.boundingBox()) ?? {}
  await expectInk(page, area, { x, y })
  const expectPresses = await countPresses(page)
  await page.mouse.move(x + 60, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 200, y + height / 4, { steps: 5 })
  await page.mouse.move(x + 320, y + (height * 3) / 4, { steps: 5 })
  await page.mouse.up()
  await expect(keys.getByText('已签名')).toBeVisible()
  await expectAccessible(page, 'the handover of keys')
  await finish(keys, '交钥匙')
  await expectUndo(page, '钥匙已交出')
  // The stroke, and 交钥匙.
  await expectPresses(2)

  const { driveId = 0, activityId = 0 } =
    (await drivesOf()).find((one) => one.customerId === customerId) ?? {}
  await mustPost(request, '/v1/appointmentRpc/takeBack', { driveId, backKm: 1215 }, by)
  await page.goto(`/#/drive/paper?activityId=${activityId}`)
  const sheet = page.getByRole('article', { name: '试驾协议' })
  await sheet.getByRole('button', { name: '查看签名' }).click()
  await expect(sheet.getByRole('img', { name: '客户签名' })).toBeVisible()
  for (const text of [name, plate, '1200公里', '1215公里', '第1版']) await expect(sheet).toContainText(text)
  await expectAccessible(page, 'the paper of a test drive')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.goto(`/#/customer/detail/${customerId}`)
  const links = page.getByRole('link', { name: '试驾协议' })
  await expect(links).toHaveCount(2)
  await expect(links.first()).toHaveAttribute('href', new RegExp(`activityId=${activityId}$`))
  await nextCard(page).getByRole('button', { name: '跟进', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `跟进 ${name}` })
  await expect(dialog.locator('[data-field="testCarId"]')).toContainText(plate)
  await expect(dialog.getByRole('spinbutton', { name: '试驾时长' })).toHaveValue('1')
})

test('试驾专员 starts a drive for a customer without an appointment, and takes the press back', async ({
  page,
  request,
}) => {
  const { name } = await addCustomer(request, sessionOf(people.consultant))
  const { plate } = await addCar(request, always)
  await enter(page, sessionOf(people.driver), '/dashboard/index')
  await press(page, '现场试驾')
  const dialog = page.getByRole('dialog', { name: '现场试驾' })
  const pick = async (label: string, typed: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: label }).fill(typed)
    await openList(dialog).locator('.ant-select-item-option').filter({ hasText: typed }).first().click()
  }
  await pick('客户', name)
  await dialog.getByRole('combobox', { name: '试驾车' }).click()
  await openList(dialog).locator('.ant-select-item-option').filter({ hasText: plate }).click()
  await dialog.getByRole('spinbutton', { name: '出发里程' }).fill('1200')
  await dialog.getByRole('radio', { name: '纸质已签' }).check()
  // A draft names the customer as the choice did.
  await expect(dialog.getByText('草稿已保存')).toBeVisible()
  await page.reload()
  await press(page, '现场试驾')
  await expect(dialog.locator('[data-field="customerId"]')).toContainText(name)
  await finish(dialog, '交钥匙')
  const row = page.getByRole('listitem').filter({ hasText: plate })
  await expect(row).toContainText('出发')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toHaveCount(0)
})
