import { dayText } from '@showroom/contract/kernel/day'
import { pooledMobile } from '../../server/src/seed/narrate.ts'
import type { Locator, Page } from '@playwright/test'
import {
  addCustomer,
  anyMobile,
  anyName,
  countFound,
  getCustomer,
  inDays,
  masked,
  series,
} from '../tools/customers.ts'
import {
  choose,
  clear,
  clickOption,
  expectNotice,
  finish,
  openList,
  pickDay,
  problemOf,
  select,
  selectAll,
} from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { expectAccessible } from '../tools/accessible.ts'
import { mainMenu } from '../tools/shell.ts'
import { dropDrafts, enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const { adding } = people
/** Runs one after another: input of one journey becomes a draft that the same member's next window restores. */
test.describe.configure({ mode: 'default' })
const field = (dialog: Locator, name: string): Locator => dialog.getByRole('textbox', { name })
const save = (dialog: Locator): Promise<void> => dialog.getByRole('button', { name: '保存' }).click()

async function openNew(page: Page): Promise<Locator> {
  await dropDrafts(page, sessionOf(adding))
  await enter(page, sessionOf(adding), '/customer/list')
  await page.getByRole('button', { name: '新建客户' }).click()
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await expect(dialog.getByText('浙江省 / 杭州市 / 西湖区')).toBeVisible()
  return dialog
}

/** Opens 更多, the optional fields. */
const openRest = (dialog: Locator): Promise<void> => dialog.locator('summary', { hasText: '更多' }).click()

/** Fills the required fields of a new customer. */
async function fillLeast(dialog: Locator, { name = anyName(), mobile = anyMobile() } = {}) {
  await field(dialog, '客户姓名').fill(name)
  await field(dialog, '手机号').fill(mobile)
  await choose(dialog, '性别', '先生')
  await selectAll(dialog, '意向车系', [series.name])
  return { name, mobile }
}

/** Opens the form by its key, on the list. */
async function openByKey(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: '新建客户' })).toBeVisible()
  await page.keyboard.press('n')
}

