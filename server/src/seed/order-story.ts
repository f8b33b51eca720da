import { timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { moneyText } from '@showroom/contract/kernel/money'
import { planNext } from './follow-story.ts'
import { creditCode, residentId } from './people.ts'
import type { OrderLineRow, OrderRow } from './rows.ts'
import type { Story } from './story.ts'
import { catalogue } from './vehicles.ts'
import type { Model } from './vehicles.ts'
import { daysLater, duringDay, instant, nextOpen } from './workday.ts'

/** Orders: created, submitted, reviewed, built, delivered; some rejected, some cancelled. */

export type OrderEnd = 'open' | 'ordered' | 'delivered' | 'cancelled' | 'following'

export interface Sale {
  /** Delivery day named in the order. */
  readonly plannedAt: number
  readonly order: OrderRow
  readonly lines: OrderLineRow[]
}

/** Runs an order from its creation until the present. */
export function sell(story: Story): OrderEnd {
  const { random, deal } = story
  if (!story.advance(story.doneAt())) return 'following'
  if (!deal.arrived_at && deal.business_type !== 4) return 'following'
  const sale = createOrder(story)
  story.complete(4)
  story.plan(1, random.int(1, 3))
  if (!story.advance(nextOpen(story.at + random.int(900, 90_000)))) return 'open'
  submit(story, sale)
  if (!story.advance(soon(story, 0, 3))) return 'open'
  if (random.chance(0.12) && !rejectAndRepeat(story, sale)) return 'open'
  approve(story, sale)
  if (random.chance(0.07)) return cancel(story, sale)
  return deliver(story, sale)
}

/** Wishes of a scene for an order: another buyer than the customer, more lines, another delivery day. */
export interface Wish {
  readonly company?: string
  readonly lines?: number
  /** Days from the order to the planned delivery. */
  readonly plannedIn?: number
}

/** Creates an order that is now waiting, submitted or rejected, within some hours. Returns it. */
export function sellUpTo(story: Story, status: 1 | 2 | 6, wish: Wish = {}): Sale {
  const { random } = story
  const sale = createOrder(story, wish)
  story.complete(4)
  story.plan(1, random.int(1, 3))
  if (status === 1) return sale
  story.advance(story.at + 1200)
  submit(story, sale)
  if (status === 2) return sale
  story.advance(story.at + 3600)
  reject(story, sale)
  return sale
}

/** Creates an order that is approved on the day it was submitted and has since reached the given status at the manufacturer. */
export function sellOnTo(story: Story, status: number, wish: Wish = {}): Sale {
  const sale = sellUpTo(story, 2, wish)
  story.advance(story.at + 3600)
  approve(story, sale)
  if (visitUntil(story, sale, story.world.now)) setStatus(sale, status)
  return sale
}

function submit(story: Story, sale: Sale, words = '订单已提交审批。'): void {
  Object.assign(sale.order, {
    submitted_at: instant(story.at),
    reviewed_at: null,
    reviewed_by: null,
    reject_reason: '',
  })
  setStatus(sale, 2)
  story.write(timelineType.order, '提交订单', words)
}

/** A working hour some days later, at least half an hour from now. */
const soon = ({ at, random }: Story, low: number, high: number): number =>
  nextOpen(Math.max(daysLater(at, random.int(low, high), random), at + 1800))

/** Equipped, delivered or completed: the manufacturer has assigned cars. */
const withCar: ReadonlySet<number> = new Set([4, 19, 14])

/** Derived from the line alone, so that it does not use the story's random generator. */
const vinOf = ({ model_id, order_id }: OrderLineRow, at: number): string =>
  `LSY${'ABCDEFGH'[model_id % 8]}A41Z8N${String((order_id * 37 + at) % 10_000_000).padStart(7, '0')}`

function setStatus({ order, lines }: Pick<Sale, 'order' | 'lines'>, status: number): void {
  order.status = status
  for (const line of lines) {
    line.status = status
    if (withCar.has(status)) giveCars(line)
  }
}

function giveCars(line: OrderLineRow): void {
  line.vins = Array.from({ length: line.quantity }, (_, at) => vinOf(line, at))
}

/** Corrects a rejected order and submits it again; returns false if the present comes before its approval. */
function rejectAndRepeat(story: Story, sale: Sale): boolean {
  reject(story, sale)
  if (!story.advance(soon(story, 0, 4))) return false
  submit(story, sale, '修改后重新提交审批。')
  return story.advance(soon(story, 0, 2))
}

function reject(story: Story, sale: Sale): void {
  const { random, store } = story
  const boss = random.pick(store.reviewers)
  setStatus(sale, 6)
  Object.assign(sale.order, { reviewed_at: instant(story.at), reviewed_by: boss.id })
  sale.order.reject_reason = random.pick([
    '成交价低于权限，请补充申请说明。',
    '证件信息不完整，请核对后重新提交。',
    '交车日期过早，请与库存确认。',
  ])
  story.write(timelineType.order, '订单驳回', sale.order.reject_reason, boss)
}

function approve(story: Story, sale: Sale): void {
  const { deal, random, store } = story
  story.cancelOpen()
  setStatus(sale, 3)
  sale.order.reviewed_at = instant(story.at)
  sale.order.approved_owner_id = story.owner.id
  deal.level_before = deal.level
  deal.level = 'O'
  deal.ordered_at = instant(story.at)
  deal.deliver_planned_on = sale.order.deliver_on
  deal.pay_type = sale.order.payment_type
  const boss = random.pick(store.reviewers)
  sale.order.reviewed_by = boss.id
  story.write(timelineType.order, '订车', '订单审核通过。', boss)
  story.plan(8, random.int(4, 15))
}

const cancelReasons = { qxyy01: '客户退订', qxyy03: '等待时间过长', qxyy06: '购车人信息变更' } as const

function cancel(story: Story, sale: Sale): OrderEnd {
  const { deal, random } = story
  if (!story.advance(daysLater(story.at, random.int(2, 12), random))) return 'ordered'
  const reason = random.pick(Object.keys(cancelReasons) as (keyof typeof cancelReasons)[])
  endOrder(story, sale, reason)
  story.cancelOpen()
  deal.level = deal.level_before
  deal.level_before = ''
  deal.ordered_at = null
  deal.deliver_planned_on = null
  deal.pay_type = 0
  planNext(story)
  story.write(timelineType.order, '取消订单', `取消原因：${cancelReasons[reason]}。`)
  return 'cancelled'
}

/** Cancels an order before its approval; following the customer continues as before. */
export function cancelEarly(story: Story, sale: Sale, reason: keyof typeof cancelReasons): void {
  endOrder(story, sale, reason)
  story.write(timelineType.order, '取消订单', `取消原因：${cancelReasons[reason]}。`)
}

/** In a partly equipped order of several lines, gives the first line its cars and cancels the last. */
export function loseLine(story: Story, { order, lines }: Sale): void {
  const [first, last] = [lines[0], lines.at(-1)]
  if (order.status !== 17 || !first || !last || lines.length < 3) return
  first.status = 4
  giveCars(first)
  Object.assign(last, { status: 8, cancelled_quantity: last.quantity })
  order.total_amount_fen -= last.quantity * last.price_fen
  order.payment_amount_fen -= last.quantity * order.payment_fen
  const model = catalogue.models.find(({ id }) => id === last.model_id)
  const series = catalogue.series.find(({ id }) => id === last.series_id)
  const words = `订单号：${last.sub_order_no}；${series?.name} ${model?.name}（${last.color}）${last.quantity}台；备注：该配置停产；厂家订单系统推送`
  story.write(timelineType.order, '取消子订单', words, { id: 0, name: '厂家系统' })
}

function endOrder(story: Story, { order, lines }: Sale, reason: keyof typeof cancelReasons): void {
  setStatus({ order, lines }, 8)
  for (const line of lines) line.cancelled_quantity = line.quantity
  Object.assign(order, {
    cancel_reason: reason,
    cancelled_at: instant(story.at),
    payment_amount_fen: 0,
    total_amount_fen: 0,
  })
}

/** Makes return visits until then; returns false if the present comes first. */
function visitUntil(story: Story, sale: Sale, until: number): boolean {
  while (story.open && story.open.dueAt < until) {
    if (!story.advance(story.doneAt())) return story.world.now <= until
    if (story.at >= until) break
    story.complete(8, { contactStatus: 1 })
    story.write(
      timelineType.revisit,
      '回访',
      story.note('orderFollow', { d: dateWords(sale.order.deliver_on) }),
    )
    story.plan(8, story.random.int(5, 12))
  }
  return true
}

function deliver(story: Story, sale: Sale): OrderEnd {
  const { deal, random, world } = story
  const { plannedAt } = sale
  const reviewedAt = story.at
  const around = addDays(plannedAt, random.int(-4, 3))
  const deliverAt = duringDay(Math.max(around, addDays(reviewedAt, 4)), random)
  // The manufacturer advances the order day by day: 15 pending, 16 accepted, 17 partly equipped, 4 equipped.
  const share = (world.now - reviewedAt) / (deliverAt - reviewedAt)
  const several = sale.lines.length > 1
  setStatus(sale, share < 0.08 ? 3 : share < 0.2 ? 15 : share < 0.55 ? 16 : share < 0.75 && several ? 17 : 4)
  if (!visitUntil(story, sale, deliverAt)) return 'ordered'
  if (!story.advance(Math.max(deliverAt, story.at + 3600))) return 'ordered'
  if (story.open) story.complete(5)
  deal.level = 'D'
  deal.delivered_at = instant(story.at)
  sale.order.delivered_at = instant(story.at)
  sale.order.delivered_owner_id = story.owner.id
  setStatus(sale, world.now > addDays(story.at, 5) ? 14 : 19)
  story.write(timelineType.deliver, '交车', story.note('delivered'))
  story.plan(8, random.int(3, 7))
  return recall(story)
}

const recalls = [
  ['recallWeek', 30],
  ['recallMonth', 90],
  ['recallSeason', 0],
] as const

/** Return visits after delivery: after a week, a month and a season. */
function recall(story: Story): OrderEnd {
  const { random } = story
  for (const [situation, days] of recalls) {
    const at = story.doneAt()
    // Some visits of the last days are still to be made; none of the older ones is.
    const isForgotten = at > addDays(story.world.now, -8) && random.chance(0.2)
    if (isForgotten || !story.advance(at)) return 'delivered'
    const reached = random.chance(0.88)
    story.complete(8, { contactStatus: reached ? 1 : 2 })
    story.write(timelineType.revisit, '回访', reached ? story.note(situation) : '回访未接通，稍后再联系。')
    if (!days || random.chance(0.25)) break
    story.plan(8, days - random.int(0, 5))
  }
  return 'delivered'
}

const dateWords = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

function createOrder(story: Story, wish: Wish = {}): Sale {
  const { random, deal, customer, store, world, owner } = story
  const id = world.nextId('order')
  const orderNo = `DD${dayText(story.at).slice(2).replaceAll('-', '')}${String(id % 100_000).padStart(5, '0')}`
  const lines = makeLines(story, id, orderNo, wish.lines)
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const depositFen = random.pick([200_000, 300_000, 500_000, 500_000, 1_000_000])
  const company = wish.company ?? (customer.type === 2 ? customer.company_name : '')
  const identity =
    customer.identify_type === 1 && customer.identify_no
      ? customer.identify_no
      : residentId(random, random.pick(store.dealer.city.districts).code, '1988-06-12', customer.gender)
  const plannedAt = addDays(story.at, wish.plannedIn ?? random.int(12, 42))
  const district = random.pick(store.dealer.city.districts)
  const order: OrderRow = {
    dealer_id: deal.dealer_id,
    id,
    order_no: orderNo,
    customer_id: customer.id,
    deal_id: deal.id,
    owner_id: owner.id,
    status: 1,
    business_type: deal.business_type,
    payment_type: random.chance(0.4) ? 1 : 2,
    payment_fen: depositFen,
    payment_amount_fen: depositFen * quantity,
    total_amount_fen: lines.reduce((sum, line) => sum + line.quantity * line.price_fen, 0),
    contract_no: random.chance(0.7) ? `HT-${store.dealer.code}-${id}` : '',
    car_license_type: random.chance(0.75) ? 1 : 2,
    car_license_city: `${deal.buy_province},${deal.buy_city}`,
    deliver_on: dayText(plannedAt),
    customer_type: company ? 2 : 1,
    name: company || customer.name,
    contact_name: company ? customer.name : '',
    phone: customer.mobile,
    license_type: company ? 5 : 1,
    license_number: company ? creditCode(random, district.code) : identity,
    province: customer.province,
    city: customer.city,
    area: customer.area,
    address: customer.address,
    next_follow_at: instant(addDays(story.at, random.int(1, 7))),
    remark: random.chance(0.3)
      ? random.pick([
          '随车赠送脚垫与行车记录仪',
          '客户要求周末交车',
          '置换旧车同步过户',
          '按揭36期，资料已收齐',
        ])
      : '',
    cancel_reason: '',
    cancel_remark: '',
    reject_reason: '',
    submitted_at: null,
    reviewed_at: null,
    reviewed_by: null,
    delivered_at: null,
    approved_owner_id: null,
    delivered_owner_id: null,
    cancelled_at: null,
    created_at: instant(story.at),
    created_by: owner.id,
    line_count: lines.length,
    series_ids: lines.map((line) => line.series_id),
    model_ids: lines.map((line) => line.model_id),
  }
  world.ledger.orders.push(order)
  world.ledger.lines.push(...lines)
  describeOrder(story, lines, depositFen)
  return { plannedAt, order, lines }
}

function makeLines(story: Story, orderId: number, orderNo: string, count = 0): OrderLineRow[] {
  const { random, deal } = story
  const bulk = deal.business_type === 4
  const others = catalogue.models.filter(
    (model) => model.series_id === story.model.series_id && model !== story.model,
  )
  const chosen: Model[] =
    count > 0
      ? [
          story.model,
          ...others,
          ...catalogue.models.filter(({ series_id: of }) => of !== story.model.series_id),
        ].slice(0, count)
      : bulk && others.length > 0 && random.chance(0.4)
        ? [story.model, random.pick(others)]
        : [story.model]
  const priceFen = story.quote()
  return chosen.map((model, at) => {
    const configurations = catalogue.configurations.filter(({ model_id }) => model_id === model.id)
    const configuration = random.pick(configurations)
    const sku = random.pick(
      catalogue.skus.filter(({ configuration_id }) => configuration_id === configuration.id),
    )
    return {
      dealer_id: deal.dealer_id,
      order_id: orderId,
      sub_order_no: `${orderNo}-${at + 1}`,
      series_id: model.series_id,
      model_id: model.id,
      sku_id: sku.id,
      color: sku.color,
      quantity: bulk ? Math.max(1, Math.round(Math.min(deal.buy_count, 12) / chosen.length)) : 1,
      price_fen:
        model === story.model ? priceFen : Math.round((model.guide_price_fen * 0.95) / 10_000) * 10_000,
      status: 1,
      cancelled_quantity: 0,
      vins: [],
    }
  })
}

function describeOrder(story: Story, lines: readonly OrderLineRow[], depositFen: number): void {
  const texts = lines.map((line) => {
    const model = catalogue.models.find(({ id }) => id === line.model_id)
    const series = catalogue.series.find(({ id }) => id === line.series_id)
    return `${series?.name} ${model?.name}（${line.color}）${line.quantity}台，单价${moneyText(line.price_fen / 100)}`
  })
  story.write(timelineType.order, '创建订单', `${texts.join('；')}；每台定金${moneyText(depositFen / 100)}。`)
}
