import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addUser, openBeside } from '../tools/beside.ts'
import { addCar } from '../tools/cars.ts'
import {
  addCustomer,
  anyMobile,
  anyName,
  demoCustomer,
  followCustomer,
  inDays,
  masked,
  series,
} from '../tools/customers.ts'
import type { Drive } from '@showroom/contract/appointment/drive.schema'
import type { MadeCustomer } from '../tools/customers.ts'
import { openEdit } from '../tools/edit.ts'
import { actionsOf, nextCard, openFollow, remark } from '../tools/follow.ts'
import { confirmationsWithFields, formsWithKey } from '../tools/forms.ts'
import { choose, press, selectAll } from '../tools/form.ts'
import { leadsOf, openNewest, desk, tab } from '../tools/leads.ts'
import { openOrder, pressMore, section } from '../tools/order-page.ts'
import { addFullOrder, addQuickOrder, addSold, approve, carsOf, submit } from '../tools/order-steps.ts'
import { besideChat } from '../tools/outside.ts'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { dropDrafts, enter, mustPost, sessionOf, stayOpen } from '../tools/session.ts'
import { openUserMenu } from '../tools/shell.ts'
import { addMember, someone } from '../tools/team.ts'
import { expect, test } from '../tools/test.ts'
import { closeLayers, watchRequests } from '../tools/walk.ts'

/**
 * Ctrl+Enter saves what the page shows as chosen. Every form that has the key is opened and sent by it. A list or
 * calendar of each kind is dropped in one of them, and the key is pressed: the list closes, nothing else is chosen than
 * before, and what is sent is what was sent with all lists closed. Enter closes such a list, too, and sends nothing.
 */

type Opener = (page: Page, request: APIRequestContext) => Promise<Locator>

const consultant = () => sessionOf(people.consultant)
const reviewer = () => sessionOf(people.salesManager)
const far = () => sessionOf(people.farManager)
/** A new customer of the consultant with a test drive planned for today. */
async function driveToday(request: APIRequestContext): Promise<MadeCustomer> {
  const customer = await made(request)
  const next = { nextActivityType: 3, nextTestSpecId: 1201, nextDate: inDays(0) + 23 * 3600 }
  await followCustomer(request, consultant(), customer.customerId, next)
  return customer
}

/** A test drive of today whose car is out. Returns the customer's name. */
async function driveOut(request: APIRequestContext): Promise<string> {
  const { name, customerId } = await driveToday(request)
  const today = { day: inDays(0) }
  const { data } = await mustPost<{ data: Drive[] }>(
    request,
    '/v1/appointmentRpc/drives',
    today,
    consultant(),
  )
  const activityId = data.find((one) => one.customerId === customerId)?.activityId
  const { carId } = await addCar(request)
  const keys = { customerId, activityId, carId, outKm: 100, agreement: 2 }
  await mustPost(request, '/v1/appointmentRpc/handOver', keys, consultant())
  return name
}
const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
/** The one that is opened first: a question may come to stand over it. */
const anyDialog = (page: Page): Locator => page.getByRole('dialog').first()

