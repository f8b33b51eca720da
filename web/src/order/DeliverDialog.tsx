import { moneyText } from '@showroom/contract/kernel/money'
import { type CustomerProfile, draftedOn } from '@showroom/contract/customer/profile.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { errors } from '@showroom/contract/kernel/errors'
import * as order from '@showroom/contract/order/order.api'
import { farthestVisit } from '@showroom/contract/order/order.rules'
import { Deliver } from '@showroom/contract/order/order.schema'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { useDictionaryText } from '../base/public'
import { nowSeconds } from '../api/clock'
import { formatDay } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { ChipRadio, yesOrNo } from '../ui/form/ChipRadio'
import { DayChoice } from '../ui/form/DayChoice'
import { DayPicker } from '../ui/form/DayPicker'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid, FormSection, useFieldValue } from '../ui/form/SchemaForm'
import type { Question } from '../ui/form/useQuestion'
import { usePriceQuestion } from '../ui/form/usePriceQuestion'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import {
  blankDelivery,
  deliverFieldOf,
  deliverRequest,
  type DeliverValues,
  deliveryOf,
  type OrderedCar,
  orderedCars,
  pastVisit,
} from './order.form'
import { customerOrdersQuery, useOrderChanged, useOrderRefused } from './order.queries'
import { PaymentFields, PriceFields, RemarkField } from './VehicleFields'
import './order.css'

