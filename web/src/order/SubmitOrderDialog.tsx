import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import {
  type Completion,
  completionProblems,
  type Gap,
  gapLabels,
  gapsOf,
} from '@showroom/contract/order/complete.rules'
import * as order from '@showroom/contract/order/order.api'
import { SubmitOrder } from '@showroom/contract/order/order.schema'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { type Region, RegionCascader } from '../base/public'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { LicenceNumber, LicenceType } from './form/BuyerFields'
import { cityText, usualLicenceType } from './form/orderValues'
import type { OrderActionDialogProps } from './orderAction'
import { orderQuery, useOrderChanged, useOrderRefused } from './order.queries'

/** Submits an order for review; it can no longer be edited then. Asks first for what the order lacks. */
export function SubmitOrderDialog(props: OrderActionDialogProps) {
  const { data, isPending } = useQuery(orderQuery(props.order.id))
  // Keeps the first response, so that the form does not change while the user fills it in.
  const [first, setFirst] = useState<OrderDetail>()
  if (data && !first) setFirst(data.data)
  if (!first) return isPending ? null : <SubmitDialog {...props} />
  const gaps = gapsOf(buyerOf(first))
  if (gaps.length === 0) return <SubmitDialog {...props} />
  return <CompleteDialog {...props} customerType={first.customerType} gaps={gaps} />
}

/** The order's buyer. Masked numbers count as given. */
const buyerOf = (detail: OrderDetail): Completion => ({
  phone: detail.customerPhone,
  licenseType: detail.licenseType,
  licenseNumber: detail.licenseNo,
  province: detail.orderProvince,
  city: detail.orderCity,
  area: detail.orderArea,
  carLicenseCity: detail.carLicenseCity,
})

function useSubmitted({ customerId, onDone }: OrderActionDialogProps) {
  const message = useMessage()
  const changed = useOrderChanged(customerId)
  return {
    onRefused: useOrderRefused(customerId),
    onDone: () => {
      changed()
      message.success('提交订单成功')
      onDone?.()
    },
  }
}

function SubmitDialog(props: OrderActionDialogProps) {
  const { id, orderNo } = props.order
  const form = useSchemaForm({
    schema: SubmitOrder,
    initial: {},
    toRequest: () => ({ orderId: id }),
    send: (request, options) => callApi(order.submitOrder, request, options),
    ...useSubmitted(props),
  })
  return (
    <ConfirmDialog title={`提交审批 ${orderNo}`} form={form} onClosed={props.onClosed} okText="提交审批">
      <p>提交审批后，订单信息将不能修改！</p>
      <p className="sr-confirm-hint">是否提交管理层进行审批？</p>
    </ConfirmDialog>
  )
}

interface Values {
  customerType: number
  phone: string
  licenseType: number
  licenseNumber: string
  region?: Region | undefined
  carLicenseCity?: Region | undefined
}

const completionOf = ({ region, carLicenseCity, ...values }: Values): Completion => ({
  phone: values.phone,
  licenseType: values.licenseType,
  licenseNumber: values.licenseNumber,
  province: region?.province ?? '',
  city: region?.city ?? '',
  area: region?.area ?? '',
  carLicenseCity: cityText(carLicenseCity),
})

/** The form's field of each value. */
const fieldOf: Readonly<Record<string, string>> = { province: 'region' }
const serverFieldOf = Object.fromEntries(
  ['phone', 'licenseType', 'licenseNumber', 'province', 'carLicenseCity'].map((path) => [
    `buyer.${path}`,
    fieldOf[path] ?? path,
  ]),
)

interface CompleteDialogProps extends OrderActionDialogProps {
  customerType: number
  gaps: readonly Gap[]
}

/** Asks for what the order lacks before it is submitted. */
function CompleteDialog({ customerType, gaps, ...props }: CompleteDialogProps) {
  const { id, orderNo } = props.order
  const form = useSchemaForm<Values, typeof SubmitOrder, object>({
    schema: SubmitOrder,
    initial: { customerType, phone: '', licenseType: usualLicenceType(customerType), licenseNumber: '' },
    toRequest: (values) => ({ orderId: id, buyer: completionOf(values) }),
    fieldOf: serverFieldOf,
    moreProblems: (values) =>
      completionProblems(customerType, gaps, completionOf(values)).map(({ path, text }) => ({
        path: fieldOf[path] ?? path,
        text,
      })),
    send: (request, options) => callApi(order.submitOrder, request, options),
    ...useSubmitted(props),
  })
  const asks = (gap: Gap): boolean => gaps.includes(gap)
  return (
    <FormDialog
      title={`提交审批 ${orderNo}`}
      form={form}
      onClosed={props.onClosed}
      okText="提交审批"
      width={640}
    >
      <Alert
        className="sr-order-gaps"
        type="warning"
        showIcon
        title={`提交审批前请补全：${gaps.map((gap) => gapLabels[gap]).join('、')}`}
        description="提交审批后，订单信息将不能修改！"
      />
      <Form.Item name="customerType" hidden>
        <Input />
      </Form.Item>
      <FormGrid>
        {asks('phone') && (
          <Field name="phone" label="手机号" required>
            <Input inputMode="tel" placeholder="请输入联系电话" autoComplete="off" />
          </Field>
        )}
        {asks('licence') && (
          <>
            <Field name="licenseType" label="证件类型" required>
              <LicenceType />
            </Field>
            <Field name="licenseNumber" label="证件号码" required>
              <LicenceNumber />
            </Field>
          </>
        )}
        {asks('region') && (
          <Field name="region" label="省市区" required>
            <RegionCascader />
          </Field>
        )}
        {asks('licenceCity') && (
          <Field name="carLicenseCity" label="上牌城市" required>
            <RegionCascader depth={2} placeholder="请选择上牌城市" />
          </Field>
        )}
      </FormGrid>
    </FormDialog>
  )
}
