import { MessageOutlined, ShopOutlined, SwapOutlined } from '@ant-design/icons'
import { type CustomerAction, mayAct, mayWithoutOrders } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { SendSmsDialog } from '../../sms/public'
import { useMemo } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import type { ActionEntry, ActionKey } from '../actionDialog'
import { resumeLabel, whyNoFollow } from '../customerState'
import { useCustomerParts } from '../parts'

/** Decided by the state table. */
const may = (key: CustomerAction): Pick<ActionEntry, 'key' | 'can'> => ({
  key,
  can: (state, rights) => mayAct(key, state, rights),
})
/** In every state of a file, unless the person was erased. */
const always: ActionEntry['can'] = ({ isErased }) => !isErased

/** Offers the action despite open orders; its dialog then explains them. */
const exceptOrders = (key: CustomerAction): Pick<ActionEntry, 'key' | 'can'> => ({
  key,
  can: (state, rights) => mayWithoutOrders(key, state, rights),
})

/** The actions on a customer. The first possible one is the main action. To add one, add its entry and its dialog. */
const mainActions: readonly ActionEntry[] = [
  {
    ...exceptOrders('confirmDefeat'),
    label: '同意战败',
    place: 'button',
    Dialog: lazyDialog(() =>
      import('../defeat/ConfirmDefeatDialog').then((module) => module.ConfirmDefeatDialog),
    ),
  },
  {
    ...may('rejectDefeat'),
    label: '驳回战败',
    place: 'button',
    Dialog: lazyDialog(() =>
      import('../defeat/RejectDefeatDialog').then((module) => module.RejectDefeatDialog),
    ),
  },
  {
    ...may('revive'),
    label: '复活',
    place: 'button',
    Dialog: lazyDialog(() => import('../defeat/ReviveDialog').then((module) => module.ReviveDialog)),
  },
  {
    ...may('resume'),
    label: resumeLabel,
    place: 'button',
    Dialog: lazyDialog(() => import('../defeat/ResumeNow').then((module) => module.ResumeNow)),
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
]

/** Offered after the main actions. */
const otherActions: readonly ActionEntry[] = [
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
    whyNot: (state, rights) =>
      mayWithoutOrders('repurchase', state, rights) ? '还有未交车的订单，交车后可再购' : '',
    Dialog: lazyDialog(() => import('../add/RepurchaseDialog').then((module) => module.RepurchaseDialog)),
  },
  {
    ...exceptOrders('suspend'),
    label: '暂停回访',
    place: 'more',
    Dialog: lazyDialog(() => import('../defeat/PauseDialog').then((module) => module.PauseDialog)),
  },
  {
    ...exceptOrders('defeat'),
    label: '战败',
    place: 'more',
    Dialog: lazyDialog(() => import('../defeat/DefeatDialog').then((module) => module.DefeatDialog)),
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
    Dialog: lazyDialog(() => import('../edit/EditDialog').then((module) => module.EditDialog)),
  },
  {
    key: 'tag',
    label: '客户标签',
    place: 'page',
    can: always,
    Dialog: lazyDialog(() => import('../dialogs/TagDialog').then((module) => module.TagDialog)),
  },
]

/** A reviewer decides, and may see the orders that block the decision. */
const reviewing: ReadonlySet<ActionKey> = new Set(['confirmDefeat', 'rejectDefeat', 'order.list'])

/** Actions that the server accepts from this user, those of other rooms after the main ones. */
export function useActions({ onlyReview }: CustomerProfile): readonly ActionEntry[] {
  const { actions } = useCustomerParts()
  return useMemo(() => {
    const all = [...mainActions, ...actions, ...otherActions]
    return onlyReview ? all.filter(({ key }) => reviewing.has(key)) : all
  }, [actions, onlyReview])
}
