import { moneyText } from '@showroom/contract/kernel/money'
import { type CustomerProfile, draftedOn } from '@showroom/contract/customer/profile.schema'
import { errors } from '@showroom/contract/kernel/errors'
import * as order from '@showroom/contract/order/order.api'
import type { OrderDetail, OrderNumbers } from '@showroom/contract/order/detail.schema'
import { CreateOrder, EditOrder, type OrderSaved } from '@showroom/contract/order/form.schema'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { showBlocked } from '../../base/public'
import { failureText, isRefusal, type RefusalShape } from '../../ui/failure'
import type { FormProblem, SchemaFormApi } from '../../ui/form/types'
import { usePriceQuestion } from '../../ui/form/usePriceQuestion'
import { useSchemaForm, usualLockMs } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { useOrderChanged, useOrderRefused } from '../order.queries'
import { formSums, orderFieldOf, orderRequest, type OrderValues } from './orderValues'
import { useOrderConflict } from './useOrderConflict'
import { type SaveMode, useSubmitQuestion } from './useSubmitQuestion'

interface Ended {
  /** Called after saving; `isSubmitted` is true if the order was also submitted for review. */
  onSaved: (orderId: number, isSubmitted: boolean) => void
}

/** Saving shared by new and edited orders: save only, or save and submit for review. */
function useSaving(customerId: number, { onSaved }: Ended) {
  const { ask, question } = useSubmitQuestion()
  const { askPrices, questions } = usePriceQuestion('成交价格')
  const changed = useOrderChanged(customerId)
  const asks = useRef(false)
  const way = useRef<SaveMode>(undefined)
  const goesOn = useRef(false)
  const [isHandingOver, setHandingOver] = useState(false)

  const showSums = (saved: OrderSaved, values: OrderValues): void => {
    const { total, deposit } = formSums(values)
    if (saved.sysTotalOrderAmount === total && saved.sysPaymentAmount === deposit) return
    const counted = [
      `总价 ${moneyText(saved.sysTotalOrderAmount)}`,
      `定金 ${moneyText(saved.sysPaymentAmount)}`,
    ]
    notice.warning(`金额以系统核算为准：${counted.join('，')}`)
  }
  const done = async (saved: OrderSaved, values: OrderValues): Promise<void> => {
    setHandingOver(way.current === 'submit')
    const isSubmitted = way.current === 'submit' && (await handOver(saved.orderId))
    setHandingOver(false)
    if (!isSubmitted) notice.success('保存成功')
    showSums(saved, values)
    changed()
    onSaved(saved.orderId, isSubmitted)
  }
  return {
    question: (
      <>
        {question}
        {questions}
      </>
    ),
    isHandingOver,
    done,
    /** Asks about unlikely prices and how to save, once the input is valid. */
    confirm: async ({ subOrderInfos = [] }: Partial<OrderValues>): Promise<boolean> => {
      if (goesOn.current) return way.current !== undefined
      if (!(await askPrices(subOrderInfos.map(({ price }) => price)))) return false
      way.current = asks.current ? await ask() : 'save'
      return way.current !== undefined
    },
    /** Sets whether the next save asks first. */
    askFirst: (first: boolean): void => {
      asks.current = first
    },
    /** Sends the resolved form in the way chosen before, without asking again. */
    goOn: async (submit: () => Promise<unknown>): Promise<void> => {
      goesOn.current = true
      await submit().finally(() => {
        goesOn.current = false
      })
    },
  }
}

/** Submits the order for review and returns true on success. Shows the reason if it is refused. */
async function handOver(orderId: number): Promise<boolean> {
  try {
    await callApi(order.submit, { orderId }, { once: true })
    notice.success('提交订单成功')
    return true
  } catch (error) {
    const isShown = isRefusal(error) && showBlocked(error)
    if (!isShown) notice.error(failureText(error))
    return false
  }
}

/** A page's order form and the ways to save it. */
export interface OrderFormApi {
  readonly form: SchemaFormApi<OrderValues>
  readonly save: () => void
  /** Asks whether to submit the order for review as well. */
  readonly saveAndSubmit: () => void
  /** True while the saved order is being submitted for review. */
  readonly isHandingOver: boolean
  /** The question dialog; render it. */
  readonly question: React.ReactNode
}

const saveModes = (
  form: SchemaFormApi<OrderValues>,
  { askFirst, question, isHandingOver }: ReturnType<typeof useSaving>,
): OrderFormApi => {
  const send = (first: boolean): void => {
    askFirst(first)
    // Resets the flag, so that Ctrl+Enter always saves without asking.
    void form.submit().finally(() => askFirst(false))
  }
  return { form, save: () => send(false), saveAndSubmit: () => send(true), question, isHandingOver }
}

interface NewOrderOptions extends Ended {
  profile: CustomerProfile
  initial: OrderValues
}

/** The form of a new order for a customer. */
export function useNewOrderForm({ profile, initial, onSaved }: NewOrderOptions): OrderFormApi {
  const customerId = profile.customer.id
  const { dealId } = profile.info
  const saving = useSaving(customerId, { onSaved })
  const refused = useOrderRefused(customerId)
  const form = useSchemaForm({
    schema: CreateOrder,
    draft: { form: 'order.new', record: draftedOn(profile) },
    initial,
    toRequest: (values: OrderValues) => ({ ...orderRequest(values), customerId, dealId }),
    fieldOf: orderFieldOf,
    confirm: saving.confirm,
    send: (request, options) => callApi(order.create, request, options),
    onDone: (saved) => void saving.done(saved, form.form.getFieldsValue(true) as OrderValues),
    onRefused: refused,
  })
  return saveModes(form, saving)
}

interface EditOrderOptions extends Ended {
  opened: OrderDetail
  initial: OrderValues
  /** The numbers that could be unmasked. */
  clear: Partial<OrderNumbers>
}

/** The form of an existing order, with the conflict if another user saved first. */
export function useEditOrderForm({ opened, initial, clear, onSaved }: EditOrderOptions) {
  const saving = useSaving(opened.customerId, { onSaved })
  const refused = useOrderRefused(opened.customerId)
  const [base] = useState(opened)
  const conflict = useOrderConflict(base, clear)
  const { rowVersion, original, settled } = conflict
  const onRefused = async (refusal: RefusalShape): Promise<boolean | FormProblem> => {
    if (refusal.code !== errors.CONFLICT.code) return refused(refusal)
    return conflict.show(refusal, form.form.getFieldsValue(true) as OrderValues)
  }
  const form = useSchemaForm({
    schema: EditOrder,
    draft: { form: 'order.edit', record: { id: base.id, version: String(base.rowVersion) } },
    initial,
    toRequest: (values: OrderValues) => ({
      ...orderRequest(values),
      orderId: base.id,
      rowVersion,
      original: orderRequest(original),
    }),
    fieldOf: orderFieldOf,
    confirm: saving.confirm,
    send: (request, options) => callApi(order.edit, request, options),
    onDone: (saved) => void saving.done(saved, form.form.getFieldsValue(true) as OrderValues),
    onRefused,
    // After a conflict the save follows at once, without the lock against double clicks.
    lockMs: settled ? 0 : usualLockMs,
  })
  const sendMerged = useEffectEvent(() => void saving.goOn(form.submit))
  useEffect(() => {
    if (settled) sendMerged()
  }, [rowVersion, settled])
  return { ...saveModes(form, saving), conflict }
}