export interface DeliverDialogProps {
  profile: CustomerProfile
  /** This order's cars are listed first. */
  orderId?: number
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** 完成交车: records the delivery of a car from an approved order. */
export function DeliverDialog({ profile, orderId, onClosed }: DeliverDialogProps) {
  const { data, error, refetch } = useQuery(customerOrdersQuery(profile.customer.id))
  // Keeps the first response, so that the list does not change while the user fills in the form.
  const [cars, setCars] = useState<readonly OrderedCar[]>()
  if (data && !cars) setCars(orderedCars(data.data, profile.info.dealId, orderId))
  const [first] = cars ?? []
  if (cars && first) return <DeliverForm profile={profile} cars={cars} first={first} onClosed={onClosed} />
  if (cars) return <Notice onClosed={onClosed}>{errors.ORDER_UNDELIVERABLE.text}</Notice>
  if (error)
    return (
      <Notice onClosed={onClosed}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Notice>
    )
  return null
}

function Notice({ onClosed, children }: { onClosed: () => void; children: React.ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title="完成交车"
      width={440}
      centered
      okText="知道了"
      cancelButtonProps={{ hidden: true }}
      onOk={() => setOpen(false)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {children}
    </Modal>
  )
}

interface DeliverFormProps extends DeliverDialogProps {
  cars: readonly OrderedCar[]
  first: OrderedCar
}

function DeliverForm({ profile, cars, first, onClosed }: DeliverFormProps) {
  const message = useMessage()
  const changed = useOrderChanged(profile.customer.id)
  const onRefused = useOrderRefused(profile.customer.id)
  const [now] = useState(nowSeconds)
  const { ask, askPrices, questions } = usePriceQuestion('成交价格')
  const form = useSchemaForm({
    schema: Deliver,
    draft: { form: 'order.deliver', record: draftedOn(profile) },
    initial: blankDelivery(first, now),
    toRequest: (values: DeliverValues) => deliverRequest(values, cars, profile),
    fieldOf: deliverFieldOf,
    moreProblems: (values) => pastVisit(values, values.nextRecall, nowSeconds()),
    confirm: async (values) => {
      const car = cars[values.car] ?? first
      return (await askPrices([values.price])) && (!car.isAwaited || ask(questionOn(car, values)))
    },
    send: (request, options) => callApi(order.deliver, request, options),
    onDone: () => {
      changed()
      message.success('客户已完成交车!')
    },
    onRefused,
  })
  return (
    <FormDialog title={`完成交车 ${profile.customer.name}`} form={form} onClosed={onClosed} okText="完成交车">
      <FormSection title="车辆与价格">
        <FormGrid>
          <CarChoice cars={cars} />
          <AwaitedCar cars={cars} />
          <WholeOrder cars={cars} />
          <PriceFields />
          <PaymentFields />
          <Field name="deliverDate" label="交车日期" required>
            <DayPicker min={dayStart(first.orderedAt)} max={dayStart(now)} placeholder="请选择交车日期" />
          </Field>
          <RemarkField />
        </FormGrid>
      </FormSection>
      <FormSection title="交车后回访">
        <FormGrid>
          <Field name="nextRecall" label="安排回访" group>
            <ChipRadio options={yesOrNo} />
          </Field>
          <NextVisit now={now} />
        </FormGrid>
      </FormSection>
      {questions}
    </FormDialog>
  )
}

/** The question before a delivery without a car: it repeats the values, because a delivery cannot be undone. */
const questionOn = (car: OrderedCar, values: DeliverValues): Question => ({
  title: '厂家尚未配车，是否继续交车?',
  content: (
    <>
      <p>订单 {car.orderNo} 还没有配车，请确认车辆已交给客户。</p>
      <DeliverySummary car={car} values={values} />
    </>
  ),
  okText: '继续交车',
  cancelText: '取消',
  keyboardOn: 'cancel',
})

/** Summary of the values to save. */
function DeliverySummary({ car, values }: { car: OrderedCar; values: DeliverValues }) {
  const payName = useDictionaryText('payTypes')
  const { price, downPayment, payType, deliverDate, nextRecall, nextDate } = values
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['车辆', car.text],
    ['订单', car.vehicles > 1 ? `${car.orderNo}（共 ${car.vehicles} 台，整单完成）` : car.orderNo],
    ['成交价格', moneyText(price ?? 0)],
    ['购车定金', moneyText(downPayment ?? 0)],
    ['收款方式', payName(payType ?? 0)],
    ['交车日期', formatDay(deliverDate ?? 0)],
    ['交车后回访', nextRecall ? formatDay(nextDate ?? 0) : '不安排'],
  ]
  return (
    <dl className="sr-deliver-summary">
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Warns that the maker has not allocated a car; saving asks for confirmation as well. */
function AwaitedCar({ cars }: { cars: readonly OrderedCar[] }) {
  const car = useFieldValue<number>('car') ?? 0
  if (!cars[car]?.isAwaited) return null
  return <Alert className="sr-field-wide sr-order-awaited" type="warning" showIcon title="厂家尚未配车" />
}

/** Notes that a delivery completes the whole order, including its other vehicles. */
function WholeOrder({ cars }: { cars: readonly OrderedCar[] }) {
  const { vehicles = 1 } = cars[useFieldValue<number>('car') ?? 0] ?? {}
  if (vehicles < 2) return null
  const title = `该订单共 ${vehicles} 台，交车后整单完成`
  return <Alert className="sr-field-wide sr-order-awaited" type="info" showIcon title={title} />
}

/** Selects one of the ordered cars and fills in its prices. */
function CarChoice({ cars }: { cars: readonly OrderedCar[] }) {
  const form = Form.useFormInstance<DeliverValues>()
  const chosen = (place: number): void => {
    const car = cars[place]
    if (car) form.setFieldsValue(deliveryOf(car))
  }
  return (
    <Field name="car" label="订购车型与颜色" wide required>
      <Select<number>
        onChange={chosen}
        options={cars.map(({ orderNo, text }, place) => ({ value: place, label: `${text}（${orderNo}）` }))}
      />
    </Field>
  )
}

function NextVisit({ now }: { now: number }) {
  const planned = useFieldValue<boolean>('nextRecall') ?? true
  if (!planned) return null
  return (
    <Field name="nextDate" label="回访日期" required>
      <DayChoice quick={[3, 7, 30, 90]} min={dayStart(now)} max={addDays(now, farthestVisit)} />
    </Field>
  )
}
