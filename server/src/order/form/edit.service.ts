import { yuanOf } from '@showroom/contract/kernel/money'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { flatten, reconcile } from '@showroom/contract/order/edit.rules'
import { formProblems } from '@showroom/contract/order/form.schema'
import type { EditOrder, OrderForm } from '@showroom/contract/order/form.schema'
import type { OrderLineForm } from '@showroom/contract/order/line.schema'
import { recordTimeline } from '../../customer/index.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseAll } from '../../platform/refusal.ts'
import { changesBetween, changeText } from '../changes.ts'
import { readDetail } from '../list/detail.repository.ts'
import { columnsOf, linesOf, shownOf } from './form.ts'
import { lockOrder } from '../lock.ts'
import type { LockedOrder } from '../order.repository.ts'
import { sentence } from '../order.text.ts'
import { reschedule } from './plan.service.ts'
import { checkFields, checkVehicles, refuseBlockedBuyer } from './save.check.ts'
import { getForm, updateOrder } from './save.repository.ts'

/** Edits an order that waits to be submitted or was rejected. `settle` merges it with concurrent edits. */
export async function editOrder(context: Context, request: EditOrder) {
  const { db, session, catalogue } = context
  const { customer, order } = await lockOrder(context, request.orderId, 'edit', 'order')
  const stored = await getForm(db, session.scope, order.id)
  const { form, mine } = await mergeEdit(context, request, stored.form, order)
  // A day in the past is accepted while it is unchanged, even if another field of its group changes.
  const isChanged = (field: keyof OrderForm): boolean => form[field] !== stored.form[field]
  const { vehicles, problems } = await checkVehicles(context, form, stored.form)
  refuseAll([
    ...formProblems(form).filter(({ path }) => mine.has(path)),
    ...checkFields(context, form, isChanged),
    ...strangeLines(form, stored.lineIds),
    ...problems,
  ])
  await refuseBlockedBuyer(context, customer, form)
  const columns = columnsOf(form)
  const saved = (rowVersion: number) => ({
    orderId: order.id,
    rowVersion,
    sysPaymentAmount: yuanOf(columns.payment_amount_fen),
    sysTotalOrderAmount: yuanOf(columns.total_amount_fen),
  })
  const changes = changesBetween(catalogue, stored.form, form)
  // An edit without changes is not recorded.
  if (changes.length === 0) return saved(order.rowVersion)
  const rowVersion = await updateOrder(
    db,
    session.scope,
    order,
    columns,
    linesOf(form, vehicles, stored.lineIds),
    nextNumber(stored.lineIds),
  )
  if (isChanged('nextFollowDate') && columns.next_follow_at)
    await reschedule(context, customer, columns.next_follow_at)
  await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '编辑订单',
    content: sentence(`订单号：${order.orderNo}`, ...changes.map(changeText)),
    facts: { kind: 'order', orderNo: order.orderNo, changes: changes.map(changeText).join('\n') },
    dealId: order.dealId,
    orderId: order.id,
    orderStatus: order.status,
  })
  return saved(rowVersion)
}

/** Line numbers end in `-1`, `-2`, … */
const nextNumber = (lineIds: ReadonlyMap<string, number>): number =>
  Math.max(0, ...[...lineIds.keys()].map((no) => Number(no.split('-').at(-1)))) + 1

/** Lines with a number that is repeated or not of this order. */
const strangeLines = (form: OrderForm, lineIds: ReadonlyMap<string, number>): FieldError[] => {
  const seen = new Set<string>()
  return form.subOrderInfos.flatMap(({ orderNo }, at) => {
    const isStrange = orderNo !== '' && (!lineIds.has(orderNo) || seen.has(orderNo))
    seen.add(orderNo)
    return isStrange ? [{ path: `subOrderInfos.${at}.orderNo`, text: `第${at + 1}行不属于该订单` }] : []
  })
}

interface MergedEdit {
  /** The resulting order, numbers unmasked. */
  readonly form: OrderForm
  /** The fields whose value came from the form. */
  readonly mine: ReadonlySet<string>
}

/**
 * Applies the form's changes to the current order. If the order has changed since the form was opened, changes of different fields are
 * merged; a field changed by both is refused with the current order, so that the page can display both.
 */
async function mergeEdit(
  context: Context,
  request: EditOrder,
  current: OrderForm,
  order: LockedOrder,
): Promise<MergedEdit> {
  const visible = shownOf(current)
  /** Restores texts that came back masked. */
  const unmasked = (values: Readonly<Record<string, unknown>>): Map<string, unknown> => {
    const flat = flatten(values)
    for (const [key, text] of Object.entries(visible))
      if (flat.get(key) === text) flat.set(key, current[key as keyof OrderForm])
    return flat
  }
  const now = flatten({ ...current })
  const { rowVersion = order.rowVersion, original } = request
  const form = unmasked({ ...request })
  const opened = rowVersion === order.rowVersion ? now : original && unmasked(original)
  const { mine, conflicts } = reconcile(form, now, opened)
  if (conflicts.length > 0)
    throw new Refusal('CONFLICT', {
      answer: { rowVersion: order.rowVersion, current: await readDetail(context, order.id), conflicts },
    })
  const edited = [...mine].map((key) => [key, key === 'subOrderInfos' ? mineLines(request) : form.get(key)])
  return { form: { ...current, ...(Object.fromEntries(edited) as Partial<OrderForm>) }, mine }
}

const mineLines = ({ subOrderInfos }: EditOrder): OrderLineForm[] => subOrderInfos
