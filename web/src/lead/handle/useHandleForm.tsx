import { errors } from '@showroom/contract/kernel/errors'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { offerTicket } from '../../base/public'
import { useSession } from '../../frame/session'
import { showBlocked } from '../../base/public'
import { usePrefilledRegion } from '../../customer/public'
import { useAssignable } from '../../team/public'
import { type RefusalShape, withoutRefreshHint } from '../../ui/failure'
import type { FormProblem, SchemaFormApi } from '../../ui/form/types'
import { useQuestion } from '../../ui/form/useQuestion'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import {
  type HandledAnswer,
  asksMember,
  blankHandling,
  firstHandling,
  type HandleForm,
  type Handling,
  handlingNames,
  isUndoable,
  planOf,
  questionOf,
  verbs,
} from './handle.form'
import { statusOf } from '../lead.labels'
import { invalidateLeads, leadQuery } from '../lead.queries'

export interface HandleFormState {
  readonly form: SchemaFormApi<HandleForm>
  /** Undefined until the user has decided. */
  readonly what: Handling | undefined
  choose(this: void, what: Handling): void
  /** True if the user must choose an owner. */
  readonly withMember: boolean
  readonly questions: ReactNode
}

/** Form state for handling one lead. Remount it for the next lead. */
export function useHandleForm(
  data: ClueDetail,
  possible: readonly [Handling, ...Handling[]],
): HandleFormState {
  const session = useSession()
  const queries = useQueryClient()
  const message = useMessage()
  const { ask, questions } = useQuestion()
  const { data: members } = useAssignable({ isAll: true, withLeads: true })
  const [chosen, choose] = useState<Handling>()
  const decided = chosen && possible.includes(chosen) ? chosen : firstHandling(data.status, possible)
  // Without a decision there are no fields, and nothing is sent.
  const what = decided ?? possible[0]
  const withMember = asksMember(data, { ...session, flags: session })
  const plan = planOf(what, withMember, data)

  /** Suffix that names the member the lead goes to. */
  const goesTo = (how: Handling, memberId: number | undefined): string => {
    const isGiven = how === 'assign' || (how === 'valid' && withMember)
    const name = isGiven && members.find((one) => one.memberId === memberId)?.userName
    return name ? ` → ${name}` : ''
  }
  const form = useSchemaForm<HandleForm, typeof plan.schema, HandledAnswer>({
    schema: plan.schema,
    initial: blankHandling(data),
    draft: {
      form: 'lead.handle',
      record: { id: data.clueId, version: [data.status, data.noContactTimes, data.assignedDate].join('.') },
      extra: {
        read: () => chosen ?? null,
        restore: (value) => choose(possible.find((one) => one === value)),
      },
    },
    toRequest: (values) => plan.requestOf(values, data),
    ...(plan.fieldOf && { fieldOf: plan.fieldOf }),
    ...(plan.problemsOf && { moreProblems: plan.problemsOf }),
    confirm: async (values) =>
      isUndoable(what, values, data, withMember) ||
      ask({
        title: questionOf(what),
        content: `${data.name}：${handlingNames[what]}${goesTo(what, values.memberId)}`,
        okText: verbs[what],
        cancelText: '取消',
        danger: what === 'invalid',
        keyboardOn: 'ok',
      }),
    send: (request, options) => plan.send(request as never, options),
    onRefused: async (refusal) => {
      if (refusal.code === errors.BLOCKED.code) return showBlocked(refusal)
      return refusal.code === errors.LEAD_STATE.code ? showMoved(refusal) : false
    },
    onDone: ({ isRepeat, ownerName, undoId }) => {
      const about = `${data.name}：${handlingNames[what]}`
      const after = (): void => void invalidateLeads(queries)
      offerTicket({ undoId, text: '操作成功!', about, unit: '条', after })
      if (isRepeat) message.info(`该号码已是客户，已归入原客户，客户经理：${ownerName}`)
      else if (ownerName && !withMember) message.info(`已分配给 ${ownerName}`)
      void invalidateLeads(queries)
    },
  })
  /** Refetches the lead behind the form and keeps the user's input. */
  const showMoved = async (refusal: RefusalShape): Promise<boolean | FormProblem> => {
    void invalidateLeads(queries)
    const fresh = await queries.query({ ...leadQuery(data.clueId), staleTime: 0 }).catch(() => undefined)
    if (!fresh) return false
    const [last] = fresh.timeline
    return {
      title: withoutRefreshHint(refusal),
      description: [
        `现为${statusOf(fresh.data.status).text}。`,
        last && `最新记录：${[last.handleOwnerName, last.result, last.remark].filter(Boolean).join(' ')}。`,
      ]
        .filter(Boolean)
        .join(''),
    }
  }
  usePrefilledRegion(form.form)
  return { form, what: decided, choose, withMember, questions }
}
