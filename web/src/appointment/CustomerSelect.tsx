import { findDriver } from '@showroom/contract/appointment/appointment.api'
import type { Level } from '@showroom/contract/customer/level.rules'
import { type FoundCustomer, isFindable } from '@showroom/contract/find/find.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { queryOf } from '../api/query'
import { whyNoFollow } from '../customer/public'
import { failureText } from '../ui/failure'
import { useTyped } from '../ui/find/useFinder'
import { useShownHere } from '../ui/shownErrors'

export type ChosenCustomer = Pick<FoundCustomer, 'customerId' | 'name' | 'mobile'>

interface CustomerSelectProps {
  /** Listed until the member types. */
  chosen?: ChosenCustomer | undefined
  id?: string
  value?: number
  onChange?: (customerId: number | undefined) => void
  /** Called with the row of the chosen customer, who must be seen. */
  onPicked?: (customer: ChosenCustomer) => void
  /** Also offers those who cannot be followed up now. */
  anyState?: boolean
}

/** Finds a customer on file. Those who cannot be followed up are listed but disabled, with the reason. */
export function CustomerSelect({ chosen, onPicked, anyState = false, ...props }: CustomerSelectProps) {
  const { key, type } = useTyped()
  const [picked, setPicked] = useState<number>()
  // A restored draft has the id alone.
  const isRestored =
    key === '' && props.value !== undefined && ![picked, chosen?.customerId].includes(props.value)
  const { data, error } = useQuery({
    ...queryOf(findDriver, isRestored ? { key, customerId: props.value } : { key }),
    enabled: isRestored || isFindable(key),
    placeholderData: keepPreviousData,
    retry: false,
  })
  useShownHere(error)
  return (
    <Select<number>
      {...props}
      className="sr-fill"
      aria-label="客户"
      onSelect={(customerId) => {
        setPicked(customerId)
        const customer = data?.data.find((one) => one.customerId === customerId)
        if (customer) onPicked?.(customer)
      }}
      placeholder="姓名、手机号或后四位"
      showSearch={{ filterOption: false, onSearch: (text) => type(text, false) }}
      notFoundContent={error ? failureText(error) : key === '' ? '输入后查找门店的客户' : '没有找到客户'}
      options={
        chosen && !data
          ? [{ value: chosen.customerId, label: `${chosen.name} ${chosen.mobile}` }]
          : (isFindable(key) || props.value ? (data?.data ?? []) : []).map((one) => {
              const why =
                (anyState ? '' : whyNoFollow({ ...one, level: one.level as Level })) ||
                (onPicked && !one.isSeen ? '不是您的客户' : '')
              return {
                value: one.customerId,
                label: `${one.name} ${one.mobile} · ${why || one.ownerName}`,
                disabled: why !== '',
              }
            })
      }
    />
  )
}
