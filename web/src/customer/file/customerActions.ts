import { MessageOutlined, PhoneOutlined, ShopOutlined, SwapOutlined } from '@ant-design/icons'
import {
  type CustomerAction,
  type CustomerRights,
  type CustomerState,
  mayAct,
} from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { ComponentType } from 'react'
import { DeliverDialog, OrderFollowDialog, QuickOrderDialog } from '../../order/public'
import { SendSmsDialog } from '../../sms/public'
import { type LazyDialog, lazyDialog } from '../../ui/lazyDialog'
import type { ActionDialogProps, ActionKey } from '../actionDialog'
import { type FileState, resumeLabel, whyNoFollow } from '../customerState'

export interface ActionEntry {
  readonly key: ActionKey
  readonly label: string | ((state: FileState) => string)
  /** Letter key that opens it. */
  readonly shortcut?: string
  /** Place where it is offered: as a large button, as a small icon, under 更多, or elsewhere on the page through `useOpenAction`. */
  readonly place: 'button' | 'icon' | 'more' | 'page'
  readonly icon?: ComponentType
  readonly can: (state: FileState, rights: CustomerRights) => boolean
  /** Reason shown beside the disabled button. Without one the action is hidden while it is impossible. */
  readonly whyNot?: (state: CustomerState) => string
  /** Each dialog is a separate chunk, preloaded while the page is shown. */
  readonly Dialog: LazyDialog<ActionDialogProps>
}

/** Decided by the state table. */
const may = (key: CustomerAction): Pick<ActionEntry, 'key' | 'can'> => ({
  key,
  can: (state, rights) => mayAct(key, state, rights),
})
const always = (): boolean => true

/** Possible while an approved order waits for its car, also after the delivery of another one. */
const whileOrdered: ActionEntry['can'] = (state, rights) =>
  state.undelivered > 0 && mayAct('order', state, rights)

/** Offers the action despite open orders; its dialog then explains them. */
const exceptOrders = (key: CustomerAction): Pick<ActionEntry, 'key' | 'can'> => ({
  key,
  can: (state, rights) => mayAct(key, { ...state, openOrders: 0 }, rights),
})

/** The actions on a customer. The first possible one is the main action. To add one, add its entry and its dialog. */
export const actions: readonly ActionEntry[] = [
  {
    ...exceptOrders('confirmDefeat'),
    label: '同意战败',
    place: 'button',
    Dialog: lazyDialog(() =>
      import('../dialogs/ConfirmDefeatDialog').then((module) => module.ConfirmDefeatDialog),
    ),
  },
  {
    ...may('rejectDefeat'),
    label: '驳回战败',
    place: 'button',
    Dialog: lazyDialog(() =>
      import('../dialogs/RejectDefeatDialog').then((module) => module.RejectDefeatDialog),
    ),
  },
  {
    ...may('revive'),
    label: '复活',
    place: 'button',
    Dialog: lazyDialog(() => import('../dialogs/ReviveDialog').then((module) => module.ReviveDialog)),
  },
  {
    ...may('resume'),
    label: resumeLabel,
    place: 'button',
    Dialog: lazyDialog(() => import('../dialogs/ResumeNow').then((module) => module.ResumeNow)),
  },
  {
    ...may('recall'),
    label: '回访',
    place: 'button',
    Dialog: lazyDialog(() => import('../dialogs/RecallDialog').then((module) => module.RecallDialog)),
  },
  {
    ...may('follow'),
    label: '跟进',
    place: 'button',
    shortcut: 'f',
    whyNot: whyNoFollow,
    Dialog: lazyDialog(() => import('../follow/FollowFromFile').then((module) => module.FollowFromFile)),
  },
  {
    key: 'deliver',
    label: '交车',
    place: 'button',
    can: whileOrdered,
    Dialog: DeliverDialog,
  },
  {
    ...may('order'),
    label: '订车',
    place: 'button',
    Dialog: QuickOrderDialog,
  },
  {
    key: 'orderFollow',
    label: '订车回访',
    place: 'icon',
    icon: PhoneOutlined,
    can: (state, rights) =>
      whileOrdered(state, rights) || (state.openOrders > 0 && mayAct('follow', state, rights)),
    Dialog: OrderFollowDialog,
  },
  {
    key: 'annotate',
    label: '批注',
    place: 'icon',
    icon: MessageOutlined,
    can: always,
    Dialog: lazyDialog(() => import('../dialogs/AnnotateDialog').then((module) => module.AnnotateDialog)),
  },
  {
    ...may('confirmArrival'),
    label: '确认到店',
    place: 'icon',
    icon: ShopOutlined,
    Dialog: lazyDialog(() =>
      import('../dialogs/ConfirmArrivalDialog').then((module) => module.ConfirmArrivalDialog),
    ),
  },
  {
    ...may('reassign'),
    label: '再分配',
    place: 'icon',
    icon: SwapOutlined,
    Dialog: lazyDialog(() => import('../dialogs/ReassignDialog').then((module) => module.ReassignDialog)),
  },
  {
    ...may('repurchase'),
    label: '再购',
    place: 'button',
    Dialog: lazyDialog(() => import('../dialogs/RepurchaseDialog').then((module) => module.RepurchaseDialog)),
  },
  {
    ...exceptOrders('suspend'),
    label: '暂停回访',
    place: 'more',
    Dialog: lazyDialog(() => import('../dialogs/PauseDialog').then((module) => module.PauseDialog)),
  },
  {
    ...exceptOrders('defeat'),
    label: '战败',
    place: 'more',
    Dialog: lazyDialog(() => import('../dialogs/DefeatDialog').then((module) => module.DefeatDialog)),
  },
  {
    key: 'sms',
    label: '发送短信',
    place: 'more',
    can: always,
    Dialog: SendSmsDialog,
  },
  {
    key: 'markSms',
    label: ({ noSms }) => (noSms ? '恢复接收短信' : '不接收短信'),
    place: 'more',
    can: always,
    Dialog: lazyDialog(() => import('../dialogs/MarkSmsDialog').then((module) => module.MarkSmsDialog)),
  },
  {
    key: 'edit',
    label: '编辑资料',
    place: 'page',
    can: always,
    Dialog: lazyDialog(() => import('../dialogs/EditDialog').then((module) => module.EditDialog)),
  },
  {
    key: 'tag',
    label: '客户标签',
    place: 'page',
    can: always,
    Dialog: lazyDialog(() => import('../dialogs/TagDialog').then((module) => module.TagDialog)),
  },
]

const decisions: ReadonlySet<ActionKey> = new Set(['confirmDefeat', 'rejectDefeat'])

/** Actions that the server accepts from this user. A reviewer may only decide. */
export const actionsOn = ({ onlyReview }: CustomerProfile): readonly ActionEntry[] =>
  onlyReview ? actions.filter(({ key }) => decisions.has(key)) : actions