test('by its key the form opens, keeps a draft whatever closes it, and takes six presses', async ({
  page,
  request,
}) => {
  await dropDrafts(page, sessionOf(adding))
  await enter(page, sessionOf(adding))
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  const leave = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: '取消' }).click(),
    () => page.goBack(),
  ]
  for (const [index, go] of leave.entries())
    await test.step(`draft ${index + 1}`, async () => {
      // Back leads to the page before the list.
      if (!page.url().endsWith('/customer/list'))
        await mainMenu(page).getByRole('link', { name: '客户档案' }).click()
      await openByKey(page)
      await expect(dialog.getByText('浙江省 / 杭州市 / 西湖区')).toBeVisible()
      await expect(field(dialog, '客户姓名')).toHaveValue('安柏川'.slice(0, index))
      await field(dialog, '客户姓名').fill('安柏川'.slice(0, index + 1))
      await go()
      await expect(dialog).toBeHidden()
      await expectNotice(page, '已存为草稿，再次打开可继续填写')
    })
  await page.goto('/#/customer/list')
  await openByKey(page)
  await expect(dialog.getByText(/已恢复 \d\d:\d\d 的草稿/)).toBeVisible()
  await dialog.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(field(dialog, '客户姓名')).toHaveValue('')
  // An empty form closes without asking.
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()

  await test.step('a customer who telephoned', async () => {
    await page.keyboard.press('n')
    await expect(field(dialog, '客户姓名')).toBeFocused()
    const within = await countPresses(page)
    const name = anyName()
    await page.keyboard.insertText(name)
    await field(dialog, '手机号').click()
    await page.keyboard.insertText(anyMobile())
    await choose(dialog, '性别', '女士')
    await choose(dialog, '客户来源', '电话来电')
    await dialog.getByRole('combobox', { name: '意向车系' }).click()
    await clickOption(openList(dialog), series.name)
    await page.keyboard.press('Control+Enter')
    await expectNotice(page, '客户新建成功')
    await within(6)
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('电话来电')
  })

  await test.step('the number of one of the member’s own customers leads to the file and its next step', async () => {
    const there = await addCustomer(request, sessionOf(adding))
    await page.keyboard.press('n')
    await expect(dialog.getByText('门店所在地')).toBeVisible()
    await field(dialog, '手机号').fill(`1380100${anyMobile().slice(-4)}`)
    await dialog.getByRole('button', { name: '填入手机号归属地：北京市' }).click()
    await expect(dialog.getByText('异地购车')).toBeVisible()
    await field(dialog, '手机号').fill(there.mobile)
    const note = dialog.getByRole('status').filter({ hasText: '已有档案' })
    await expect(note).toContainText(there.name)
    await expectAccessible(page, 'new customer: number on file')
    await note.getByRole('button', { name: '跟进', exact: true }).click()
    await expect(page.getByRole('dialog', { name: `跟进 ${there.name}` })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/customer/detail/${there.customerId}$`))
    // The number is used up: the next new customer opens empty.
    await page.goto('/#/customer/list?new=1')
    await expect(dialog.getByText('浙江省 / 杭州市 / 西湖区')).toBeVisible()
    await expect(field(dialog, '手机号')).toHaveValue('')
  })
})

test('the form asks for what each choice needs, and the customer comes first in the list', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const dialog = await openNew(page)
  await expect(field(dialog, '客户姓名')).toBeFocused()
  await test.step('the required fields fit the smallest screen', async () => {
    const hidden = await dialog
      .locator('.ant-modal-body')
      .evaluate((body) =>
        [...body.querySelectorAll('[data-field]:has(.ant-form-item-required):not(details *)')]
          .filter((one) => one.getBoundingClientRect().bottom > body.getBoundingClientRect().bottom)
          .map((one) => one.textContent),
      )
    expect(hidden).toEqual([])
  })

  await test.step('each missing field shows an error, and the first one has the focus', async () => {
    await clear(dialog, 'region')
    await clear(dialog, 'nextDate')
    await save(dialog)
    const missing = {
      name: '请输入客户姓名',
      mobile: '请输入手机号',
      gender: '请选择性别',
      specIds: '请选择意向车系',
      region: '请选择购车地区',
      nextDate: '请选择跟进日期',
    }
    for (const [name, text] of Object.entries(missing)) await expect(problemOf(dialog, name)).toHaveText(text)
    await expect(field(dialog, '客户姓名')).toBeFocused()
    // An error goes away as soon as its field is valid.
    await field(dialog, '客户姓名').fill('安')
    await expect(problemOf(dialog, 'name')).toHaveCount(0)
    await field(dialog, '手机号').fill('12345')
    await expect(problemOf(dialog, 'mobile')).toHaveText('请输入正确的手机号')
    await field(dialog, '手机号').fill('+86 139 1234 5678')
    await expect(problemOf(dialog, 'mobile')).toHaveCount(0)
  })

  await test.step('the level sets the next follow-up and its latest day', async () => {
    const date = dialog.getByRole('textbox', { name: /跟进日期/ })
    for (const [level, days] of Object.entries({ C: 90, A: 14 })) {
      await choose(dialog, '意向级别', level)
      await expect(date).toHaveValue(dayText(inDays(days)))
      await expect(dialog.getByText(`${level} 级最晚 ${dayText(inDays(days))}`)).toBeVisible()
    }
    // Days outside the window are not accepted.
    await date.fill(dayText(inDays(15)))
    await date.press('Enter')
    await page.keyboard.press('Tab')
    await expect(date).toHaveValue(dayText(inDays(14)))
  })

  const { name, mobile } = await fillLeast(dialog)
  await test.step('sources, company, test drive and documents each ask for their own fields', async () => {
    await dialog.getByRole('combobox', { name: '购车地区' }).fill('西湖')
    await expect(page.locator('.ant-cascader-menu-item').locator('visible=true').first()).toContainText(
      '杭州市',
    )
    await page.keyboard.press('Enter')
    await select(dialog, '下次跟进方式', '试驾')
    await expect(dialog.locator('[data-field="nextTestSpecId"]')).toContainText(series.name)
    await clear(dialog, 'nextTestSpecId')
    await openRest(dialog)
    await choose(dialog, '客户类型', '企业')
    await choose(dialog, '客户来源', '抖音线下')
    await save(dialog)
    await expect(problemOf(dialog, 'companyName')).toHaveText('请输入企业名称')
    await expect(problemOf(dialog, 'nextTestSpecId')).toHaveText('请选择意向车型')
    await expect(problemOf(dialog, 'newMediaImages')).toHaveText('请上传客户来源凭证')
    await choose(dialog, '客户来源', '自定义')
    await field(dialog, '企业名称').fill('杭州云帆物流有限公司')
    await select(dialog, '试驾车型', series.name)

    const idNo = field(dialog, '证件号码')
    await choose(dialog, '证件类型', '护照')
    await idNo.fill('护照')
    await idNo.press('Tab')
    await expect(problemOf(dialog, 'idNo')).toHaveText('请输入护照')
    await choose(dialog, '证件类型', '身份证')
    await expect(idNo).toHaveValue('')
    await idNo.fill('110101199003071313')
    await idNo.press('Tab')
    await expect(problemOf(dialog, 'idNo')).toHaveCount(0)
    await expect(field(dialog, '生日')).toHaveValue('1990-03-07')
  })

  await test.step('an error in a hidden field opens its section', async () => {
    await select(dialog, '自定义来源', '商场快闪')
    await field(dialog, '备用号码').fill('0571#8800')
    await openRest(dialog)
    await expect(field(dialog, '备用号码')).toBeHidden()
    await save(dialog)
    await expect(problemOf(dialog, 'secondardPhone')).toHaveText('请输入合法的联系号码')
    await expect(field(dialog, '备用号码')).toBeFocused()
  })

  await test.step('all fields are saved', async () => {
    await field(dialog, '备用号码').fill('0571-88001122')
    await field(dialog, '微信').fill('wx-an')
    await choose(dialog, '业务类型', '置换')
    await select(dialog, '原有车系', '青屿')
    await select(dialog, '购车预算', '20-25万元')
    await pickDay(dialog, '预计购车日期', dayText(inDays(20)))
    await field(dialog, '备注').fill('月底前要提车')
    await field(dialog, '详细地址').fill('文三路90号')
    const tags = dialog.getByRole('combobox', { name: '标签' })
    await tags.fill('急购')
    await tags.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expectNotice(page, '客户新建成功')
    await expect(dialog).toBeHidden()
    const first = page.locator('tr.sr-row-link').first()
    await expect(first.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(first).toContainText(masked(mobile))
    const id = Number(await first.locator('[data-row-link]').getAttribute('data-row-link'))
    const file = await getCustomer(request, sessionOf(adding), id)
    expect(file.customer).toMatchObject({
      type: 2,
      companyName: '杭州云帆物流有限公司',
      weixin: 'wx-an',
      tag: '急购',
      fromSource: 99,
    })
    expect(file.customer.deal).toMatchObject({
      level: 'A',
      budget: 4,
      businessType: 3,
      buycarDate: inDays(20),
      buyCity: '杭州市',
    })
    expect(file.purchaseOldSeries?.name).toBe('青屿')
    expect(file.pendingActivity).toMatchObject({
      type: 3,
      activityDate: inDays(14),
      testSpecName: series.name,
    })
    expect(file.additional).toMatchObject({ birthday: '1990-03-07', idNo: '110***********1313' })
    expect(await countFound(request, sessionOf(adding), mobile)).toBe(1)
  })
})

test('a number that is taken or blocked stops the form, which keeps its input', async ({ page, request }) => {
  const there = await addCustomer(request, sessionOf(people.otherConsultant))
  const dialog = await openNew(page)
  const { name } = await fillLeast(dialog, { mobile: there.mobile })
  await test.step('a colleague’s number is reported while it is typed, with the owner and nothing else', async () => {
    const text = `该手机号客户已存在，客户经理：${people.otherConsultant.name}`
    await expect(problemOf(dialog, 'mobile')).toHaveText(text)
    await expect(dialog.getByText(there.name)).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: '查看档案' })).toHaveCount(0)
    await save(dialog)
    await expect(field(dialog, '手机号')).toBeFocused()
    await expect(problemOf(dialog, 'mobile')).toHaveText(text)
    await expect(field(dialog, '客户姓名')).toHaveValue(name)
  })
  await test.step('a blocklisted number names whom to call', async () => {
    await field(dialog, '手机号').fill('13911110001')
    const tips = page.getByRole('dialog', { name: '异常客户信息' })
    await save(dialog)
    for (const text of [name, '139****0001', '无', '此客户在blc名单中，如有疑问请拨打以下联系人电话。'])
      await expect(tips.getByText(text, { exact: true })).toBeVisible()
    await expect(tips.getByText('区域经理 陈晓')).toBeVisible()
    await expect(tips.getByRole('link', { name: '0571-8801-2233' })).toHaveAttribute(
      'href',
      'tel:0571-8801-2233',
    )
    await expect(tips.getByRole('link', { name: '021-6120-4455' })).toBeVisible()
    await tips.getByRole('button', { name: '知道了' }).click()
    await expect(tips).toBeHidden()
    await expect(field(dialog, '客户姓名')).toHaveValue(name)
    expect(await countFound(request, sessionOf(adding), name)).toBe(0)
  })
  await test.step('a number of the WeCom pool is claimed after a confirmation', async () => {
    await field(dialog, '手机号').fill(pooledMobile)
    const reminder = page.getByRole('dialog', { name: '客户提醒' })
    // A save soon after the last one counts as a double click.
    await expect(async () => {
      if (!(await reminder.isVisible())) await save(dialog)
      await expect(reminder).toBeVisible({ timeout: 700 })
    }).toPass()
    await expect(reminder).toContainText('该手机号已存在于企业微信客户池，新建将默认认领该客户，是否继续?')
    await reminder.getByRole('button', { name: '返回' }).click()
    await expect(reminder).toBeHidden()
    expect(await countFound(request, sessionOf(adding), pooledMobile)).toBe(0)
    await save(dialog)
    await reminder.getByRole('button', { name: '继续新建' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    expect(await countFound(request, sessionOf(adding), pooledMobile)).toBe(1)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Draws a picture in the page, as noise that compresses badly or in one colour. */
const drawn = async (
  page: Page,
  type: string,
  width: number,
  height: number,
  isNoise = false,
): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      ([mime, across, down, noise]) => {
        const canvas = document.createElement('canvas')
        canvas.width = across
        canvas.height = down
        const brush = canvas.getContext('2d')
        const image = brush?.createImageData(across, down)
        const values = new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0))
        for (let at = 0; at < values.length; at++)
          values[at] = 0xff000000 + (noise ? Math.imul(at, 0x9e3779b1) >>> 8 : 0x3060c0)
        if (image) brush?.putImageData(image, 0, 0)
        return canvas.toDataURL(mime, 0.92).replace(/.*,/, '')
      },
      [type, width, height, isNoise] as const,
    ),
    'base64',
  )

/** Exif with the orientation "turn right by 90 degrees" and the name of a device. */
const turned = Buffer.from(
  'ffe10034457869660000' +
    '4d4d002a000000080002' +
    '010f00020000000600000026' +
    '011200030000000100060000' +
    '0000000050686f6e6500',
  'hex',
)

test('proof images are checked, sent upright, small, without place and device, and shown in the file', async ({
  page,
}) => {
  const dialog = await openNew(page)
  const { name } = await fillLeast(dialog)
  await openRest(dialog)
  await choose(dialog, '客户来源', '小红书线下')
  const files = dialog.getByLabel('上传图片，最多3张')
  await files.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: png })
  await expect(dialog.getByText('仅支持 jpeg、jpg、png 格式的图片')).toBeVisible()
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await files.setInputFiles([
    { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
    { name: 'telephone.heic', mimeType: '', buffer: heic },
  ])
  await expect(dialog.getByText('上传的图片大小不能超过5MB!')).toBeVisible()
  await expect(dialog.getByText('无法读取该HEIC格式的图片，请另存为 jpeg 或 png 后上传')).toBeVisible()

  const flat = await drawn(page, 'image/jpeg', 400, 300)
  // Over both limits: of pixels and of bytes.
  const large = await drawn(page, 'image/jpeg', 3300, 2475, true)
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024)
  const sent: Buffer[] = []
  await page.route('/files', (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
    return route.continue()
  })
  const cases = [
    { name: 'photo.jpg', content: Buffer.concat([flat.subarray(0, 2), turned, flat.subarray(2)]) },
    { name: 'licence.jpg', content: large },
    // WebP under the name of a JPEG.
    { name: 'saved.jpg', content: await drawn(page, 'image/webp', 500, 300) },
  ]
  // All uploads chosen together arrive.
  await files.setInputFiles(
    cases.map(({ name: file, content }) => ({ name: file, mimeType: 'image/jpeg', buffer: content })),
  )
  await expect.poll(() => sent.length).toBe(3)
  for (const at of [1, 2, 3]) await expect(dialog.getByAltText(`图片 ${at}`)).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  const pictures = sent.map((form) => form.subarray(form.indexOf('\xff\xd8\xff', 0, 'latin1')))
  for (const picture of pictures) {
    expect(picture.length).toBeLessThan(5 * 1024 * 1024)
    expect(picture.includes('Exif')).toBe(false)
    expect(picture.includes('Phone')).toBe(false)
  }
  await finish(dialog, '保存')
  await page.getByRole('link', { name, exact: true }).click()
  const proof = page.getByRole('region', { name: '客户资料' }).getByAltText('来源凭证')
  await expect(proof).toHaveCount(3)
  const sizes = (): Promise<number[][]> =>
    proof.evaluateAll((images) =>
      (images as HTMLImageElement[]).map(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight]),
    )
  await expect.poll(async () => (await sizes()).filter(([width]) => width).length).toBe(3)
  const [licence = [], ...small] = (await sizes()).toSorted(([a = 0], [b = 0]) => b - a)
  expect(small).toEqual([
    [500, 300],
    [300, 400],
  ])
  expect(licence[0]).toBeGreaterThan(2000)
  expect(licence[0]).toBeLessThan(3300)
})