/** A customer's action, by its button or from the menu behind 更多. */
async function act(
  page: Page,
  name: string,
  { customerId }: { customerId: number },
  person: Person = people.consultant,
): Promise<Locator> {
  await enter(page, sessionOf(person), `/customer/detail/${customerId}`)
  await expect(nextCard(page).getByRole('button').first()).toBeVisible()
  const button = actionsOf(page).getByRole('button', { name, exact: true })
  if ((await button.count()) > 0) await button.click()
  else {
    await press(actionsOf(page), '更多')
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  return anyDialog(page)
}

const made = (request: APIRequestContext, wishes = {}): Promise<MadeCustomer> =>
  addCustomer(request, consultant(), wishes)

async function waiting(request: APIRequestContext): Promise<MadeCustomer> {
  const customer = await made(request)
  const form = { customerId: customer.customerId, failReason: 2, failSubReason: 21, remark: '预算不够' }
  await mustPost(request, '/v2/appCustomerService/fail', form, consultant())
  return customer
}

/** With an order that is submitted and approved. */
async function ordered(request: APIRequestContext, num = 1): Promise<MadeCustomer & { orderId: number }> {
  const customer = await made(request)
  const [car] = await carsOf(request)
  const orderId = await addFullOrder(request, customer, 1, {
    subOrderInfos: [{ ...car, carExternalColor: car?.color, num, price: 98_800 }],
  })
  await submit(request, orderId)
  await approve(request, orderId)
  return { ...customer, orderId }
}

/** The customers of the list's first rows, ticked, and what is done with them. */
async function bulk(page: Page, action: string): Promise<Locator> {
  await enter(page, sessionOf(people.salesManager), '/customer/list')
  const boxes = page.locator('tr.sr-row-link').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await press(page.getByRole('main'), action)
  return dialogOf(page, new RegExp(`^${action} 2 位客户`))
}

/** A member's menu, on the team's page. */
async function memberAct(page: Page, request: APIRequestContext, item: string): Promise<Locator> {
  const { name } = await addMember(request, far())
  await enter(page, far(), '/manager/members')
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return anyDialog(page)
}

async function setting(page: Page, name: string): Promise<Locator> {
  await enter(page, far(), '/manager/setting')
  return page.getByRole('region', { name, exact: true })
}

async function onPage(page: Page, person: Person, address: string, button: string): Promise<Locator> {
  await enter(page, sessionOf(person), address)
  await page.getByRole('button', { name: button }).first().click()
  return anyDialog(page)
}

async function fillPerson(dialog: Locator): Promise<Locator> {
  await dialog.getByRole('textbox', { name: '客户姓名' }).fill(anyName())
  await dialog.getByRole('textbox', { name: '手机号' }).fill(anyMobile())
  await choose(dialog, '性别', '先生')
  await selectAll(dialog, '意向车系', [series.name])
  return dialog
}

async function verifyMember(page: Page): Promise<Locator> {
  const dialog = await onPage(page, people.farManager, '/manager/members', '添加成员')
  const person = someone()
  await dialog.getByLabel('姓名').fill(person.name)
  await dialog.getByLabel('手机号').fill(person.mobile)
  await dialog.getByLabel('身份证号码').fill(person.identifyNo)
  return dialog
}

const orderForm: Opener = async (page, request) => {
  const { customerId } = await made(request)
  await enter(page, consultant(), `/order/orderDetail?type=create&from=order&customerId=${customerId}`)
  await expect(page.getByRole('heading', { name: /^新建订单/ })).toBeVisible()
  return page.locator('main')
}

/**
 * How each form is opened, by the component that draws it. The forms of one journey have the same person, if possible: it
 * opens the client once.
 */
const journeys: Readonly<Record<string, Readonly<Record<string, Opener>>>> = {
  'the settings of a store': {
    AddBlockedDialog: async (page) => {
      await (await setting(page, 'blc名单')).getByRole('button', { name: '加入名单' }).click()
      return dialogOf(page, '加入blc名单')
    },
    AddressSection: (page) => setting(page, '门店地址'),
    AgreementForm: (page) => setting(page, '试驾协议'),
    CarDialog: async (page) => {
      await (await setting(page, '试驾车')).getByRole('button', { name: '新增试驾车' }).click()
      return dialogOf(page, '新增试驾车')
    },
    DailySection: (page) => setting(page, '日报'),
    FileSection: (page) => setting(page, '文件共享'),
    Limits: (page) => setting(page, '线上线索'),
    NameDialog: async (page) => {
      await (await setting(page, '自定义来源')).getByRole('button', { name: '新增来源' }).click()
      return anyDialog(page)
    },
    SignSection: (page) => setting(page, '签到与工作时间'),
    TextsForm: (page) => setting(page, '预约短信'),
    TopicSection: async (page) => {
      const topic = await setting(page, '公告')
      await topic.getByLabel('公告内容').fill('周六晨会改到九点。')
      return topic
    },
  },
  'the pages of a manager': {
    AnswerDialog: async (page) => {
      await enter(page, far(), `/daily/team?day=${inDays(-1)}`)
      await page.getByRole('button', { name: /^批注/ }).first().click()
      return anyDialog(page)
    },
    AskDialog: async (page) => {
      await enter(page, far(), '/manager/privacy')
      await page.getByRole('button', { name: '查找个人信息' }).first().click()
      return dialogOf(page, '查找个人信息')
    },
    EndpointDialog: (page) => onPage(page, people.farManager, '/manager/webhooks', '新增地址'),
    EraseDialog: async (page, request) => {
      const number = anyMobile()
      await addCustomer(request, far(), { mobile: number })
      await mustPost(request, '/v1/privacyRpc/ask', { number }, far())
      await enter(page, far(), '/manager/privacy')
      await page
        .getByRole('button', { name: `删除 ${masked(number)}` })
        .first()
        .click()
      return dialogOf(page, `删除 ${masked(number)} 的个人信息`)
    },
    HandInForm: async (page) => {
      await enter(page, far(), '/daily/index')
      return page.getByRole('region', { name: '小结与计划' })
    },
    MorningSubscription: async (page) => {
      await enter(page, far(), '/report/morning')
      return page.getByRole('region', { name: /^订阅/ })
    },
    SaveViewDialog: async (page) => {
      const dialog = await onPage(page, people.farManager, '/customer/list?s=2', '存为视图')
      await dialog.getByRole('textbox', { name: '名称' }).fill(`视图${Date.now() % 1000}`)
      return dialog
    },
    TemplateDialog: (page) => onPage(page, people.farManager, '/manager/smstemplate', '新增模板'),
    UploadFileDialog: (page) => onPage(page, people.farManager, '/manager/files', '上传文件'),
  },
  'the members of a store': {
    BindWecomDialog: (page, request) => memberAct(page, request, '绑定企业微信'),
    EditMemberDialog: async (page, request) => {
      const { name } = await addMember(request, far())
      return onPage(page, people.farManager, '/manager/members', `编辑 ${name}`)
    },
    LeaveForm: (page, request) => memberAct(page, request, '离职'),
    SeatDialog: async (page) => {
      await press(await verifyMember(page), '下一步')
      return dialogOf(page, /^添加成员 (?!身份核验)/)
    },
    VerifyDialog: verifyMember,
  },
  'a customer’s file': {
    AnnotateDialog: async (page, request) => act(page, '批注', await made(request)),
    Annotation: async (page, request) => {
      await enter(page, consultant(), `/customer/detail/${(await made(request)).customerId}`)
      const note = page.getByRole('textbox', { name: '写批注' })
      await note.fill('重视后排空间')
      return page.locator('form').filter({ has: note })
    },
    Defeat: async (page, request) => {
      const dialog = await act(page, '战败', await made(request))
      await choose(dialog, '战败原因', '同城其他店购买')
      await choose(dialog, '战败次原因', '他店')
      await dialog.getByLabel('备注').fill('另一家店优惠更大')
      return dialog
    },
    EditDialog: async (page, request) => openEdit(page, await made(request)),
    FollowDesk: async (page, request) => {
      const { dialog } = await openFollow(page, request, consultant())
      await choose(dialog, '沟通方式', '电话')
      await choose(dialog, '发生事件', '其他')
      await remark(dialog).fill('客户在比较配置')
      return dialog
    },
    SendSmsDialog: async (page, request) => act(page, '发送短信', await made(request)),
    TagDialog: async (page, request) => {
      const { customerId } = await made(request, { tags: '急购' })
      await enter(page, consultant(), `/customer/detail/${customerId}`)
      await page.getByRole('region', { name: '客户资料' }).getByRole('button', { name: '编辑标签' }).click()
      return anyDialog(page)
    },
    VisitDialog: async (page, request) => {
      const sold = await demoCustomer(request, consultant(), { type: 4 })
      return act(page, '回访', sold)
    },
    RepurchaseDialog: async (page, request) => act(page, '再购', await addSold(request)),
    ReviveDialog: async (page, request) => {
      const customer = await waiting(request)
      const { customerId } = customer
      await mustPost(request, '/v2/appVerifyService/confirmFail', { customerId }, reviewer())
      return act(page, '复活', customer)
    },
  },
  orders: {
    AddLineDialog: async (page, request) => {
      await press(await orderForm(page, request), '添加订车明细')
      return dialogOf(page, '订车明细添加')
    },
    CancelLineDialog: async (page, request) => {
      await openOrder(page, (await ordered(request, 3)).orderId, 'approved')
      await section(page, '订车明细')
        .getByRole('button', { name: /^取消 / })
        .click()
      return anyDialog(page)
    },
    CancelOrderDialog: async (page, request) => {
      await openOrder(page, await addFullOrder(request, await made(request)))
      await pressMore(page, '取消订单')
      return anyDialog(page)
    },
    CompleteDialog: async (page, request) => {
      const customer = await made(request)
      await addQuickOrder(request, customer)
      await enter(page, consultant(), `/customer/detail/${customer.customerId}`)
      await page.getByRole('button', { name: '提交审批', exact: true }).first().click()
      const dialog = dialogOf(page, /^提交审批 DD/)
      await dialog.getByRole('textbox', { name: '证件号码' }).fill('11010519491231002x')
      return dialog
    },
    DeliverForm: async (page, request) => act(page, '交车', await ordered(request)),
    OrderFollowDialog: async (page, request) => act(page, '订车回访', await ordered(request)),
    OrderFormPage: orderForm,
    QuickOrderForm: async (page, request) => act(page, '订车', await made(request)),
  },
  appointments: {
    KeysDialog: async (page, request) => {
      const { name } = await driveToday(request)
      await enter(page, consultant(), '/activity/appointments')
      await page.getByRole('button', { name: `交钥匙 ${name}` }).click()
      const dialog = dialogOf(page, `交钥匙 · ${name}`)
      await dialog.getByRole('radio', { name: '纸质已签' }).check()
      return dialog
    },
    MileageDialog: async (page, request) => {
      const name = await driveOut(request)
      await enter(page, consultant(), '/activity/appointments')
      await page.getByRole('button', { name: `更正里程 ${name}` }).click()
      return dialogOf(page, `更正里程 · ${name}`)
    },
    MoveDialog: async (page, request) => {
      const customer = await made(request)
      const nextDate = inDays(1) + 15 * 3600
      const next = { nextActivityType: 2, nextDate, nextMinutes: 30 }
      await followCustomer(request, consultant(), customer.customerId, next)
      await enter(page, consultant(), `/activity/appointments?day=${nextDate}`)
      await page.getByRole('button', { name: new RegExp(`^${customer.name}`) }).click()
      return dialogOf(page, '改约')
    },
    RenewDialog: async (page) => {
      // The demo sends SMS codes, so it offers no authenticator.
      await page.route('**/v1/userRpc/bindings', async (route) => {
        const response = await route.fetch()
        const answer = (await response.json()) as object
        const authenticator = { isOffered: true, enrolledAt: inDays(-3), recoveryCodes: 9 }
        await route.fulfill({ response, json: { ...answer, authenticator } })
      })
      await enter(page, consultant())
      await openUserMenu(page, people.consultant, '个人信息')
      await press(page.getByRole('dialog'), '更换验证器')
      return dialogOf(page, '更换验证器')
    },
    TakeBackDialog: async (page, request) => {
      const name = await driveOut(request)
      await enter(page, consultant(), '/activity/appointments')
      await page.getByRole('button', { name: `还车 ${name}` }).click()
      return dialogOf(page, `还车 · ${name}`)
    },
    WalkUpDialog: async (page) => {
      await enter(page, consultant(), '/activity/appointments')
      await page.getByRole('button', { name: '现场试驾' }).click()
      const dialog = dialogOf(page, '现场试驾')
      await dialog.getByRole('radio', { name: '纸质已签' }).check()
      return dialog
    },
  },
  'a superior': {
    BulkReassignDialog: (page) => bulk(page, '再分配'),
    BulkTagDialog: (page) => bulk(page, '标签'),
    HandOverAppointment: async (page, request) => {
      const customer = await addCustomer(request, consultant())
      const nextDate = inDays(1) + 15 * 3600
      await followCustomer(request, consultant(), customer.customerId, {
        nextActivityType: 2,
        nextDate,
        nextMinutes: 30,
      })
      await enter(page, reviewer(), `/activity/appointments?day=${nextDate}`)
      await page.getByRole('button', { name: new RegExp(`^${customer.name}`) }).click()
      await press(dialogOf(page, '改约'), '换客户经理')
      return dialogOf(page, /^再分配/)
    },
    ReassignDialog: async (page, request) => act(page, '再分配', await made(request), people.salesManager),
    RejectDefeatDialog: async (page, request) =>
      act(page, '驳回战败', await waiting(request), people.salesManager),
    RejectOrderDialog: async (page, request) => {
      const orderId = await addFullOrder(request, await made(request))
      await submit(request, orderId)
      await enter(page, reviewer(), `/submitted?id=${orderId}&type=1`)
      await press(page.getByRole('group', { name: '订单操作' }), '驳回')
      return anyDialog(page)
    },
  },
  others: {
    BatchAssignDialog: async (page, request) => {
      const session = sessionOf(people.generalManager)
      const [lead] = await leadsOf(request, session, tab.unassigned)
      await enter(page, session, `/activity/clue-clear?t=${tab.unassigned}`)
      await page
        .getByRole('checkbox', { name: `选择 ${lead?.name}` })
        .first()
        .check()
      await press(page.getByRole('main'), '分配')
      return anyDialog(page)
    },
    HandOverVisits: async (page) => {
      await enter(page, sessionOf(people.generalManager), '/front/index')
      await page.locator('tbody').getByRole('checkbox').first().check()
      await page.getByRole('button', { name: '再分配' }).first().click()
      return anyDialog(page)
    },
    HandlePanel: async (page, request) => {
      await openNewest(page, request, people.agent)
      return desk(page)
    },
    NewCustomerDialog: async (page) => {
      await dropDrafts(page, sessionOf(people.bystander))
      const dialog = await onPage(page, people.bystander, '/customer/list', '新建客户')
      await expect(dialog.getByText('浙江省 / 杭州市')).toBeVisible()
      return fillPerson(dialog)
    },
    SignForm: async (page) => {
      await enter(page, sessionOf(people.bystander), '/sign')
      return page.getByRole('region', { name: '今日签到' })
    },
    NewTrafficDialog: async (page) =>
      fillPerson(await onPage(page, people.frontDesk, '/front/index', '新建客户')),
    ChangePasswordDialog: async (page) => {
      await enter(page, sessionOf(people.boss))
      await openUserMenu(page, people.boss, '修改密码')
      return anyDialog(page)
    },
    BindDialog: async (page, request) => {
      await addUser(request, besideChat.plain)
      const browser = page.context().browser()
      if (!browser) throw new Error('the window has no browser')
      const window = await openBeside(browser, new URL(page.url()).origin, besideChat.plain)
      await window.getByRole('button', { name: '查找并绑定客户' }).click()
      return anyDialog(window)
    },
  },
}

const openers: Readonly<Record<string, Opener>> = Object.assign({}, ...Object.values(journeys))

interface Holder {
  holds?: boolean
  takeHeld?: () => string[]
}

/** Runs in the page: records and refuses the requests of forms, and freezes the clock between two submissions. */
function hold(): void {
  const holder = globalThis as Holder
  holder.holds = true
  // The form before, in the same window, is over.
  if (holder.takeHeld) return void holder.takeHeld()
  const held: string[] = []
  const real = { fetch: globalThis.fetch, now: performance.now.bind(performance) }
  let later = 0
  performance.now = () => real.now() + later
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!holder.holds || !request.headers.has('idempotency-key')) return real.fetch.call(globalThis, request)
    held.push(`${new URL(request.url).pathname} ${await request.text()}`)
    return Response.json({ status: '-1', code: 9999, detail: '留在本页' })
  }
  holder.takeHeld = () => {
    later += 5000
    return held.splice(0)
  }
}

