import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyMobile, anyName, countFound, getCustomer, masked } from '../tools/customers.ts'
import { field, openEdit, save } from '../tools/edit.ts'
import { choose, expectNotice, finish, problemOf, select } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Editing a customer's file. */

const { consultant, salesManager } = people

test('a file is edited: errors, revealed and masked numbers, drafts, and a save by keyboard', async ({
  page,
  request,
}) => {
  const idNo = '110101199003071313'
  const made = await addCustomer(request, sessionOf(consultant), {
    secondardPhone: '057188001122',
    buyArea: '',
    businessType: 2,
    addPurchaseOldSeriesId: 1202,
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
  const mobile = field(dialog, '手机号')
  const reopen = async (): Promise<void> => {
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: '编辑', exact: true }).click()
    await expect(field(dialog, '客户姓名')).toBeFocused()
  }
  await test.step('a number is revealed on request', async () => {
    await expect(mobile).toHaveValue(masked(made.mobile))
    await expect(field(dialog, '证件号码')).toHaveValue('110***********1313')
    await dialog.getByRole('button', { name: '查看完整手机号' }).click()
    await expect(mobile).toHaveValue(made.mobile)
    await expect(field(dialog, '备用号码')).toHaveValue('057188001122')
    await dialog.getByRole('button', { name: '隐藏手机号' }).click()
    await expect(mobile).toHaveValue(masked(made.mobile))
    // Viewing it is no change.
    await dialog.getByRole('button', { name: '取消' }).click()
    await reopen()
  })
  await test.step('a changed form restores its changes', async () => {
    await field(dialog, '客户姓名').fill('安柏川')
    await page.keyboard.press('Escape')
    await reopen()
    await expect(field(dialog, '客户姓名')).toHaveValue('安柏川')
    await expect(mobile).toHaveValue(masked(made.mobile))
    await dialog.getByRole('button', { name: '放弃', exact: true }).click()
    await expect(field(dialog, '客户姓名')).toHaveValue(made.name)
  })
  await test.step('a source set by the system stays, and cannot be chosen', async () => {
    await expect(dialog).toContainText('更正会改变以往各天按来源的统计，合计不变')
    await dialog.getByRole('combobox', { name: '客户来源' }).click()
    const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    for (const name of ['厂家下发', '车展线索', '集团转入']) {
      const option = list.locator('.ant-select-item-option').filter({ hasText: name })
      await option.scrollIntoViewIfNeeded()
      await expect(option).toHaveClass(/ant-select-item-option-disabled/)
    }
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
  })
  await test.step('an invalid field shows an error, and has the focus', async () => {
    const oldCar = dialog.locator('[data-field="addPurchaseOldSeriesId"]')
    await expect(oldCar).toContainText('松涧旅行版')
    // The old car belongs to two business types only.
    await choose(dialog, '业务类型', '大客户')
    await expect(oldCar).toHaveCount(0)
    await field(dialog, '客户姓名').fill('')
    await choose(dialog, '客户类型', '企业')
    await save(dialog)
    await expect(problemOf(dialog, 'companyName')).toHaveText('请输入企业名称')
    await expect(problemOf(dialog, 'name')).toHaveText('请输入客户姓名')
    // A new purchase region needs its district.
    await expect(problemOf(dialog, 'region')).toHaveText('请选择购车地区')
    await expect(field(dialog, '客户姓名')).toBeFocused()
  })

  const name = anyName()
  await test.step('all fields are saved, and masked numbers are kept', async () => {
    await field(dialog, '客户姓名').fill(name)
    await choose(dialog, '性别', '女士')
    await field(dialog, '企业名称').fill('杭州云帆物流有限公司')
    await dialog.getByRole('spinbutton', { name: '购车数量' }).fill('12')
    await select(dialog, '购车预算', '20-25万元')
    await dialog.getByRole('combobox', { name: '购车地区' }).fill('余杭')
    await expect(page.locator('.ant-cascader-menu-item').locator('visible=true')).toHaveText([
      '浙江省 / 杭州市 / 余杭区',
    ])
    await page.keyboard.press('Enter')
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
    const reveal = (dataType: number): Promise<object> =>
      mustPost(
        request,
        '/v2/appBaseService/getUserInfo',
        { dataType, userId: made.customerId, userType: 1 },
        sessionOf(consultant),
      )
    expect(await reveal(1)).toMatchObject({ phone: made.mobile, secondaryPhone: '057188001122' })
    expect(await reveal(2)).toMatchObject({ idNo, address: '文三路90号' })
  })
  await test.step('a number is replaced as a whole, and can be restored', async () => {
    const renamed = page.getByRole('dialog', { name: `编辑 ${name}` })
    await page.getByRole('button', { name: '编辑', exact: true }).click()
    await expect(field(renamed, '客户姓名')).toBeFocused()
    const number = field(renamed, '手机号')
    await number.press('End')
    await number.press('1')
    await expect(number).toHaveValue('1')
    await renamed.getByRole('button', { name: '恢复原手机号' }).click()
    await expect(number).toHaveValue(masked(made.mobile))
    const next = anyMobile()
    await number.fill(next)
    await save(renamed)
    await expect(renamed).toBeHidden()
    expect(await countFound(request, sessionOf(consultant), next)).toBe(1)
    expect(await countFound(request, sessionOf(consultant), made.mobile)).toBe(0)
  })
  // A read-only file can be neither edited nor followed up.
  await page.goto(`/#/customer/detail/${made.customerId}?a=1`)
  await expect(page.getByText('仅可查看：您在此页面不能编辑或跟进该客户')).toBeVisible()
  for (const action of ['编辑', '跟进'])
    await expect(page.getByRole('button', { name: action, exact: true })).toHaveCount(0)
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('two members edit one file: each field can keep either value or the old one, and nothing is lost', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, sessionOf(consultant), { budget: 2, weixin: 'wx-old' })
  const dialog = await openEdit(page, made)
  const theirs = anyName()
  const { editable, rowVersion } = await getCustomer(request, sessionOf(salesManager), made.customerId)
  const changed = { ...editable, name: theirs, budget: 3, weixin: 'wx-theirs' }
  await mustPost(
    request,
    '/v2/appCustomerService/edit',
    { customerId: made.customerId, ...changed, rowVersion, original: editable },
    sessionOf(salesManager),
  )

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
