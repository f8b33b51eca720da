import * as customer from '@showroom/contract/customer/customer.api'
import type { OrderDetail, OrderNumbers } from '@showroom/contract/order/detail.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { queryOf } from '../../api/query'
import { type Region, regionQuery } from '../../base/public'
import { type Reveal } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { notice } from '../../ui/notice'
import { OrderConflictDialog } from '../form/OrderConflictDialog'
import { OrderFormPage } from '../form/OrderFormPage'
import { ownRegion, regionOfFile, valuesOfOrder } from '../form/orderValues'
import { useEditOrderForm } from '../form/useOrderForm'
import { OrderPageSkeleton } from './OrderPageSkeleton'

interface EditOrderPartProps {
  opened: OrderDetail
  back: ReactNode
  reveal: Reveal<OrderNumbers>
  steps: ReactNode
  side: ReactNode
  onEnded: () => void
}

/** An order's page in edit mode. Loads the unmasked numbers first; they stay masked if that fails. */
export function EditOrderPart(props: EditOrderPartProps) {
  const { show } = props.reveal
  const [clear, setClear] = useState<Partial<OrderNumbers>>()
  useEffect(() => {
    let isWanted = true
    void show().then((numbers) => {
      if (!isWanted) return
      if (!numbers) notice.info('号码未能显示，保持原样即不修改')
      setClear(numbers ?? {})
    })
    return () => {
      isWanted = false
    }
    // Once, when the editing begins.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  // An order without a region gets the one of the customer's file, or of the store; if the requests fail the field stays empty.
  const { customerId, orderProvince } = props.opened
  const file = useQuery({ ...queryOf(customer.get, { customerId }), enabled: orderProvince === '' })
  const region = useQuery(regionQuery())
  if (!clear || region.isPending || file.isLoading) return <OrderPageSkeleton />
  const own = (file.data && regionOfFile(file.data)) ?? (region.data && ownRegion(region.data))
  return <EditForm {...props} clear={clear} own={own} />
}

const noSeries: readonly number[] = []

interface EditFormProps extends EditOrderPartProps {
  clear: Partial<OrderNumbers>
  own: Region | undefined
}

function EditForm(props: EditFormProps) {
  const { opened, back, clear, own, reveal, steps, side, onEnded } = props
  const navigate = useNavigate()
  const mayReadFile = useMayEnter('/customer/detail/$customerId')
  const [initial] = useState(() => {
    const values = valuesOfOrder(opened, clear)
    return { ...values, region: values.region ?? own }
  })
  const ended = (isSubmitted: boolean): void => {
    reveal.hide()
    onEnded()
    const params = { customerId: String(opened.customerId) }
    if (isSubmitted && mayReadFile) void navigate({ to: '/customer/detail/$customerId', params })
  }
  const { conflict, ...api } = useEditOrderForm({
    opened,
    initial,
    clear,
    onSaved: (_, isSubmitted) => ended(isSubmitted),
  })
  return (
    <OrderFormPage
      api={api}
      back={back}
      title={`编辑 ${opened.orderNo}`}
      steps={steps}
      side={side}
      preferred={noSeries}
      onLeft={() => ended(false)}
    >
      {conflict.shown && (
        <OrderConflictDialog
          conflict={conflict.shown}
          onMerged={(picks) => api.form.form.setFieldsValue(conflict.mergeBy(picks))}
          onClosed={conflict.close}
        />
      )}
    </OrderFormPage>
  )
}