/** Runs in the page: the next form may send again. */
const letGo = (): void => void ((globalThis as Holder).holds = false)

interface Seen {
  /** The chosen value that each field with a list shows. */
  readonly visible: readonly string[]
  readonly open: number
  readonly held: readonly string[]
}

const boxes =
  '.ant-select:not(.ant-select-disabled, .ant-pagination *), .ant-picker:not(.ant-picker-disabled)'
const lists = '.ant-select-open, .ant-picker-dropdown:not(.ant-picker-dropdown-hidden, [class*="-leave"])'

/** The visible values and the recorded requests, once the page is idle. */
const look = (scope: Locator): Promise<Seen> =>
  scope.evaluate(
    async (root, [fields, opened]) => {
      for (let frame = 0; frame < 8; frame++) await new Promise(requestAnimationFrame)
      // A question before it is sent: that is a sending, too.
      const questions = [...document.querySelectorAll('.ant-modal-confirm .ant-modal-confirm-title')]
      const taken = (globalThis as Holder).takeHeld?.() ?? []
      return {
        visible: [...root.querySelectorAll(fields)].map((box) =>
          [box.textContent, ...[...box.querySelectorAll('input')].map(({ value }) => value)].join('|'),
        ),
        open: document.querySelectorAll(opened).length,
        held: [...taken, ...questions.map(({ textContent }) => `? ${textContent}`)],
      }
    },
    [boxes, lists] as const,
  )

