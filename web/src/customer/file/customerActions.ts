import {
  type CustomerAction,
  type CustomerRights,
  type CustomerState,
  mayAct,
} from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { type ComponentType, createContext, lazy, use } from 'react'
import { loadDeliver, loadOrderFollow, loadQuickOrder } from '../../order/public'
import { resumeLabel, whyNoFollow } from '../customerState'

export interface ActionDialogProps {
  profile: CustomerProfile
  /** Unmount it then. */
  onClosed: () => void
}
type Dialog = ComponentType<ActionDialogProps>

/** What the state table decides about, and what is always possible. */
export type ActionKey = CustomerAction | 'deliver' | 'orderFollow' | 'edit' | 'annotate' | 'tag'

export interface ActionEntry {
  readonly key: ActionKey
  readonly label: string | ((state: CustomerState) => string)
  /** One letter that opens it. */
  readonly shortcut?: string
  /**
   * Where it is offered: as a button of its own, under 更多, or at a place on the page that opens it itself by
   * `useOpenAction`.
   */
  readonly place: 'button' | 'more' | 'page'
  readonly can: (state: CustomerState, rights: CustomerRights) => boolean
  /** Told beside the disabled button. An action without it is left out where it makes no sense. */
  readonly whyNot?: (state: CustomerState) => string
  /** Each dialog is its own chunk, fetched while the page is being read. */
  readonly Dialog: Dialog
  readonly preload: () => Promise<unknown>
}

/** Opens the dialog of an action; nothing where the page is for reading only. */
export const OpenAction = createContext<((key: ActionKey) => void) | undefined>(undefined)
export const useOpenAction = () => use(OpenAction)

const dialog = (load: () => Promise<Dialog>): Pick<ActionEntry, 'Dialog' | 'preload'> => ({
  Dialog: lazy(() => load().then((component) => ({ default: component }))),
  preload: load,
})

/** What the state table says. */
const may = (key: CustomerAction): Pick<ActionEntry, 'key' | 'can'> => ({
  key,
  can: (state, rights) => mayAct(key, state, rights),
})
const always = (): boolean => true

/** Somebody whose order is approved and whose car is on its way. */
const whileOrdered: ActionEntry['can'] = (state, rights) =>
  state.level === 'O' && mayAct('order', state, rights)

/** Open orders stand in the way of this one alone: its dialog then says so (document 2, section 8). */
const exceptOrders = (key: CustomerAction): Pick<ActionEntry, 'key' | 'can'> => ({
  key,
  can: (state, rights) => mayAct(key, { ...state, openOrders: 0 }, rights),
})

/** The actions on a customer. The first one that is possible is the main one. A new one is one entry and its dialog. */
export const actions: readonly ActionEntry[] = [
  {
    ...exceptOrders('confirmDefeat'),
    label: '同意战败',
    place: 'button',
    ...dialog(() => import('../dialogs/ConfirmDefeatDialog').then((module) => module.ConfirmDefeatDialog)),
  },
  {
    ...may('rejectDefeat'),
    label: '驳回战败',
    place: 'button',
    ...dialog(() => import('../dialogs/RejectDefeatDialog').then((module) => module.RejectDefeatDialog)),
  },
  {
    ...may('revive'),
    label: '复活',
    place: 'button',
    ...dialog(() => import('../dialogs/ReviveDialog').then((module) => module.ReviveDialog)),
  },
  {
    ...may('resume'),
    label: resumeLabel,
    place: 'button',
    ...dialog(() => import('../dialogs/ResumeDialog').then((module) => module.ResumeDialog)),
  },
  {
    ...may('recall'),
    label: '回访',
    place: 'button',
    ...dialog(() => import('../dialogs/RecallDialog').then((module) => module.RecallDialog)),
  },
  {
    ...may('follow'),
    label: '跟进',
    place: 'button',
    shortcut: 'f',
    whyNot: whyNoFollow,
    ...dialog(() => import('../dialogs/FollowDialog').then((module) => module.FollowDialog)),
  },
  {
    key: 'deliver',
    label: '交车',
    place: 'button',
    can: whileOrdered,
    ...dialog(loadDeliver),
  },
  {
    ...may('order'),
    label: '订车',
    place: 'button',
    ...dialog(loadQuickOrder),
  },
  {
    key: 'orderFollow',
    label: '订车回访',
    place: 'button',
    can: (state, rights) =>
      whileOrdered(state, rights) || (state.openOrders > 0 && mayAct('follow', state, rights)),
    ...dialog(loadOrderFollow),
  },
  {
    key: 'annotate',
    label: '批注',
    place: 'button',
    can: always,
    ...dialog(() => import('../dialogs/AnnotateDialog').then((module) => module.AnnotateDialog)),
  },
  {
    ...may('confirmArrival'),
    label: '确认到店',
    place: 'button',
    ...dialog(() => import('../dialogs/ConfirmArrivalDialog').then((module) => module.ConfirmArrivalDialog)),
  },
  {
    ...may('reassign'),
    label: '再分配',
    place: 'button',
    ...dialog(() => import('../dialogs/ReassignDialog').then((module) => module.ReassignDialog)),
  },
  {
    ...may('repurchase'),
    label: '再购',
    place: 'button',
    ...dialog(() => import('../dialogs/RepurchaseDialog').then((module) => module.RepurchaseDialog)),
  },
  {
    ...exceptOrders('suspend'),
    label: '暂停回访',
    place: 'more',
    ...dialog(() => import('../dialogs/PauseDialog').then((module) => module.PauseDialog)),
  },
  {
    ...exceptOrders('defeat'),
    label: '战败',
    place: 'more',
    ...dialog(() => import('../dialogs/DefeatDialog').then((module) => module.DefeatDialog)),
  },
  {
    key: 'edit',
    label: '编辑资料',
    place: 'page',
    can: always,
    ...dialog(() => import('../dialogs/EditDialog').then((module) => module.EditDialog)),
  },
  {
    key: 'tag',
    label: '客户标签',
    place: 'page',
    can: always,
    ...dialog(() => import('../dialogs/TagDialog').then((module) => module.TagDialog)),
  },
]

const decisions: ReadonlySet<ActionKey> = new Set(['confirmDefeat', 'rejectDefeat'])

/** Those that the server takes from this reader: who reads the file for a review decides, and does nothing else. */
export const actionsOn = ({ onlyReview }: CustomerProfile): readonly ActionEntry[] =>
  onlyReview ? actions.filter(({ key }) => decisions.has(key)) : actions
