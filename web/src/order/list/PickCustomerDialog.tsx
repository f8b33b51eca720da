import { SearchOutlined } from '@ant-design/icons'
import { list } from '@showroom/contract/customer/customer.api'
import type { Level } from '@showroom/contract/customer/level.rules'
import { type FoundCustomer, isFindable, mostFound } from '@showroom/contract/find/find.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Input, type InputRef, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { queryOf } from '../../api/query'
import { LevelChip, whyNoOrder } from '../../customer/public'
import { foundQuery } from '../../frame/foundQuery'
import { ErrorState } from '../../ui/ErrorState'
import { useHits, useTyped } from '../../ui/find/useFinder'
import '../../ui/form/form.css'
import './order-list.css'

type Choosable = Pick<
  FoundCustomer,
  'customerId' | 'name' | 'mobile' | 'level' | 'ownerName' | 'isSuspend' | 'waitingFailReview'
>

/** The found customers, best first; the latest ones before the user searches. */
function useCustomers(key: string) {
  const isAsked = isFindable(key)
  const matches = useQuery(foundQuery(key))
  const latest = useQuery(queryOf(list, { pageCount: mostFound }))
  const answer = isAsked ? matches : latest
  const rows: readonly Choosable[] | undefined = isAsked
    ? matches.data?.customers.filter(({ isSeen }) => isSeen)
    : latest.data?.data
  return {
    rows: key === '' || isAsked ? rows : [],
    shown: answer,
    isKnown: !answer.isPlaceholderData && !answer.isPending,
  }
}

/** 新建订单: picks the customer. */
export function PickCustomerDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const id = useId()
  const search = useRef<InputRef>(null)
  const typed = useTyped()
  const { rows, shown: answer, isKnown } = useCustomers(typed.key)
  const pick = usePick(() => setOpen(false))
  const { active, field, point, isSettled } = useHits(typed, {
    hits: rows?.map((row) => ({ key: String(row.customerId), row })) ?? [],
    isKnown,
    onTake: ({ row }) => barredOf(row) === '' && pick(row),
  })
  const idOf = (key: string): string => `${id}-${key}`
  return (
    <Modal
      open={open}
      title="新建订单 · 选择客户"
      width={560}
      centered
      wrapClassName="sr-dialog"
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      afterOpenChange={(opened) => opened && search.current?.focus()}
      footer={
        <div className="sr-dialog-footer">
          <span className="sr-dialog-note">按姓名、手机号或后四位查找，↑↓ 选择，↵ 确定</span>
          <Button onClick={() => setOpen(false)}>取消</Button>
        </div>
      }
    >
      <Input
        ref={search}
        role="combobox"
        aria-label="查找客户"
        aria-expanded={rows !== undefined && rows.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': idOf(active.key) })}
        placeholder="姓名、手机号或后四位"
        prefix={<SearchOutlined aria-hidden />}
        autoComplete="off"
        {...field}
      />
      {answer.error && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      <div id={`${id}-list`} className="sr-o-pick" role="listbox" aria-label="客户" aria-busy={!isSettled}>
        {rows?.map((row) => (
          <Choice
            key={row.customerId}
            id={idOf(String(row.customerId))}
            row={row}
            isActive={row === active?.row}
            onPoint={() => point(String(row.customerId))}
            onPick={() => pick(row)}
          />
        ))}
      </div>
      {rows?.length === 0 && <p className="sr-o-pick-none">没有找到客户</p>}
    </Modal>
  )
}

const barredOf = (row: Choosable): string => whyNoOrder({ ...row, level: row.level as Level })

interface ChoiceProps {
  id: string
  row: Choosable
  isActive: boolean
  onPoint: () => void
  onPick: () => void
}

/** Customers who cannot order are listed but disabled, with the reason, so that the user finds them. */
function Choice({ id, row, isActive, onPoint, onPick }: ChoiceProps) {
  const barred = barredOf(row)
  return (
    // The focus stays in the input, which names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={barred !== ''}
      className="sr-o-pick-row"
      onMouseMove={onPoint}
      onClick={() => barred === '' && onPick()}
    >
      <span className="sr-row-name">{row.name}</span>
      <LevelChip level={row.level} size="small" />
      <span className="sr-num sr-quiet">{row.mobile}</span>
      <span className="sr-o-pick-owner sr-quiet">{barred || row.ownerName}</span>
    </div>
  )
}

function usePick(close: () => void): (row: Choosable) => void {
  const navigate = useNavigate()
  return ({ customerId }) => {
    close()
    void navigate({ to: '/order/orderDetail', search: { type: 'create', from: 'order', customerId } })
  }
}
