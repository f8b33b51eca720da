import type * as action from '@showroom/contract/customer/action.api'
import type { FileStore } from '../platform/files/files.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { annotate, informCome, markSms, pause, recall } from './action.service.ts'
import { batchReassign, reassign } from './handover/assign.service.ts'
import { fail, revive } from './defeat/defeat.service.ts'
import { editCustomer } from './profile/edit.service.ts'
import { checkExist, merge } from './merge/merge.service.ts'
import { checkProof } from './add/proof.ts'
import { findCall, findTestShare } from './follow/record.repository.ts'
import { updateTag } from './profile/tag.service.ts'
import { resume } from './defeat/wake.service.ts'

/** Handlers of the actions on one customer other than following up. */
export const actionRoutes = ({ files }: { files: FileStore }): HandlersOf<typeof action> => ({
  edit: prepared(
    (request, context) => checkProof(context, files, request.newMediaImages, request.customerId),
    (request, context, proof) => editCustomer(context, proof, request),
  ),
  remark: (request, context) => annotate(context, request),
  markSms: (request, context) => markSms(context, request),
  pause: (request, context) => pause(context, request),
  resume: (request, context) => resume(context, request),
  reassign: (request, context) => reassign(context, request),
  batchReassign: (request, context) => batchReassign(context, request),
  fail: (request, context) => fail(context, request),
  relive: (request, context) => revive(context, request),
  recall: (request, context) => recall(context, request),
  informCome: (request, context) => informCome(context, request),
  updateTag: (request, context) => updateTag(context, request),
  checkExist: (request, context) => checkExist(context, request),
  merge: (request, context) => merge(context, request),

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
