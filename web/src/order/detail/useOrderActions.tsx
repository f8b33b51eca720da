import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { nextStepOf } from '@showroom/contract/order/next.rules'
import { confirmOrder, submit } from '@showroom/contract/order/order.api'
import { liveStatuses, type OrderAction, orderCan } from '@showroom/contract/order/order.rules'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { may, useMayEnter } from '../../frame/areas'
import { useOfferActions } from '../../frame/finder'
import { useSession } from '../../frame/session'
import { type LazyDialog, lazyDialog } from '../../ui/lazyDialog'
import { useShortcut } from '../../ui/useShortcut'
import type { OrderActionDialogProps } from '../orderAction'
import { useNextOrder } from '../verify/useNextOrder'
import { DeliverFromOrder, FollowFromOrder } from './FromOrder'

type ActionDialogProps = OrderActionDialogProps & { order: OrderDetail }

interface Action {
  readonly key: string
  readonly label: string
  readonly can: (status: number) => boolean
  /** The action of the contract that makes it the next step. */
  readonly step?: OrderAction
  readonly keys?: string
  /** Shown beside the next step, outside of 更多. */
  readonly isBeside?: boolean
  /** For reviewers; the others are for members who work on the order. */
  readonly isReview?: boolean
  /** Needs access to the customer's file. */
  readonly needsFile?: boolean
  /** Without a dialog the page itself becomes the form. */
  readonly Dialog?: LazyDialog<ActionDialogProps> | typeof DeliverFromOrder
}
export type OrderPageAction = Pick<Action, 'key' | 'label' | 'keys'>

const decideDialogs = () => import('../verify/DecideDialogs')

/** Order actions on the order's page; the contract decides which apply to its status, and which one is the next step. */
const actions: readonly Action[] = [
  {
    key: 'agree',
    label: '同意',
    can: orderCan.review,
    step: 'review',
    keys: 'Enter',
    isReview: true,
    Dialog: lazyDialog(() => decideDialogs().then((module) => module.AgreeOrderDialog)),
  },
  {
    key: 'reject',
    label: '驳回',
    can: orderCan.review,
    keys: 'R',
    isBeside: true,
    isReview: true,
    Dialog: lazyDialog(() => decideDialogs().then((module) => module.RejectOrderDialog)),
  },
  {
    key: 'submit',
    label: '提交审批',
    can: orderCan.submit,
    step: 'submit',
    Dialog: lazyDialog(() => import('../SubmitOrderDialog').then((module) => module.SubmitOrderDialog)),
  },
  { key: 'edit', label: '编辑', can: orderCan.edit, step: 'edit', keys: 'E' },
  {
    key: 'deliver',
    label: '交车',
    can: orderCan.deliver,
    step: 'deliver',
    needsFile: true,
    Dialog: DeliverFromOrder,
  },
  {
    key: 'follow',
    label: '订车回访',
    can: (status) => liveStatuses.includes(status),
    needsFile: true,
    Dialog: FollowFromOrder,
  },
  {
    key: 'recall',
    label: '撤回订单',
    can: orderCan.withdraw,
    Dialog: lazyDialog(() => import('../OrderConfirm').then((module) => module.WithdrawOrderDialog)),
  },
  {
    key: 'cancel',
    label: '取消订单',
    can: orderCan.cancel,
    Dialog: lazyDialog(() => import('../CancelOrderDialog').then((module) => module.CancelOrderDialog)),
  },
]

export interface OrderActionsOnPage {
  /** The member's own next step. */
  readonly main: OrderPageAction | undefined
  readonly secondary: readonly OrderPageAction[]
  readonly others: readonly OrderPageAction[]
  readonly run: (key: string) => void
  readonly isPossible: (key: string) => boolean
  /** Opens the next order to review; undefined outside of the reviews. */
  readonly toNext: (() => void) | undefined
  readonly dialog: ReactNode
}

interface Options {
  onEdit: () => void
  /** Whether the order is one of those to review, which are worked through one after the other. */
  isQueue: boolean
  /** No action is offered. */
  isReadOnly: boolean
}

/** The actions that the member may take on an order, with their keys and dialogs. */
export function useOrderActions(order: OrderDetail, options: Options): OrderActionsOnPage {
  const { onEdit, isQueue, isReadOnly } = options
  const [key, setKey] = useState<string>()
  const navigate = useNavigate()
  const session = useSession()
  const mayReadFile = useMayEnter('/customer/detail/$customerId')
  const { next } = useNextOrder(order.id)
  const works = order.isMine && may(session, submit)
  const possible = actions.filter(
    ({ can, needsFile, isReview }) =>
      !isReadOnly &&
      can(order.orderStatus) &&
      (isReview ? may(session, confirmOrder) : works) &&
      (mayReadFile || !needsFile),
  )
  const isPossible = (wanted: string): boolean => possible.some((action) => action.key === wanted)
  const run = (wanted: string): void => {
    if (!isPossible(wanted)) return
    if (wanted === 'edit') onEdit()
    else setKey(wanted)
  }
  const labelOf = (wanted: string, label: string): string => (isPossible(wanted) ? label : '')
  useShortcut('e', labelOf('edit', '编辑订单'), () => run('edit'))
  useShortcut('Enter', labelOf('agree', '同意'), () => run('agree'), { opens: false })
  useShortcut('a', labelOf('agree', '同意'), () => run('agree'), { opens: false })
  useShortcut('r', labelOf('reject', '驳回'), () => run('reject'))
  useShortcut('j', isQueue ? '下一个订单' : '', () => isQueue && void next(), { opens: false })
  useShortcut('k', isQueue ? '上一个订单' : '', () => isQueue && void next(-1), { opens: false })
  useOfferActions(
    order.orderNo,
    possible.map((action) => ({ title: action.label, keys: action.keys, run: () => run(action.key) })),
  )
  const done = (): void => {
    const params = { customerId: String(order.customerId) }
    if (key === 'submit' && mayReadFile) void navigate({ to: '/customer/detail/$customerId', params })
    else if (isQueue && (key === 'agree' || key === 'reject')) void next()
  }
  const step = nextStepOf(order.orderStatus)?.action
  const main = possible.find((action) => action.step !== undefined && action.step === step)
  const secondary = possible.filter(({ isBeside }) => isBeside)
  // An open dialog stays open if the order changes, to keep the user's input. The server rejects what is no longer possible.
  const Dialog = actions.find((action) => action.key === key)?.Dialog
  return {
    main,
    secondary,
    others: possible.filter((action) => action !== main && !secondary.includes(action)),
    run,
    isPossible,
    toNext: isQueue ? () => void next() : undefined,
    dialog: Dialog && (
      <Dialog
        order={order}
        customerId={order.customerId}
        onDone={done}
        onClosed={() => {
          setKey(undefined)
          requestAnimationFrame(keepFocus)
        }}
      />
    ),
  }
}

/** Moves focus to the order number if the button that opened the dialog is gone. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.sr-o-name')?.focus({ preventScroll: true })
}
