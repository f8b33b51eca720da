import type * as action from '@showroom/contract/customer/action.api'
import type { FileStore } from '../platform/files/files.ts'
import type { Context, HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { annotate, informCome, pause, recall, resume, updateTag } from './action.service.ts'
import { batchReassign, reassign } from './assign.service.ts'
import { fail, revive } from './defeat.service.ts'
import { editCustomer } from './edit.service.ts'
import { checkExist, merge } from './merge.service.ts'
import { findCall, findTestShare } from './record.repository.ts'

/** What a customer's online leads hear of, in the transaction in which it happens. Their room is built on this one. */
export interface LeadWork {
  /** Somebody has worked on the customer: the leads measure how soon. */
  readonly followed: (context: Context, customerId: number) => Promise<void>
  /** The customers may have another owner: leads that nobody worked on yet go along. */
  readonly handedOver: (context: Context, ...customerIds: readonly number[]) => Promise<void>
}

/** An action on one customer, of which the leads hear after it. */
const andThen =
  <Request extends { customerId: number }, Answer>(
    act: (context: Context, request: Request) => Promise<Answer>,
    hear: (context: Context, customerId: number) => Promise<void>,
  ) =>
  async (request: Request, context: Context): Promise<Answer> => {
    const answer = await act(context, request)
    await hear(context, request.customerId)
    return answer
  }

/** The actions on a customer beside following up. */
export const actionRoutes = ({
  files,
  leads,
}: {
  files: FileStore
  leads: LeadWork
}): HandlersOf<typeof action> => ({
  edit: (request, context) => editCustomer(context, files, request),
  remark: (request, context) => annotate(context, request),
  pause: (request, context) => pause(context, request),
  resume: (request, context) => resume(context, request),
  reassign: andThen(reassign, leads.handedOver),
  async batchReassign(request, context) {
    const customerIds = await batchReassign(context, request)
    await leads.handedOver(context, ...customerIds)
    return { successTotal: customerIds.length }
  },
  fail: andThen(fail, leads.followed),
  relive: andThen(revive, leads.handedOver),
  recall: andThen(recall, leads.followed),
  informCome: (request, context) => informCome(context, request),
  updateTag: (request, context) => updateTag(context, request),
  checkExist: (request, context) => checkExist(context, request),
  async merge(request, context) {
    const answer = await merge(context, request)
    await leads.handedOver(context, request.masterCustomerId)
    return answer
  },

  async testShareDetail({ shareId }, { db, session }) {
    const found = await findTestShare(db, session.scope, shareId)
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  },

  async thirdCallDetail({ callId }, { db, session, now }) {
    const found = await findCall(db, session.scope, callId)
    if (!found) throw new Refusal('NOT_FOUND')
    const { audioKey, ...data } = found
    return { data: { ...data, audioUrl: audioKey && files.link(audioKey, now) } }
  },
})
