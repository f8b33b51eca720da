import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { farthestDelivery } from '@showroom/contract/order/order.rules'
import { Input } from 'antd'
import { useState } from 'react'
import { DictionaryChips, DictionarySelect, RegionCascader } from '../../base/public'
import { nowSeconds } from '../../api/clock'
import { DayPicker } from '../../ui/form/DayPicker'
import { Field, FormGrid, useFieldValue } from '../../ui/form/SchemaForm'
import { Yuan } from '../../ui/form/Yuan'
import { OrderSection } from '../detail/OrderView'
import { BuyerFields } from './BuyerFields'
import { LineFields } from './LineFields'

/** The form fields of an order, in the same sections as its read-only view. */
export function OrderFields({ preferred }: { preferred: readonly number[] }) {
  return (
    <>
      <OrderSection title="订单信息">
        <InfoFields />
      </OrderSection>
      <OrderSection title="订车明细">
        <LineFields preferred={preferred} />
      </OrderSection>
      <OrderSection title="客户信息">
        <BuyerFields />
      </OrderSection>
      <OrderSection title="其他信息">
        <OtherFields />
      </OrderSection>
    </>
  )
}

function InfoFields() {
  const [now] = useState(nowSeconds)
  return (
    <FormGrid columns={3}>
      <Field name="businessType" label="业务类型" required>
        <DictionarySelect kind="orderBusinessType" placeholder="请选择业务类型" />
      </Field>
      <Field name="paymentType" label="收款方式" group required>
        <DictionaryChips kind="paymentTypes" />
      </Field>
      <Field name="payment" label={<Hinted label="单车定金" hint="每台，0-100,000元" />}>
        <Yuan placeholder="选填" />
      </Field>
      <Field name="contractNo" label="合同编号">
        <Input placeholder="选填" autoComplete="off" />
      </Field>
      <Field name="carLicenseType" label="上牌方式" group required>
        <DictionaryChips kind="carLicenseTypes" />
      </Field>
      <Field name="carLicenseCity" label="上牌城市" required>
        <RegionCascader depth={2} placeholder="请选择上牌城市" />
      </Field>
      <Field name="deliverDate" label="预计交车">
        <DayPicker min={dayStart(now)} max={addDays(now, farthestDelivery)} placeholder="选填" />
      </Field>
    </FormGrid>
  )
}

const Hinted = ({ label, hint }: { label: string; hint: string }) => (
  <>
    {label}
    <span className="sr-field-hint">{hint}</span>
  </>
)

function OtherFields() {
  const [now] = useState(nowSeconds)
  const deliverDate = useFieldValue<number>('deliverDate')
  return (
    <FormGrid columns={3}>
      <Field
        name="nextFollowDate"
        label={<Hinted label="下次跟进" hint={deliverDate ? '不晚于预计交车' : '选填'} />}
      >
        <DayPicker min={addDays(now, -1)} allowClear={false} placeholder="选择日期" />
      </Field>
      <Field name="remark" label="备注" wide>
        <Input.TextArea rows={2} maxLength={500} showCount placeholder="选填" />
      </Field>
    </FormGrid>
  )
}