/** A question that stands over the form is answered by no. */
async function decline(page: Page): Promise<void> {
  const question = page.locator('.ant-modal-confirm')
  if (await question.isVisible()) await question.getByRole('button').first().click()
  await expect(question).toBeHidden()
}

/** Opens the list of a field, if it has one (tags are typed), and rests the pointer on its second entry. */
async function drop(box: Locator): Promise<void> {
  await box.locator('input').first().click()
  const list = box.page().locator('.ant-select-dropdown, .ant-picker-dropdown').locator('visible=true')
  const entries = list.locator(
    '.ant-select-item-option, .ant-cascader-menu-item, .ant-picker-cell-in-view, .ant-picker-time-panel-cell, .ant-empty',
  )
  await entries
    .first()
    .waitFor({ timeout: 300 })
    .catch(() => undefined)
  if ((await entries.count()) > 1) await entries.nth(1).hover()
}

/** The kinds of fields that this worker has tried. */
const triedKinds = new Set<string>()

/** The component that draws a field, with its mode: fields of one kind share the code that handles keys. */
const kindOf = (box: Locator): Promise<string> =>
  box.evaluate((node) =>
    ['cascader', 'select-multiple', 'select-show-search', 'tree-select', 'picker-range', 'picker', 'select']
      .filter((name) => node.matches(`.ant-${name}`))
      .join(),
  )

