import * as customer from '@showroom/contract/customer/customer.api'
import { type CustomerAction, mayAct } from '@showroom/contract/customer/customer.rules'
import { type CustomerProfile, draftedOn } from '@showroom/contract/customer/profile.schema'
import type { DraftForm } from '@showroom/contract/kernel/drafts'
import { errors } from '@showroom/contract/kernel/errors'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { type RefusalShape, withoutRefreshHint } from '../../ui/failure'
import type { FormProblem, SchemaFormApi, SchemaFormOptions } from '../../ui/form/types'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import { invalidateCustomerList } from '../customer.queries'
import { stateOf, stateText } from '../customerState'

interface ActionFormOptions<Values extends object, Schema extends z.ZodType, Answer> extends Omit<
  SchemaFormOptions<Values, Schema, Answer>,
  'onDone' | 'onRefused' | 'draft' | 'waits' | 'onWaiting'
> {
  /** The customer's file as the dialog shows it. */
  profile: CustomerProfile
  /** The action in the state table; undefined for actions that are always possible. */
  action?: CustomerAction
  /** Keeps unsaved input under this name. Required for every form of more than three fields. */
  draft?: DraftForm
  /** Text shown after success, as a notice unless `tell` shows it elsewhere. */
  done: string | ((values: Values) => string)
  tell?: (text: string) => void
  /** True if saving moves on to another customer: the file is only marked as stale, not refetched. */
  leaves?: boolean
  /** For a call that waits without a network: its name, and the text that the member typed. */
  waits?: { readonly name: string; readonly text: (values: Values) => string }
  /** The undo ticket and its subject. If given, the undo offer shows the success text. */
  undoOf?: (answer: Answer) => { undoId: number; about: string }
  /** Returns the field changes after the file changed: untouched fields take the new value. */
  rebase?: (values: Values, fresh: CustomerProfile) => Partial<Values>
}

/**
 * The form of an action on a customer. After success the page behind refetches the file. If a colleague saved first, loads the new file
 * behind the dialog, keeps the input, and shows what changed.
 */
export function useActionForm<Values extends object, Schema extends z.ZodType, Answer>(
  options: ActionFormOptions<Values, Schema, Answer>,
): SchemaFormApi<Values> {
  const { profile, action, done, tell, leaves, undoOf, rebase, draft, waits, ...rest } = options
  const queries = useQueryClient()
  const message = useMessage()
  const file = queryOf(customer.get, { customerId: profile.customer.id })
  const reread = (): void => {
    void queries.invalidateQueries({
      queryKey: file.queryKey,
      refetchType: leaves ? 'none' : 'active',
    })
    void invalidateCustomerList(queries)
  }
  const valuesOf = (): Values => form.form.getFieldsValue(true) as Values

  const reload = async (refusal: RefusalShape): Promise<boolean | FormProblem> => {
    const fresh = await queries.query({ ...file, staleTime: 0 }).catch(() => undefined)
    if (!fresh) return false
    if (rebase) form.form.setFieldsValue(rebase(valuesOf(), fresh))
    const possible = !action || mayAct(action, stateOf(fresh), fresh)
    return {
      title: withoutRefreshHint(refusal),
      description: whatChanged(profile, fresh, { possible, typed: form.isDirty() }),
    }
  }
  const form = useSchemaForm<Values, Schema, Answer>({
    ...rest,
    ...(draft && { draft: { form: draft, record: draftedOn(profile) } }),
    ...(waits && {
      waits: (values) => ({
        title: `${waits.name} ${profile.customer.name}`,
        text: waits.text(values),
        to: `/customer/detail/${profile.customer.id}`,
        ...(action && { form: `?act=${action}` }),
      }),
    }),
    ...(tell && { onWaiting: tell }),
    onDone: (answer) => {
      const text = typeof done === 'string' ? done : done(valuesOf())
      const ticket = undoOf?.(answer)
      if (tell) tell(text)
      else if (ticket) offerTicket({ ...ticket, text, after: reread })
      else message.success(text)
      reread()
    },
    onRefused: (refusal) => {
      if (refusal.code === errors.BLOCKED.code) return blockedProblem(refusal)
      return movedOn.has(refusal.code) && refusal.errors.length === 0 ? reload(refusal) : false
    },
  })
  return form
}

/** Refusals because the customer has changed since the form opened. */
const movedOn: ReadonlySet<number> = new Set([
  errors.STALE.code,
  errors.CUSTOMER_STATE.code,
  errors.CUSTOMER_ORDER_OPEN.code,
])

function whatChanged(
  before: CustomerProfile,
  after: CustomerProfile,
  { possible, typed }: { possible: boolean; typed: boolean },
): string {
  const [newest] = after.timelines
  const isCurrent = newest === undefined || before.timelines.some(({ id }) => id === newest.id)
  const last = isCurrent
    ? ''
    : `最新记录：${[`${newest.ownerName} ${newest.subject}`, newest.content].filter(Boolean).join('，')}`
  const advice = possible
    ? `已载入最新资料，${typed ? '填写的内容仍在，' : ''}核对后可再次提交`
    : typed && '填写的内容仍在，可先复制备注'
  return [last.slice(0, 120).replace(/。$/, ''), `客户现为${stateText(after)}`, advice]
    .filter(Boolean)
    .map((sentence) => `${sentence}。`)
    .join('')
}

/** The text, followed by the contacts in brackets. */
const blockedProblem = (refusal: RefusalShape): FormProblem => ({
  title: `${errors.BLOCKED.text}（${refusal.message.replaceAll(',', '，')}）`,
})
