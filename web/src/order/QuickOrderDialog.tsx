import { type CustomerProfile, draftedOn } from '@showroom/contract/customer/profile.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { errors } from '@showroom/contract/kernel/errors'
import * as order from '@showroom/contract/order/order.api'
import { farthestDelivery } from '@showroom/contract/order/order.rules'
import { QuickOrder } from '@showroom/contract/order/order.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../api/client'
import { nowSeconds } from '../api/clock'
import { DayPicker } from '../ui/form/DayPicker'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { usePriceQuestion } from '../ui/form/usePriceQuestion'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { blankOrder, quickOrderRequest, type QuickOrderValues, waitingOrder } from './order.form'
import { customerOrdersQuery, useOrderChanged, useOrderRefused } from './order.queries'
import { FullOrderLink } from './OrderLink'
import { SubmitOrderDialog } from './SubmitOrderDialog'
import { OrderListDialog } from './OrderListDialog'
import { CarFields, GuidePrice, PaymentFields, PriceFields, RemarkField } from './VehicleFields'

export interface OrderDialogProps {
  profile: CustomerProfile
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** 订车: creates an order. If an order is already waiting, warns instead, so that no duplicate is made. */
export function QuickOrderDialog({ profile, onClosed }: OrderDialogProps) {
  const hasWaiting = useWaitingOrder(profile)
  const [listing, setListing] = useState(false)
  const [made, setMade] = useState<number>()
  if (made !== undefined)
    return (
      <SubmitOrderDialog
        order={{ id: made }}
        customerId={profile.customer.id}
        done={orderedText}
        onClosed={onClosed}
      />
    )
  if (listing) return <OrderListDialog profile={profile} onClosed={onClosed} />
  if (hasWaiting === undefined) return null
  if (hasWaiting) return <WaitingOrderWarning onList={() => setListing(true)} onClosed={onClosed} />
  return <QuickOrderForm profile={profile} onMade={setMade} onClosed={onClosed} />
}

const orderedText = '客户已完成订车!'

/** Decided once when the dialog opens, so that a warning never replaces a form that is being filled in. */
function useWaitingOrder(profile: CustomerProfile): boolean | undefined {
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState(profile.openOrders > 0 ? undefined : false)
  const isWaiting = waiting === undefined
  const customerId = profile.customer.id
  useEffect(() => {
    if (isWaiting)
      queries.query(customerOrdersQuery(customerId)).then(
        ({ data }) => setWaiting(waitingOrder(data) !== undefined),
        // On a failed request the form opens anyway, since the server refuses a second order too.
        () => setWaiting(false),
      )
  }, [isWaiting, customerId, queries])
  return waiting
}

function WaitingOrderWarning({ onList, onClosed }: { onList: () => void; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [next, setNext] = useState(() => onClosed)
  const leave = (to: () => void): void => {
    setNext(() => to)
    setOpen(false)
  }
  return (
    <Modal
      open={open}
      title="订车"
      width={440}
      centered
      onCancel={() => leave(onClosed)}
      afterClose={next}
      footer={
        <>
          <Button onClick={() => leave(onClosed)}>知道了</Button>
          <Button type="primary" onClick={() => leave(onList)}>
            查看订单
          </Button>
        </>
      }
    >
      <p>{errors.ORDER_WAITING.text}</p>
    </Modal>
  )
}

interface QuickOrderFormProps extends OrderDialogProps {
  /** Called instead of `onClosed` if the order was made. */
  onMade: (orderId: number) => void
}

function QuickOrderForm({ profile, onMade, onClosed }: QuickOrderFormProps) {
  const made = useRef<number>(undefined)
  const message = useMessage()
  const changed = useOrderChanged(profile.customer.id)
  const onRefused = useOrderRefused(profile.customer.id)
  const [now] = useState(nowSeconds)
  const { askPrices, questions } = usePriceQuestion('成交价格')
  const form = useSchemaForm({
    schema: QuickOrder,
    draft: { form: 'order.quick', record: draftedOn(profile) },
    initial: blankOrder(now),
    toRequest: (values: QuickOrderValues) => quickOrderRequest(values, profile),
    confirm: ({ price }) => askPrices([price]),
    send: (request, options) => callApi(order.order, request, options),
    onDone: ({ orderId }) => {
      changed()
      made.current = orderId
      message.success(orderedText)
    },
    onRefused,
  })
  return (
    <FormDialog
      title={`订车 ${profile.customer.name}`}
      form={form}
      onClosed={() => (made.current === undefined ? onClosed() : onMade(made.current))}
      okText="订车"
      footerNote={<FullOrderLink profile={profile} />}
    >
      <FormGrid>
        <CarFields preferred={profile.info.intendSerieses.map(({ specId }) => specId)} />
        <PriceFields hint={<GuidePrice />} />
        <Field name="orderDate" label="订车日期">
          <DayPicker max={dayStart(now)} allowClear={false} />
        </Field>
        <Field name="deliverDate" label="预计交车日期" required>
          <DayPicker min={dayStart(now)} max={addDays(now, farthestDelivery)} placeholder="请选择交车日期" />
        </Field>
        <PaymentFields />
        <RemarkField />
      </FormGrid>
      {questions}
    </FormDialog>
  )
}
