import { DownOutlined, PrinterOutlined } from '@ant-design/icons'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { liveStatuses, orderCan, orderStatus } from '@showroom/contract/order/order.rules'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useMayEnter } from '../../frame/areas'
import { useOfferActions } from '../../frame/finder'
import { type LazyDialog, lazyDialog } from '../../ui/lazyDialog'
import { useNarrow } from '../../ui/useNarrow'
import { useShortcut } from '../../ui/useShortcut'
import type { OrderActionDialogProps } from '../orderAction'
import { Dropdown } from '../../ui/later/later'
import { DeliverFromOrder, FollowFromOrder } from './FromOrder'

interface Action {
  readonly key: string
  readonly label: string
  readonly can: (status: number) => boolean
  readonly isMain?: boolean
  readonly isDanger?: boolean
  /** Needs access to the customer's file. */
  readonly needsFile?: boolean
  readonly Dialog: LazyDialog<OrderActionDialogProps> | typeof DeliverFromOrder
}

const onTheWay = (status: number): boolean => liveStatuses.includes(status)

/** Order actions on the order's page; the contract decides which apply to its status. */
const actions: readonly Action[] = [
  {
    key: 'cancel',
    label: '取消订单',
    can: orderCan.cancel,
    isDanger: true,
    Dialog: lazyDialog(() => import('../CancelOrderDialog').then((module) => module.CancelOrderDialog)),
  },
  {
    key: 'recall',
    label: '撤回订单',
    can: orderCan.withdraw,
    Dialog: lazyDialog(() => import('../OrderConfirm').then((module) => module.WithdrawOrderDialog)),
  },
  { key: 'follow', label: '订车回访', can: onTheWay, needsFile: true, Dialog: FollowFromOrder },
  {
    key: 'deliver',
    label: '交车',
    can: orderCan.deliver,
    isMain: true,
    needsFile: true,
    Dialog: DeliverFromOrder,
  },
  {
    key: 'submit',
    label: '提交审批',
    can: orderCan.submit,
    isMain: true,
    Dialog: lazyDialog(() => import('../SubmitOrderDialog').then((module) => module.SubmitOrderDialog)),
  },
]

interface OrderActionBarProps {
  order: OrderDetail
  onEdit: () => void
}

/**
 * The buttons in the page head, or on phones a bar at the bottom. Only the order's own consultant gets actions; every reader gets the print
 * link.
 */
export function OrderActionBar({ order, onEdit }: OrderActionBarProps) {
  const [key, setKey] = useState<string>()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const mayReadFile = useMayEnter('/customer/detail/$customerId')
  const possible = actions.filter(
    ({ can, needsFile }) => order.isMine && can(order.orderStatus) && (mayReadFile || !needsFile),
  )
  // An open dialog stays open if the order changes, to keep the user's input. The server rejects what is no longer possible.
  const open = actions.find((action) => action.key === key)
  const mayEdit = order.isMine && orderCan.edit(order.orderStatus)
  useShortcut('e', mayEdit ? '编辑订单' : '', () => mayEdit && onEdit())
  useOfferActions(order.orderNo, [
    ...(mayEdit ? [{ title: '编辑订单', keys: 'E', run: onEdit }] : []),
    ...possible.map((action) => ({ title: action.label, run: () => setKey(action.key) })),
  ])
  const leave = (): void => {
    const params = { customerId: String(order.customerId) }
    if (key === 'submit' && mayReadFile) void navigate({ to: '/customer/detail/$customerId', params })
  }
  const main = possible.find(({ isMain }) => isMain)
  const others = possible.filter((action) => action !== main)
  return (
    <div className={narrow ? 'sr-o-phone-bar' : 'sr-o-bar'}>
      <div className="sr-o-actions" role="group" aria-label="订单操作">
        <PaperLink order={order} bare={narrow && (mayEdit || main !== undefined)} />
        {narrow && others.length > 0 ? (
          <Dropdown
            trigger={['click']}
            autoFocus
            menu={{
              items: others.map((action) => ({
                key: action.key,
                label: action.label,
                danger: action.isDanger ?? false,
              })),
              onClick: (info) => setKey(info.key),
            }}
          >
            <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
              更多
            </Button>
          </Dropdown>
        ) : (
          others.map((action) => (
            <Button key={action.key} danger={action.isDanger ?? false} onClick={() => setKey(action.key)}>
              {action.label}
            </Button>
          ))
        )}
        {mayEdit && (
          <Button aria-keyshortcuts="e" title="快捷键 E" onClick={onEdit}>
            编辑
          </Button>
        )}
        {main && (
          <Button type="primary" onClick={() => setKey(main.key)}>
            {main.label}
          </Button>
        )}
      </div>
      {open && (
        <open.Dialog
          order={order}
          customerId={order.customerId}
          onDone={leave}
          onClosed={() => {
            setKey(undefined)
            requestAnimationFrame(keepFocus)
          }}
        />
      )}
    </div>
  )
}

/** Moves focus to the order number if the button that opened the dialog is gone. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.sr-o-name')?.focus({ preventScroll: true })
}

/** 订单确认单, in a separate window. `bare`: shows only the icon. */
function PaperLink({ order, bare }: { order: OrderDetail; bare: boolean }) {
  if (order.orderStatus === orderStatus.cancelled) return null
  return (
    <Button
      icon={<PrinterOutlined aria-hidden />}
      href={`#/order/paper?orderId=${order.id}`}
      target="_blank"
      rel="noopener"
      aria-label="打印确认单"
      {...(bare && { title: '打印确认单' })}
    >
      {!bare && '确认单'}
    </Button>
  )
}
