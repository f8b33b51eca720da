import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyMobile, anyName, countFound, getCustomer, masked } from '../tools/customers.ts'
import { field, openEdit, save } from '../tools/edit.ts'
import { choose, expectNotice, finish, problemOf, select } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Editing a customer's file. */

const { consultant, salesManager } = people

test('a file is edited, and its masked numbers are kept', async ({ page, request }) => {
  const idNo = '110101199003071313'
  const made = await addCustomer(request, sessionOf(consultant), {
    secondardPhone: '057188001122',
    addition: {
      idNo,
      identifyType: 1,
      province: '浙江省',
      city: '杭州市',
      area: '西湖区',
      address: '文三路90号',
    },
  })
  const dialog = await openEdit(page, made)
  await expect(field(dialog, '手机号')).toHaveValue(masked(made.mobile))
  await expect(field(dialog, '证件号码')).toHaveValue('110***********1313')
  const name = anyName()
  await field(dialog, '客户姓名').fill(name)
  await choose(dialog, '性别', '女士')
  await choose(dialog, '客户类型', '企业')
  await field(dialog, '企业名称').fill('杭州云帆物流有限公司')
  await choose(dialog, '业务类型', '大客户')
  await dialog.getByRole('spinbutton', { name: '购车数量' }).fill('12')
  await select(dialog, '购车预算', '20-25万元')
  await page.keyboard.press('Control+Enter')
  await expectNotice(page, '客户资料已保存')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('region', { name: '客户资料' })).toContainText('杭州云帆物流有限公司')
  await expect(page.getByRole('region', { name: '跟进记录' })).toContainText('编辑资料')
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toBeFocused()

  const file = await getCustomer(request, sessionOf(consultant), made.customerId)
  expect(file.customer).toMatchObject({
    name,
    gender: 2,
    type: 2,
    deal: { businessType: 4, buyCount: 12, budget: 4 },
  })
  const revealed = await mustPost(
    request,
    '/v2/appBaseService/getUserInfo',
    { dataType: 1, userId: made.customerId, userType: 1 },
    sessionOf(consultant),
  )
  expect(revealed).toMatchObject({ phone: made.mobile, secondaryPhone: '057188001122' })
  const identity = { dataType: 2, userId: made.customerId, userType: 1 }
  await expect(
    mustPost(request, '/v2/appBaseService/getUserInfo', identity, sessionOf(consultant)),
  ).resolves.toMatchObject({ idNo, address: '文三路90号' })
})

test('a number is revealed on request, replaced as a whole, and can be restored', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, sessionOf(consultant), { secondardPhone: '057188001122' })
  const dialog = await openEdit(page, made)
  const mobile = field(dialog, '手机号')
  await dialog.getByRole('button', { name: '查看完整手机号' }).click()
  await expect(mobile).toHaveValue(made.mobile)
  await expect(field(dialog, '备用号码')).toHaveValue('057188001122')
  await dialog.getByRole('button', { name: '隐藏手机号' }).click()
  await expect(mobile).toHaveValue(masked(made.mobile))
  // Viewing it is no change.
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await expect(field(dialog, '客户姓名')).toBeFocused()
  await mobile.press('End')
  await mobile.press('1')
  await expect(mobile).toHaveValue('1')
  await dialog.getByRole('button', { name: '恢复原手机号' }).click()
  await expect(mobile).toHaveValue(masked(made.mobile))
  const next = anyMobile()
  await mobile.fill(next)
  await save(dialog)
  await expect(dialog).toBeHidden()
  expect(await countFound(request, sessionOf(consultant), next)).toBe(1)
  expect(await countFound(request, sessionOf(consultant), made.mobile)).toBe(0)
})

test('an invalid field shows an error, and has the focus', async ({ page, request }) => {
  const made = await addCustomer(request, sessionOf(consultant))
  const dialog = await openEdit(page, made)
  await field(dialog, '客户姓名').fill('')
  await choose(dialog, '客户类型', '企业')
  await save(dialog)
  await expect(problemOf(dialog, 'companyName')).toHaveText('请输入企业名称')
  await expect(problemOf(dialog, 'name')).toHaveText('请输入客户姓名')
  await expect(field(dialog, '客户姓名')).toBeFocused()
})

test('a new purchase region needs its district, and the old car belongs to two business types only', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, sessionOf(consultant), {
    buyArea: '',
    businessType: 2,
    addPurchaseOldSeriesId: 1202,
  })
  const dialog = await openEdit(page, made)
  const oldCar = dialog.locator('[data-field="addPurchaseOldSeriesId"]')
  await expect(oldCar).toContainText('松涧旅行版')
  await choose(dialog, '业务类型', '新购')
  await expect(oldCar).toHaveCount(0)
  await save(dialog)
  await expect(problemOf(dialog, 'region')).toHaveText('请选择购车地区')
})

