import { select } from '../tools/form.ts'
import { desk, leadsOf, leadsPage, tab } from '../tools/leads.ts'
import type { LeadRow } from '../tools/leads.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The list of leads: order, filters and returning to it. Handles none of the waiting leads. */

test('the list: days of the tabs, keys, keyword, and the leads that wait too long', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.generalManager)
  const tabs = page.getByRole('radiogroup', { name: '线索状态' })
  const links = page.locator('[data-row-link]')
  await enter(page, session, leadsPage)
  await test.step('the address holds filters but no keyword; the default days depend on the tab', async () => {
    await expect(tabs.getByText(/^待清洗 \d+$/)).toBeVisible()
    for (const [name, days] of [
      ['有效', 29],
      ['无效', 29],
      ['全部', 6],
    ] as const) {
      await tabs.getByText(name, { exact: true }).click()
      const [from, to] = await Promise.all(
        [0, 1].map((at) => page.getByRole('textbox', { name: '创建时间' }).nth(at).inputValue()),
      )
      expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(days)
    }
    await page.getByRole('button', { name: '更多筛选' }).click()
    await select(page.getByRole('search'), '异地购车', '是')
    await expect(page).toHaveURL(/t=6&rm=1$/)
    await page.getByRole('searchbox').fill('没有这个人')
    await expect(page.getByText('没有符合条件的线索')).toBeVisible()
    await expect(page).toHaveURL(/t=6&rm=1$/)
    await page.getByRole('button', { name: '清除筛选' }).click()
    await expect(page).toHaveURL(/clue-clear\?t=6$/)
    await expect(page.getByRole('searchbox')).toHaveValue('没有这个人')
    await page.getByRole('button', { name: '清除关键字' }).click()
  })
  await test.step('J and K move between leads, F opens one, and the focus returns to it', async () => {
    await expect(links.first()).toBeVisible()
    await page.keyboard.press('j')
    await expect(links.nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('f')
    await expect(desk(page)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`clue=${await links.nth(1).getAttribute('data-row-link')}$`))
    await page.keyboard.press('Escape')
    await expect(desk(page)).toHaveCount(0)
    await expect(links.nth(1)).toBeFocused()
  })
  await test.step('筛选 searches at once and refetches the list', async () => {
    await expect(links.first()).toBeVisible()
    const requestWith = (key: string) =>
      page.waitForRequest(
        (one) => one.url().endsWith('/appClueService/list') && one.postDataJSON().key === key,
      )
    const filter = page.getByRole('search').getByRole('button', { name: '筛选', exact: true })
    const box = page.getByRole('searchbox')
    const noMatch = requestWith('没有这个人')
    await box.fill('没有这个人')
    await filter.click()
    await noMatch
    await expect(page.getByText('没有符合条件的线索')).toBeVisible()
    const again = requestWith('没有这个人')
    await filter.click()
    await again
    // Applies the pending keyword with the other filters.
    await box.pressSequentially('了')
    await page.getByRole('button', { name: '重置' }).click()
    await expect(box).toHaveValue('')
    await expect(links.first()).toBeVisible()
  })
  await test.step('a lead opened while the keyword is pending stays open', async () => {
    const link = links.first()
    await expect(link).toBeVisible()
    // The second event comes before the page has rendered the first.
    await link.evaluate(async (row: HTMLElement) => {
      const box = document.querySelector<HTMLInputElement>('input[type=search]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, row.textContent)
      box?.dispatchEvent(new Event('input', { bubbles: true }))
      row.click()
      for (let turns = 0; turns < 1000 && !location.hash.includes('clue='); turns += 1)
        await Promise.resolve()
      box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await expect(page).toHaveURL(/clue=\d+/)
    await expect(desk(page)).toBeVisible()
    await expect(page.getByRole('searchbox', { includeHidden: true })).not.toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(desk(page)).toHaveCount(0)
    await page.getByRole('button', { name: '重置' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await tabs.getByText(/^待清洗/).click()
    await expect(page).toHaveURL(/clue-clear$/)
  })
  await test.step('one click lists the leads that wait too long, the oldest first, with their question', async () => {
    const late = page.getByRole('button', { name: /^超时 \d+$/ })
    await late.click()
    await expect(late).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/clue-clear\?lt=1$/)
    const oldest = await leadsOf(request, session, tab.waiting, { isOverdue: 1, orderType: 0 })
    const rows = page.locator('tr.sr-row-link')
    await expect(rows.first()).toContainText(oldest[0]?.name ?? '')
    for (const row of await rows.all()) await expect(row.getByRole('timer')).toHaveText(/^超时 /)
    const asking = oldest.find(({ remark }) => remark !== '') as LeadRow
    await page.goto(`/#${leadsPage}?lt=1&n=50&clue=${asking.clueId}`)
    await expect(desk(page).getByRole('region', { name: '客户留言' })).toContainText(asking.remark)
    await page.keyboard.press('Escape')
    await late.click()
    await expect(page).toHaveURL(/clue-clear\?n=50$/)
    await page.getByRole('columnheader', { name: '创建时间' }).click()
    await expect(page).toHaveURL(/clue-clear\?o=2&n=50$/)
  })
})

test('the list keeps its state on return from the customer, separate from the tasks', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.generalManager)
  const lead = (await leadsOf(request, session, tab.valid)).find(({ status }) => status === 2) as LeadRow
  const level = lead.clueLevel === 1 ? '一级' : '二级'
  const area = page.getByRole('navigation', { name: '工作任务' })
  const tasksBare = async (): Promise<void> => {
    await expect(page).toHaveURL(/#\/activity\/tasks$/)
    await expect(page.getByRole('radio', { name: /今日到期/ })).toBeChecked()
    await expect(page.getByRole('searchbox')).toHaveValue('')
  }
  await enter(page, session, '/activity/tasks?f=1')
  await expect(page.getByRole('radio', { name: /全部待跟进/ })).toBeChecked()
  await area.getByRole('link', { name: /线索处理/ }).click()
  await expect(page).toHaveURL(/#\/activity\/clue-clear$/)
  await page.getByRole('radiogroup', { name: '线索状态' }).getByText('有效', { exact: true }).click()
  await page.getByRole('button', { name: '更多筛选' }).click()
  await select(page.getByRole('search'), '线索级别', level)
  await page.getByRole('searchbox').fill(lead.name)
  const links = page.locator('[data-row-link]')
  const link = page.locator(`[data-row-link="${lead.clueId}"]`)
  // Until the keyword is answered, rows may move away from under the mouse.
  await expect(links.filter({ hasNotText: lead.name })).toHaveCount(0)
  const toCustomer = async (): Promise<void> => {
    await link.click()
    await desk(page).getByRole('link', { name: '查看客户档案' }).click()
    await expect(page).toHaveURL(/customer\/detail/)
    await expect(page.getByRole('region', { name: '下次跟进' })).toBeVisible()
  }
  const asLeft = async (): Promise<void> => {
    await expect(link).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue(lead.name)
    await expect(page.getByRole('radio', { name: '有效' })).toBeChecked()
    expect(decodeURIComponent(page.url())).not.toContain(lead.name)
    await expect(page).toHaveURL(new RegExp(`t=3&cl=${lead.clueLevel}`))
  }
  await expect(page).toHaveURL(/t=3/)
  await toCustomer()
  await page.goBack()
  await expect(desk(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(desk(page)).toHaveCount(0)
  await asLeft()
  await toCustomer()
  await page.evaluate((to) => {
    location.hash = to
  }, leadsPage)
  await asLeft()
  await toCustomer()
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '工作任务' }).click()
  await tasksBare()
  await area.getByRole('link', { name: /线索处理/ }).click()
  await expect(page).toHaveURL(/#\/activity\/clue-clear$/)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})
