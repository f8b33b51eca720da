import type { Locator, Page } from '@playwright/test'
import { addCustomer } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const rows = (page: Page): Locator => page.locator('tr.sr-row-link')
const chip = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('list', { name: '视图' }).getByRole('button', { name })
const heads = (page: Page): Promise<string[]> =>
  page.locator('.ant-table-thead th:not([aria-hidden])').allTextContents()
const head = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })
const widthOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.width ?? 0
const openList = async (page: Page, person = people.farManager, query = ''): Promise<void> => {
  await enter(page, sessionOf(person), `/customer/list${query}`)
  await expect(rows(page).first()).toBeVisible()
}
/** The total in the list's foot. */
const total = async (page: Page): Promise<string> =>
  /共 ([\d,]+) 位/.exec((await page.locator('.sr-list-pages').textContent()) ?? '')?.[1] ?? ''

test('views: built-in ones show their counts, filters become a new one, and the page size is remembered', async ({
  page,
}) => {
  await test.step('the built-in views stay relative to today', async () => {
    await openList(page)
    await expect(chip(page, /^(我的高意向|7天未联系|本周到店|今日到期)/)).toHaveCount(4)
    const late = chip(page, /^7天未联系/)
    await late.click()
    await expect(page).toHaveURL(/fd=-7d&v=2$/)
    await expect(late).toHaveAttribute('aria-pressed', 'true')
    // Other journeys work in the store: the count follows, but the rows must not move during a click.
    await expect(async () => {
      await page.reload()
      const count = /\d+\+?$/.exec(await expectText(late, /7天未联系\d+/))?.[0] ?? ''
      // Counts end at 999+: imported customers were never contacted, and other journeys import thousands.
      const totalText = async (): Promise<string> => {
        const text = await total(page)
        return text.includes(',') ? '999+' : text
      }
      await expect.poll(totalText, { timeout: 1_000 }).toBe(count)
    }).toPass()
    await expect(page.getByText('跟进日期：7天前及更早')).toBeVisible()
    // A second press leaves the view.
    await late.click()
    await expect(page).toHaveURL(/#\/customer\/list$/)
    await chip(page, /^今日到期/).click()
    await expect(page).toHaveURL(/nd=0d&v=4$/)
  })
  await test.step('filters become a view; it is changed, saved, unpinned and restored', async () => {
    await page.goto('/#/customer/list?s=2&cd=all&o=1')
    await expect(page.getByRole('button', { name: '存为视图' })).toBeVisible()
    const name = `到店${Date.now() % 1000}`
    await page.getByRole('button', { name: '存为视图' }).click()
    const dialog = page.getByRole('dialog', { name: '存为视图' })
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请输入视图名称')).toBeVisible()
    await dialog.getByRole('textbox', { name: '名称' }).fill(name)
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(chip(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/s=2&cd=all&o=1&v=\d{4,}$/)

    await page.getByRole('checkbox', { name: '只看撞单' }).check()
    await expect(chip(page, name)).toContainText('已修改')
    await page.getByRole('button', { name: '还原' }).click()
    await expect(chip(page, name)).not.toContainText('已修改')
    await page.getByRole('radiogroup', { name: '客户状态' }).getByText('未到店', { exact: true }).click()
    await page.getByRole('button', { name: '保存修改' }).click()
    await expect(chip(page, name)).not.toContainText('已修改')

    await page.getByRole('button', { name: '管理视图' }).click()
    const panel = page.getByRole('dialog', { name: '管理视图' })
    await panel.getByRole('button', { name: `打开列表时使用 ${name}` }).click()
    await panel.getByRole('button', { name: `删除 ${name}` }).click()
    await expect(chip(page, name)).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(panel.getByRole('button', { name, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    // The list opens with the view.
    await page.goto('/#/dashboard/index')
    await expect(
      page.getByRole('heading', { name: new RegExp(`，${people.farManager.name}$`) }),
    ).toBeVisible()
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '客户档案' }).click()
    await expect(page).toHaveURL(/s=1&cd=all&o=1&v=\d{4,}$/)
    await page.getByRole('button', { name: '管理视图' }).click()
    await panel.getByRole('button', { name: `打开列表时使用 ${name}` }).click()
    await panel.getByRole('button', { name: `删除 ${name}` }).click()
    await expect(panel.getByRole('button', { name, exact: true })).toHaveCount(0)
  })
  await test.step('the page size is remembered, for every list', async () => {
    await page.goto('/#/activity/tasks?f=1')
    await expect(rows(page)).toHaveCount(10)
    const choose = async (text: string): Promise<void> => {
      await page.locator('.sr-list-pages .ant-select').click()
      await page.locator('.ant-select-dropdown').getByTitle(text).click()
    }
    await choose('20 条/页')
    await expect(rows(page)).toHaveCount(20)
    await page.goto('/#/dashboard/index')
    await page.goto('/#/activity/tasks?f=1')
    await expect(rows(page)).toHaveCount(20)
    // Lists without an own choice follow the last one, those without views too.
    await page.goto('/#/customer/list')
    await expect(rows(page)).toHaveCount(20)
    await page.goto('/#/manager/audit')
    await expect(page.locator('.sr-list-pages').getByTitle('20 条/页').first()).toBeVisible()
    await page.goto('/#/activity/tasks?f=1')
    await choose('10 条/页')
    await expect(rows(page)).toHaveCount(10)
  })
})

/** The text of an element once it matches. */
async function expectText(place: Locator, kind: RegExp): Promise<string> {
  await expect(place).toHaveText(kind)
  return (await place.textContent()) ?? ''
}

test('a view is shared with a role, and its link works without having the view', async ({
  page,
  request,
}) => {
  // The demo may leave a consultant without customers of level H.
  await addCustomer(request, sessionOf(people.bystander))
  const leader = sessionOf(people.salesManager)
  const view = { list: 'customers', name: '待跟进H级', search: { lv: 'H', cd: 'all' } }
  const { viewId } = await mustPost<{ viewId: number }>(
    request,
    '/v2/appViewService/save',
    { ...view, roles: [4] },
    leader,
  )
  await openList(page, people.bystander, `?lv=H&cd=all&v=${viewId}`)
  await expect(chip(page, '待跟进H级')).toHaveAttribute('title', `${people.salesManager.name}共享`)
  await page.getByRole('button', { name: '管理视图' }).click()
  await expect(page.getByRole('dialog', { name: '管理视图' })).toContainText(
    `${people.salesManager.name}共享`,
  )
  await mustPost(request, '/v2/appViewService/save', { ...view, viewId, roles: [] }, leader)
  await page.reload()
  // The view is not theirs, but its filters apply to their own customers.
  await expect(rows(page).first()).toBeVisible()
  await expect(chip(page, '待跟进H级')).toHaveCount(0)
  await expect(page.getByTitle('H级')).toBeVisible()
  await mustPost(request, '/v2/appViewService/remove', { viewId }, leader)
})

test('columns are shown, reordered and widened, by mouse and by keyboard; one press resets them', async ({
  page,
}) => {
  // A member whose list does not open with a view.
  await openList(page, people.boss)
  const before = await heads(page)
  const series = head(page, '意向车系')
  const from = await widthOf(series)
  const box = await series.boundingBox()
  if (!box) throw new Error('no head')
  await page.mouse.move(box.x + box.width - 3, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 57, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf(series)).toBeCloseTo(from + 60, -1)
  // Dragging did not sort.
  await expect(page).toHaveURL(/#\/customer\/list$/)

  // Heads move their columns; the widened one is put before the level, the sortable level behind it.
  const owner = head(page, '客户经理')
  await owner.hover()
  await page.mouse.down()
  const level = await head(page, '意向级别').boundingBox()
  if (!level) throw new Error('no head')
  await page.mouse.move(level.x + 10, level.y + 20, { steps: 6 })
  await expect(head(page, '意向级别')).toHaveAttribute('data-drop', 'before')
  await page.mouse.up()
  await expect.poll(async () => (await heads(page)).indexOf('客户经理')).toBe(before.indexOf('意向级别'))
  await expect(page).toHaveURL(/#\/customer\/list$/)
  await page.getByRole('button', { name: '列设置' }).click()
  const panel = page.getByRole('dialog', { name: '列设置' })
  await panel.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => heads(page)).toEqual(before)
  await panel.getByRole('checkbox', { name: '客户来源' }).click()
  await expect(head(page, '客户来源')).toHaveCount(0)
  await panel.getByRole('checkbox', { name: '标签' }).click()
  await expect(head(page, '标签')).toBeVisible()
  await panel.getByRole('spinbutton', { name: '意向级别 的宽度' }).fill('90')
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(head(page, '意向级别'))).toBe(90)
  await panel.getByRole('button', { name: '移动 客户经理' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/客户经理 移至第5位/)).toBeAttached()
  // The grip listens to arrow keys a moment after it was taken.
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(/客户经理 移至第4位/)).toBeAttached({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await heads(page)).indexOf('客户经理')).toBe(before.indexOf('状态'))
  const chosen = await heads(page)
  await page.reload()
  await expect.poll(() => heads(page)).toEqual(chosen)
  await page.getByRole('button', { name: '列设置' }).click()
  await panel.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => heads(page)).toEqual(before)
})