test('every form with the key is opened here, and a confirmation has no fields', () => {
  expect(Object.keys(openers).toSorted()).toEqual(formsWithKey())
  expect(confirmationsWithFields()).toEqual([])
})

async function tryKey(name: string, scope: Locator): Promise<void> {
  const page = scope.page()
  await expect(scope).toBeVisible()
  expect(await page.locator(lists).count(), 'a list that is dropped from the start').toBe(0)
  // Every form is opened here, so its accessibility is checked here, too.
  await expectAccessible(page, name, scope)
  await page.evaluate(hold)
  for (const summary of await scope.locator('details:not([open]) > summary').all()) await summary.click()
  await expect(scope.locator('.ant-select-loading')).toHaveCount(0)
  const fields = scope.locator(boxes).locator('visible=true')
  await scope.locator('input:visible, textarea:visible').first().focus()
  await page.keyboard.press('Control+Enter')
  const closed = await look(scope)
  await decline(page)
  for (const [at, field] of (await fields.all()).entries()) {
    const kind = await kindOf(field)
    if (triedKinds.has(kind)) continue
    triedKinds.add(kind)
    for (const key of ['Control+Enter', 'Enter']) {
      await drop(field)
      await page.keyboard.press(key)
      const seen = await look(scope)
      const place = `${name}, field ${at + 1}, ${key}`
      expect(seen.visible, place).toEqual(closed.visible)
      // An empty calendar stays: Enter has taken nothing in it.
      if (key !== 'Enter') expect(seen.open, `${place}: lists that stay open`).toBe(0)
      expect(seen.held, place).toEqual(key === 'Enter' ? [] : closed.held)
      await decline(page)
    }
  }
}