test('a source set by the system stays, and cannot be chosen', async ({ page, request }) => {
  const made = await addCustomer(request, sessionOf(consultant))
  const dialog = await openEdit(page, made)
  await expect(dialog).toContainText('更正会改变以往各天按来源的统计，合计不变')
  await dialog.getByRole('combobox', { name: '客户来源' }).click()
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  for (const name of ['厂家下发', '车展线索', '集团转入']) {
    const option = list.locator('.ant-select-item-option').filter({ hasText: name })
    await option.scrollIntoViewIfNeeded()
    await expect(option).toHaveClass(/ant-select-item-option-disabled/)
  }
})

test('two members edit one file: each field can keep either value or the old one, and nothing is lost', async ({
  browser,
  page,
  request,
}) => {
  const made = await addCustomer(request, sessionOf(consultant), { budget: 2, weixin: 'wx-old' })
  const dialog = await openEdit(page, made)
  const second = await browser.newPage()
  await second.bringToFront()
  const other = await openEdit(second, made, salesManager)
  const theirs = anyName()
  await field(other, '客户姓名').fill(theirs)
  await select(other, '购车预算', '15-20万元')
  await field(other, '微信').fill('wx-theirs')
  await save(other)
  await expect(other).toBeHidden()
  await second.close()

  const mine = anyName()
  await field(dialog, '客户姓名').fill(mine)
  await select(dialog, '购车预算', '20-25万元')
  await field(dialog, '备用号码').fill('057188001122')
  await save(dialog)
  const conflict = page.getByRole('dialog', { name: '资料已被他人修改' })
  await expect(conflict).toContainText(`${salesManager.name} 在您编辑期间修改了该客户`)
  const row = conflict.locator('[data-row="name"]')
  for (const text of [mine, theirs, made.name])
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  await expect(conflict.locator('[data-row]')).toHaveCount(2)
  await expect(conflict).toContainText('微信：wx-old → wx-theirs')
  await expectAccessible(page, '我的 / 当前 / 原值')

  // Back to the form: all input is kept, and the next save asks again.
  await conflict.getByRole('button', { name: '返回修改' }).click()
  await expect(conflict).toBeHidden()
  await expect(field(dialog, '客户姓名')).toHaveValue(mine)
  await expect(async () => {
    if (!(await conflict.isVisible())) await save(dialog)
    await expect(conflict).toBeVisible({ timeout: 700 })
  }).toPass()
  await conflict.getByRole('button', { name: '按选择保存' }).click()
  await expect(conflict.getByText('还有 2 项未选择')).toBeVisible()
  await expect(conflict.getByRole('radio', { name: new RegExp(mine) })).toBeFocused()
  await conflict.getByRole('radio', { name: new RegExp(mine) }).check()
  await conflict.getByRole('radio', { name: /15-20/ }).check()
  await conflict.getByRole('button', { name: '按选择保存' }).click()
  await expectNotice(page, '客户资料已保存')
  await expect(dialog).toBeHidden()
  const file = await getCustomer(request, sessionOf(consultant), made.customerId)
  expect(file.customer).toMatchObject({ name: mine, weixin: 'wx-theirs', secondardPhone: '057****1122' })
  expect(file.customer.deal.budget).toBe(3)
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('existing proof images stay, others are added and removed', async ({ page, request }) => {
  const made = await addCustomer(request, sessionOf(consultant))
  const dialog = await openEdit(page, made)
  await select(dialog, '客户来源', '小红书线下')
  await dialog
    .getByLabel('上传图片，最多3张')
    .setInputFiles({ name: 'chat.png', mimeType: 'image/png', buffer: png })
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await finish(dialog, '保存')
  const images = async (): Promise<number> =>
    (await getCustomer(request, sessionOf(consultant), made.customerId)).newMediaUrl.length
  expect(await images()).toBe(1)

  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const first = dialog.getByAltText('图片 1')
  await expect.poll(() => first.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
  await dialog
    .getByLabel('上传图片，最多3张')
    .setInputFiles({ name: 'more.png', mimeType: 'image/png', buffer: png })
  await expect(dialog.getByAltText('图片 2')).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await finish(dialog, '保存')
  expect(await images()).toBe(2)
})

test('a changed form restores its changes; a read-only file cannot be edited', async ({ page, request }) => {
  const made = await addCustomer(request, sessionOf(consultant))
  const dialog = await openEdit(page, made)
  await field(dialog, '客户姓名').fill('安柏川')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await expect(field(dialog, '客户姓名')).toHaveValue('安柏川')
  await expect(field(dialog, '手机号')).toHaveValue(masked(made.mobile))
  await dialog.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(field(dialog, '客户姓名')).toHaveValue(made.name)
  await enter(page, sessionOf(consultant), `/customer/detail/${made.customerId}?a=1`)
  await expect(page.getByRole('region', { name: '客户资料' })).toBeVisible()
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0)
})
