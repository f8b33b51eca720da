import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import {
  type Completion,
  completionProblems,
  type Gap,
  gapLabels,
  gapsOf,
} from '@showroom/contract/order/complete.rules'
import { buyerType } from '@showroom/contract/order/licence'
import * as order from '@showroom/contract/order/order.api'
import { SubmitOrder } from '@showroom/contract/order/order.schema'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { type Region, RegionCascader } from '../base/public'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { focusFirstEmpty } from '../ui/form/firstError'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { LicenceNumber, LicenceType } from './form/BuyerFields'
import { NumbersOfFile } from './form/FileNumber'
import { cityText, usualLicenceType, valuesOfCustomer } from './form/orderValues'
import { completionOf as completionOfOrder } from './order.labels'
import type { OrderActionDialogProps } from './orderAction'
import { orderQuery, useOrderChanged, useOrderRefused } from './order.queries'

interface SubmitOrderDialogProps extends Omit<OrderActionDialogProps, 'order'> {
  order: Pick<OrderActionDialogProps['order'], 'id'>
  /** The step that was just done, and led to this one. */
  done?: string
}

/** Submits an order for review; it can no longer be edited then. Asks first for what the order lacks. */
export function SubmitOrderDialog(props: SubmitOrderDialogProps) {
  const { data, isPending } = useQuery(orderQuery(props.order.id))
  const gaps = data ? gapsOf(completionOfOrder(data.data)) : []
  const { customerId } = props
  const file = useQuery({ ...queryOf(customer.get, { customerId }), enabled: gaps.length > 0 })
  // Keeps the first responses, so that the form does not change while the user fills it in.
  const [first, setFirst] = useState<Omit<CompleteDialogProps, keyof AskedProps> & { orderNo: string }>()
  if (!first && !isPending && !file.isLoading) {
    const { orderNo = '', customerType = buyerType.personal } = data?.data ?? {}
    setFirst({ orderNo, customerType, gaps, file: file.data })
  }
  if (!first) return null
  if (first.gaps.length === 0) return <SubmitDialog {...props} orderNo={first.orderNo} />
  return <CompleteDialog {...props} {...first} />
}

interface AskedProps extends SubmitOrderDialogProps {
  orderNo: string
}

/** After another step, 取消 could be read as taking that back. */
const cancelTextOf = ({ done }: AskedProps): string => (done ? '稍后' : '取消')

/** Above the question: the step that led to it. */
const Done = ({ text }: { text: string | undefined }) =>
  text && <Alert className="sr-order-gaps" type="success" showIcon title={text} />

function useSubmitted({ customerId, onDone }: AskedProps) {
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

function SubmitDialog(props: AskedProps) {
  const { orderNo } = props
  const { id } = props.order
  const form = useSchemaForm({
    schema: SubmitOrder,
    initial: {},
    toRequest: () => ({ orderId: id }),
    send: (request, options) => callApi(order.submitOrder, request, options),
    ...useSubmitted(props),
  })
  return (
    <ConfirmDialog
      title={`提交审批 ${orderNo}`}
      form={form}
      onClosed={props.onClosed}
      okText="提交审批"
      cancelText={cancelTextOf(props)}
    >
      <Done text={props.done} />
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

interface CompleteDialogProps extends AskedProps {
  customerType: number
  gaps: readonly Gap[]
  /** Prefills the fields with what it has; its document stays masked. */
  file: CustomerProfile | undefined
}

/** The values that the customer's file has; an order may be for another kind of buyer than its file. */
function blankCompletion(customerType: number, file: CustomerProfile | undefined): Values {
  const fileValues = file && valuesOfCustomer(file, undefined)
  const isSame = fileValues?.customerType === customerType
  return {
    customerType,
    phone: '',
    licenseType: isSame ? fileValues.licenseType : usualLicenceType(customerType),
    licenseNumber: isSame ? fileValues.licenseNumber : '',
    region: fileValues?.region,
  }
}

/** Asks for what the order lacks before it is submitted. */
function CompleteDialog({ customerType, gaps, file, ...props }: CompleteDialogProps) {
  const { orderNo } = props
  const { id } = props.order
  const [initial] = useState(() => blankCompletion(customerType, file))
  const form = useSchemaForm<Values, typeof SubmitOrder, object>({
    schema: SubmitOrder,
    initial,
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
      cancelText={cancelTextOf(props)}
      width={640}
      focus={focusFirstEmpty}
    >
      <Done text={props.done} />
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
      <NumbersOfFile customerId={props.customerId} masked={{ ...initial, address: '' }}>
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
      </NumbersOfFile>
    </FormDialog>
  )
}