for (const [where, forms] of Object.entries(journeys))
  test(`${where}: the key takes what is chosen, and nothing else`, async ({ page, request }) => {
    test.setTimeout(240_000)
    stayOpen()
    const settle = watchRequests(page)
    for (const [name, open] of Object.entries(forms))
      await test.step(name, async () => {
        const scope = await open(page, request)
        await tryKey(name, scope)
        // WeCom's client has another window.
        if (scope.page() !== page) await scope.page().context().close()
        await closeLayers(page, settle)
        await page.evaluate(letGo)
      })
  })

/** The second half of a double click, at the same place and a moment later. */
async function clickTwice(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.click(x, y)
  await page.waitForTimeout(100)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

const middle = async (place: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2]
}

test('an option that is clicked twice is chosen once, and the button below it is not pressed', async ({
  page,
}) => {
  const dialog = await bulk(page, '再分配')
  await page.evaluate(hold)
  const send = await middle(dialog.getByRole('button', { name: '再分配', exact: true }))
  const box = dialog.locator('.ant-select')
  await box.locator('input').click()
  const isCovered = ([x, y]: [number, number]): boolean =>
    document.elementFromPoint(x, y)?.closest('.ant-select-item-option') != null
  await expect.poll(() => page.evaluate(isCovered, send)).toBe(true)
  await clickTwice(page, ...send)
  const seen = await look(dialog)
  await expect(box).not.toContainText('请选择')
  expect(seen.held).toEqual([])
})

