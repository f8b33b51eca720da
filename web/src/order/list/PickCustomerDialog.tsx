import { SearchOutlined } from '@ant-design/icons'
import { list } from '@showroom/contract/customer/customer.api'
import type { Level } from '@showroom/contract/customer/customer.rules'
import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { queryOf } from '../../api/query'
import { LevelChip, whyNoOrder } from '../../customer/public'
import { ErrorState } from '../../ui/ErrorState'
import { keywordOf } from '../../ui/found'
import '../../ui/form/form.css'
import './order-list.css'

/** Searches only after the user stops typing for this long. */
const pauseMs = 250
const mostFound = 10
const choosable = 'button:enabled'

/** 新建订单: picks the customer. Lists the latest customers until the user searches. */
export function PickCustomerDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [key, setKey] = useState('')
  const search = useRef<InputRef>(null)
  const rows = useRef<HTMLUListElement>(null)
  const asked = usePaused(keywordOf(key))
  const found = useQuery({
    ...queryOf(list, { key: asked, pageCount: mostFound }),
    placeholderData: keepPreviousData,
  })
  const pick = usePick(() => setOpen(false))
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
          <span className="sr-dialog-note">按姓名、手机号或后四位查找，↓ 进入列表</span>
          <Button onClick={() => setOpen(false)}>取消</Button>
        </div>
      }
    >
      <Input
        ref={search}
        aria-label="查找客户"
        placeholder="姓名、手机号或后四位"
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        value={key}
        onChange={({ target }) => setKey(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          rows.current?.querySelector<HTMLElement>(choosable)?.focus()
        }}
      />
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      <div role="presentation" onKeyDown={walk}>
        <ul ref={rows} className="sr-o-pick" aria-busy={found.isFetching}>
          {found.data?.data.map((row) => (
            <li key={row.customerId}>
              <Choice row={row} onPick={() => pick(row)} />
            </li>
          ))}
          {found.data?.data.length === 0 && <li className="sr-o-pick-none">没有找到客户</li>}
        </ul>
      </div>
    </Modal>
  )
}

/** Customers who cannot order are listed but disabled, with the reason, so that the user finds them. */
function Choice({ row, onPick }: { row: CustomerRow; onPick: () => void }) {
  const barred = whyNoOrder({ ...row, level: row.level as Level })
  return (
    <button type="button" className="sr-o-pick-row" disabled={barred !== ''} onClick={onPick}>
      <span className="sr-row-name">{row.name}</span>
      <LevelChip level={row.level} size="small" />
      <span className="sr-num sr-quiet">{row.mobile}</span>
      <span className="sr-o-pick-owner sr-quiet">{barred || row.ownerName}</span>
    </button>
  )
}

function usePick(close: () => void): (row: CustomerRow) => void {
  const navigate = useNavigate()
  return ({ customerId }) => {
    close()
    void navigate({ to: '/order/orderDetail', search: { type: 'create', from: 'order', customerId } })
  }
}

/** The arrow keys move through the customers. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(choosable)]
  const at = all.indexOf(document.activeElement as HTMLButtonElement)
  all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
}

/** Debounces the value. */
function usePaused(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
