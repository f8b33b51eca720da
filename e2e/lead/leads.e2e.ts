import { askOpen } from '../../scripts/open-request.ts'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, series } from '../tools/customers.ts'
import {
  choose,
  clear,
  expectNotice,
  expectUndo,
  problemOf,
  select,
  selectAll,
  startExport,
} from '../tools/form.ts'
import {
  asInvalid,
  desk,
  find,
  getLead,
  leadOf,
  leadsOf,
  leadsPage,
  openNewest,
  save,
  saveAtOnce,
  tab,
  usual,
} from '../tools/leads.ts'
import type { LeadRow } from '../tools/leads.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

// Runs one after another: each takes the newest waiting lead.
test.describe.configure({ mode: 'default' })

const sender = {
  url: `http://127.0.0.1:${process.env['E2E_PORT'] ?? '3199'}`,
  key: 'demo-portal',
  secret: 'showroom-demo-secret-2026',
}

test('an agent makes leads valid, invalid and not reached, where a supervisor assigns', async ({
  page,
  request,
}) => {
  const { session, lead } = await openNewest(page, request, people.agent)
  await test.step('a valid lead waits for its owner, and the next one opens at once', async () => {
    const tabs = page.getByRole('radiogroup', { name: '线索状态' })
    await expect(desk(page).getByRole('heading', { name: lead.name })).toBeVisible()
    // A member who cannot assign has no such tab and no owner field.
    await expect(tabs.getByText('待分配')).toBeHidden()
    // The result is counted: the form opens without one, and asks for it.
    await expect(desk(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await desk(page).getByRole('button', { name: '保存并下一条' }).click()
    await expect(desk(page).getByRole('alert')).toHaveText('请选择处理结果')
    await find(page, '有效')
    await expect(desk(page).getByRole('combobox', { name: '客户经理' })).toBeHidden()
    // The store's own region is prefilled; the series comes from the lead, and a valid lead needs one.
    await expect(desk(page).getByTitle('浙江省 / 杭州市 / 西湖区')).toBeVisible()
    await desk(page).locator('[data-field=specIds] .ant-select').hover()
    await desk(page).locator('[data-field=specIds] .ant-select-clear').click()
    await desk(page).getByRole('button', { name: '保存并下一条' }).click()
    await expect(problemOf(desk(page), 'specIds')).toHaveText('请选择意向车系')
    await selectAll(desk(page), '意向车系', ['松涧', '青屿'])
    // The quantity is asked of big customers, the old car of its owners.
    await choose(desk(page), '业务类型', '大客户')
    await desk(page).getByRole('spinbutton', { name: '购车数量' }).fill('3')
    await desk(page).getByRole('textbox', { name: '备注' }).fill('单位用车三台')
    await saveAtOnce(page, () =>
      desk(page).getByRole('button', { name: '保存并下一条', exact: true }).click(),
    )
    await expect(desk(page).getByRole('heading', { level: 2 })).not.toHaveText(lead.name)
    await expect(page).toHaveURL(/clue=\d+/)
    const { data, timeline } = await getLead(request, session, lead.clueId)
    expect(data).toMatchObject({ status: 5, clearStatus: 1, form: { buyCount: 3, businessType: 4 } })
    expect(timeline[0]).toMatchObject({ handleOwnerName: people.agent.name, remark: '单位用车三台' })
  })
  const clueId = Number(/clue=(\d+)/.exec(page.url())?.[1])
  await test.step('an invalid lead needs its reason; a far city is asked for where leads are passed on', async () => {
    await find(page, '无效')
    await desk(page).getByRole('button', { name: '保存', exact: true }).click()
    await expect(problemOf(desk(page), 'invalidReason')).toHaveText('请选择无效理由')
    await expect(desk(page).getByRole('textbox', { name: '备注' })).toBeHidden()
    await choose(desk(page), '无效理由', '其他')
    await expect(desk(page).getByRole('textbox', { name: '备注' })).toBeVisible()
    await choose(desk(page), '无效理由', '异地购车意向')
    await expect(desk(page).getByRole('textbox', { name: '备注' })).toBeHidden()
    await expect(async () => {
      await desk(page).getByRole('button', { name: '保存', exact: true }).click()
      await expect(problemOf(desk(page), 'invalidHome')).toHaveText('请选择省市', { timeout: 500 })
    }).toPass()
    await desk(page).getByRole('combobox', { name: '意向购车城市' }).click()
    await page.locator('.ant-cascader-menu-item').getByText('江苏省', { exact: true }).click()
    await page.locator('.ant-cascader-menu-item').getByText('南京市', { exact: true }).click()
    await save(page, '保存', asInvalid)
    await expectNotice(page, '操作成功!')
    await expect(desk(page)).toBeHidden()
    const { data } = await getLead(request, session, clueId)
    expect(data).toMatchObject({ status: 4, invalidReason: 15 })

    // To correct a mistake, an invalid lead can only be made valid.
    await page.goto(`/#${leadsPage}?t=4&clue=${clueId}`)
    await expect(desk(page).getByRole('radiogroup', { name: '处理结果' })).toBeHidden()
    await saveAtOnce(page, () => desk(page).getByRole('button', { name: '保存', exact: true }).click())
    await expect.poll(async () => (await getLead(request, session, clueId)).data.status).toBe(5)
  })
  await test.step('an unreached prospect is tried again', async () => {
    const { clueId: id } = await leadOf(request, session, tab.waiting)
    await page.goto(`/#${leadsPage}?n=50&clue=${id}`)
    await expect(desk(page).getByRole('radiogroup', { name: '处理结果' })).toBeVisible()
    await find(page, '未接通')
    await desk(page).getByRole('textbox', { name: '备注' }).fill('无人接听')
    await saveAtOnce(page, () => desk(page).getByRole('button', { name: '保存', exact: true }).click())
    await expect.poll(async () => (await getLead(request, session, id)).data.status).toBe(12)
    await page.goto(`/#${leadsPage}?t=5&n=50&clue=${id}`)
    await expect(desk(page).getByRole('radio', { name: '未接通' })).toBeChecked()
    await expect(desk(page).getByText('已 1 次未接通')).toBeVisible()
  })
  await test.step('the page of a lead is accessible, also on a phone', async () => {
    await find(page, '有效')
    await expect(desk(page).getByRole('combobox', { name: '意向车系' })).toBeVisible()
    await expectAccessible(page, 'the lead')
    await page.setViewportSize({ width: 375, height: 812 })
    await desk(page).getByRole('button', { name: '去处理' }).click()
    await expect(desk(page).getByRole('button', { name: '保存并下一条' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})

test('an agent cleans leads without a mouse', async ({ page, request }) => {
  const session = sessionOf(people.agent)
  const lead = await leadOf(request, session, tab.waiting)
  await enter(page, session, `${leadsPage}?n=50`)
  const link = page.locator(`[data-row-link="${lead.clueId}"]`)
  await expect(link).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: '按姓名或手机号搜索' })).toBeFocused()
  const links = page.locator('[data-row-link]')
  await links.first().focus()
  const place = await links.evaluateAll(
    (all, id) => all.findIndex((one) => (one as HTMLElement).dataset.rowLink === id),
    String(lead.clueId),
  )
  for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  // The form has the focus; arrow keys choose the result.
  await expect(desk(page).getByRole('radio', { name: '有效' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(desk(page).getByRole('radio', { name: '无效' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(desk(page).getByRole('radio', { name: '空号或停机' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expectUndo(page, '操作成功!')
  await expect(desk(page).getByRole('heading', { level: 2 })).not.toHaveText(lead.name)
  await expect(desk(page).getByRole('radio', { name: '有效' })).toBeFocused()
  // Moves to another lead and back, then closes: the focus is on the last viewed lead.
  const here = await desk(page).getByRole('heading', { level: 2 }).textContent()
  await page.keyboard.press('Control+ArrowDown')
  await expect(desk(page).getByRole('heading', { level: 2 })).not.toHaveText(here ?? '')
  await page.keyboard.press('Control+ArrowUp')
  await expect(desk(page).getByRole('heading', { level: 2 })).toHaveText(here ?? '')
  await page.keyboard.press('Escape')
  await expect(desk(page)).toBeHidden()
  await expect(page.locator('[data-row-link]:focus')).toHaveText(here ?? '')
  expect((await getLead(request, session, lead.clueId)).data).toMatchObject({ status: 4, invalidReason: 1 })
  await test.step('from the drawer’s initial focus one lead is made valid, and another not reached', async () => {
    const first = page.locator('[data-row-link]:focus')
    const clueId = Number(await first.getAttribute('data-row-link'))
    const from = (await first.textContent()) ?? ''
    await page.keyboard.press('Enter')
    const name = desk(page).getByRole('heading', { level: 2 })
    /** A second press would save the next lead. */
    const saveByKeys = async (before: string): Promise<void> => {
      await page.keyboard.press('Control+Enter')
      await expect(name).not.toHaveText(before)
    }
    await expect(desk(page).getByRole('radio', { name: '有效' })).toBeFocused()
    await page.keyboard.press('Space')
    // The region is required, and prefilled a moment later.
    await expect(desk(page).getByTitle('浙江省 / 杭州市 / 西湖区')).toBeVisible()
    await saveByKeys(from)
    expect((await getLead(request, session, clueId)).data).toMatchObject({ status: 5, clearStatus: 1 })
    const next = Number(/clue=(\d+)/.exec(page.url())?.[1])
    const second = (await name.textContent()) ?? ''
    await expect(desk(page).getByRole('radio', { name: '有效' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(desk(page).getByRole('radio', { name: '未接通' })).toBeFocused()
    await saveByKeys(second)
    expect((await getLead(request, session, next)).data).toMatchObject({ status: 12, noContactTimes: 1 })
  })
})

test('where agents assign: a far city is not offered, an owner is needed, and a known number goes to its customer', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.assigningAgent)
  await test.step('a store outside the city pool offers no far city, and restores the typed input', async () => {
    await enter(page, session, leadsPage)
    await page.locator('[data-row-link]').first().click()
    await find(page, '无效')
    await expect(desk(page).getByText('空号或停机')).toBeVisible()
    await expect(desk(page).getByText('异地购车意向')).toBeHidden()
    await choose(desk(page), '无效理由', '已购车')
    await page.keyboard.press('Escape')
    await expect(desk(page)).toBeHidden()
    await page.locator('[data-row-link]').first().click()
    // The chosen result is restored with its fields.
    await expect(desk(page).getByRole('radio', { name: '已购车' })).toBeChecked()
    await desk(page).getByRole('button', { name: '放弃', exact: true }).click()
    await expect(desk(page).getByRole('radio', { name: '已购车' })).toBeHidden()
    await page.goBack()
    await expect(desk(page)).toBeHidden()
  })
  await test.step('a valid lead needs its owner and becomes a customer', async () => {
    const lead = await leadOf(request, session, tab.waiting)
    await page.goto(`/#${leadsPage}?n=50&clue=${lead.clueId}`)
    await expect(desk(page).getByRole('heading', { name: lead.name })).toBeVisible()
    await find(page, '有效')
    await expect(desk(page).getByText(/^建议：待跟进线索最少/)).toBeVisible()
    await clear(desk(page), 'memberId')
    await desk(page).getByRole('button', { name: '保存', exact: true }).click()
    await expect(problemOf(desk(page), 'memberId')).toHaveText('请选择客户经理')
    await select(desk(page), '客户经理', people.expiring.name)
    await save(page, '保存', usual)
    await expectNotice(page, '操作成功!')
    await expect(desk(page)).toBeHidden()
    await expect(page).not.toHaveURL(/clue=/)
    const { data } = await getLead(request, session, lead.clueId)
    expect(data).toMatchObject({ status: 2, ownerName: people.expiring.name })
  })
  await test.step('a lead with a known number goes to that customer', async () => {
    const lead = await leadOf(request, session, tab.waiting)
    const { phone } = await mustPost<{ phone: string }>(
      request,
      '/v2/appBaseService/getUserInfo',
      { userId: lead.clueId, userType: 2 },
      session,
    )
    const customer = await addCustomer(request, sessionOf(people.changing), { mobile: phone })
    await page.goto(`/#${leadsPage}?n=50&clue=${lead.clueId}`)
    await expect(desk(page).getByText(`该号码已是客户 ${customer.name}`)).toBeVisible()
    await find(page, '有效')
    await expect(desk(page).getByRole('combobox', { name: '客户经理' })).toBeHidden()
    await save(page, '保存', usual)
    await expectNotice(page, '操作成功!')
    await expectNotice(page, '该号码已是客户，已归入原客户')
    expect((await getLead(request, session, lead.clueId)).data).toMatchObject({
      status: 2,
      isRepeat: true,
      ownerName: people.changing.name,
    })
  })
})

test('where assignment is automatic, the whole file is filled in and the server chooses the owner', async ({
  page,
  request,
}) => {
  // New leads are assigned at once there: an agent has only those that were not reached.
  const { session, lead } = await openNewest(page, request, people.automaticAgent, tab.unreachable)
  await find(page, '有效')
  await expect(desk(page).getByRole('combobox', { name: '客户经理' })).toBeHidden()
  await select(desk(page), '下次跟进方式', '试驾')
  await desk(page).locator('[data-field=nextTestSpecId] .ant-select').hover()
  await desk(page).locator('[data-field=nextTestSpecId] .ant-select-clear').click()
  await desk(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(problemOf(desk(page), 'gender')).toHaveText('请选择性别')
  await expect(problemOf(desk(page), 'nextTestSpecId')).toHaveText('请选择试驾车系')
  await choose(desk(page), '性别', '女士')
  await select(desk(page), '试驾车型', series.name)
  await save(page, '保存', usual)
  await expectNotice(page, '操作成功!')
  await expectNotice(page, '已分配给')
  const { data } = await getLead(request, session, lead.clueId)
  expect(data.status).toBe(2)
  expect(data.ownerName).not.toBe('')
})

test('an admin assigns one lead and many, and exports', async ({ page, request }) => {
  const { session, lead } = await openNewest(page, request, people.generalManager, tab.unassigned)
  // The member with the fewest open leads is suggested first, and stays so until another is chosen.
  await expect(desk(page).getByText(/^建议：待跟进线索最少/)).toBeVisible()
  await desk(page).getByRole('combobox', { name: '客户经理' }).click()
  const members = page.locator('.ant-select-dropdown:visible .sr-member-option')
  await expect(members.first()).toContainText('建议')
  await expect(members.getByText('建议')).toHaveCount(1)
  await expect(members.getByText(people.generalManager.name, { exact: true })).toHaveCount(0)
  await members.getByText(people.consultant.name, { exact: true }).click()
  await save(page, '保存', usual)
  await expectNotice(page, '操作成功!')
  expect((await getLead(request, session, lead.clueId)).data).toMatchObject({
    status: 2,
    ownerName: people.consultant.name,
  })

  await page.getByRole('button', { name: '分配', exact: true }).click()
  await expectNotice(page, '请选择分配客户')
  const others = (await leadsOf(request, session, tab.unassigned)).slice(0, 3)
  for (const { name } of others)
    await page
      .getByRole('checkbox', { name: `选择 ${name}` })
      .first()
      .check()
  const bar = page.getByRole('region', { name: '已选线索' })
  await expect(bar).toContainText(`已选 ${others.length} 条`)
  await page.getByRole('button', { name: '分配', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `分配 ${others.length} 条线索` })
  await dialog.getByRole('button', { name: '分配' }).click()
  await expect(problemOf(dialog, 'memberId')).toHaveText('请选择客户经理')
  await select(dialog, '客户经理', people.otherConsultant.name)
  await expect(async () => {
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: '分配' }).click()
    await expect(dialog).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(page.locator('.sr-undo')).toContainText('条线索分配成功')
  await expect(bar).toBeHidden()

  const download = page.waitForEvent('download')
  await startExport(page, /^导出 \d+ 条$/)
  await expect(page.getByText('正在导出中...')).toBeVisible()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a consultant reads the own leads, and a revealed number is recorded', async ({ page }) => {
  await enter(page, sessionOf(people.consultant), `${leadsPage}?t=6&cd=all`)
  const first = page.locator('[data-row-link]').first()
  await expect(page.getByRole('button', { name: '导出' })).toBeHidden()
  await first.click()
  await expect(desk(page).getByRole('region', { name: '处理结果' })).toContainText('客户经理')
  await expect(desk(page).getByRole('button', { name: /保存/ })).toBeHidden()
  await desk(page).getByRole('button', { name: '查看完整手机号' }).click()
  await expect(desk(page).getByRole('link', { name: /^1\d{10}$/ })).toBeVisible()
  await desk(page).getByRole('button', { name: '隐藏手机号' }).click()
  await expect(desk(page).getByText(/^1\d{2}\*{4}\d{4}$/)).toBeVisible()
  // Opens the talk in a reading layout.
  await desk(page).getByRole('button', { name: '智能销售介绍' }).click()
  const talk = page.getByRole('dialog', { name: /^智能销售介绍/ })
  for (const step of ['开场白', '车型介绍', '活动推荐', '价格策略', '邀约到店'])
    await expect(talk.getByRole('heading', { name: step })).toBeVisible()
  await expectAccessible(page, 'the talk')
})

test('a lead without a mobile is marked, and becomes valid with one; the page of another names its wrong fields', async ({
  page,
  request,
}) => {
  const digits = String(Date.now()).slice(-8)
  const abroad = {
    dealerCode: 'HZ001',
    name: `港${digits}`,
    mobile: `+852${digits}（微信同号）`,
    series: 1201,
  }
  const wrong = {
    dealerCode: 'HZ001',
    mobile: `199${digits}`,
    province: '吉林',
    city: '长春',
    zhwxUrl: 'weixin://dl/x',
    remark: '备'.repeat(501),
    historySpec: ['松涧', { id: 1 }],
    utm_source: 'feed',
    gclid: 'x1',
  }
  const leads = [abroad, wrong]
  const { httpStatus } = await askOpen(sender, 'POST', '/open/v1/leads', JSON.stringify({ leads }))
  expect(httpStatus).toBe(202)
  const session = sessionOf(people.agent)
  const listed = async (key: string): Promise<LeadRow[]> => {
    const query = { activityType: tab.waiting, pageStart: 1, pageCount: 10, key }
    const { data } = await mustPost<{ data: LeadRow[] }>(request, '/v2/appClueService/list', query, session)
    return data
  }
  for (const key of [abroad.name, wrong.mobile])
    await expect.poll(async () => (await listed(key)).length).toBe(1)
  const [faulty] = await listed(wrong.mobile)

  await enter(page, session, `${leadsPage}?clue=${faulty?.clueId}`)
  const unread = desk(page).getByRole('region', { name: '来源字段未识别' })
  await expect(desk(page).getByRole('heading', { name: '未留姓名' })).toBeVisible()
  await expect(unread.getByRole('listitem')).toHaveText([
    '线索编号 没有可用的线索编号，已按内容编号',
    '姓名 没有客户姓名',
    '客户留言 超过500个字，已截断',
    '来源页面链接 链接格式不正确',
    '浏览车型第2项 格式不正确',
    'utm_source、gclid 未识别的字段',
  ])
  await expect(desk(page).getByText('吉林省 长春市').first()).toBeVisible()
  await expectAccessible(page, 'unread fields of a lead')
  await page.keyboard.press('Escape')
  await expect(desk(page)).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: abroad.name })
  await expect(row).toContainText('无手机号')
  await row.getByRole('link', { name: abroad.name }).click()
  await expect(desk(page)).toContainText(`008****${digits.slice(-4)}`)
  await expect(desk(page).getByText('无手机号', { exact: true })).toBeVisible()
  await find(page, '有效')
  await desk(page).getByRole('button', { name: '保存并下一条' }).click()
  await expect(problemOf(desk(page), 'mobile')).toHaveText('请输入手机号')
  // Another number than that of the other lead.
  await desk(page)
    .getByRole('textbox', { name: '手机号' })
    .fill(`+86 198-${digits.slice(0, 4)}-${digits.slice(4)}`)
  await save(page, '保存', usual)
  await expectNotice(page, '操作成功!')
})