test('one of several options that is clicked twice stays chosen', async ({ page, request }) => {
  const { dialog } = await openFollow(page, request, consultant())
  const box = dialog.locator('[data-field="specIds"]')
  await box.locator('input').click()
  const option = page.locator('.ant-select-item-option').filter({ hasText: '青屿' })
  await expect(option).toBeVisible()
  await clickTwice(page, ...(await middle(option)))
  await expect(box).toContainText('青屿')
})

test('what is being searched for is not chosen: the key shows that first, and sends with the next press', async ({
  page,
  request,
}) => {
  const dialog = (await openers['FollowDesk']?.(page, request)) ?? anyDialog(page)
  await page.evaluate(hold)
  const search = dialog.locator('[data-field="specIds"] input')
  await search.fill('青')
  await expect(page.locator('.ant-select-item-option-active')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  expect(await look(dialog)).toMatchObject({ held: [], open: 0 })
  await expect(search).toHaveValue('')
  // A second press within half a second belongs to the first.
  await page.waitForTimeout(600)
  await page.keyboard.press('Control+Enter')
  expect((await look(dialog)).held).toEqual([expect.stringContaining(`"specIds":"${series.id}"`)])
})

test.describe('in a separate window', () => {
  test.use({ ownWindow: true })

  test('a page is left with its calendar open, and nothing fails', async ({ page }) => {
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await enter(page, sessionOf(people.generalManager), '/report/customer')
    const day = page.getByRole('textbox', { name: '统计日期' })
    await expect(day).toBeVisible()
    // The next page takes long to come: this one is hidden first.
    await page.route(/\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.continue().catch(() => undefined)
    })
    await day.click()
    await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
    await page.evaluate(() => (location.hash = '/order/index'))
    await expect(page.getByRole('heading', { name: '销售订单' })).toBeVisible({ timeout: 30_000 })
    expect(errors).toEqual([])
  })
})
