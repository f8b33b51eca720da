import type * as action from '@showroom/contract/customer/action.api'
import type { FileStore } from '../platform/files/files.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { annotate, markSms, pause, recall } from './action.service.ts'
import { informCome } from './arrival.service.ts'
import { batchReassign, reassign } from './handover/assign.service.ts'
import { fail, revive } from './defeat/defeat.service.ts'
import { editCustomer } from './profile/edit.service.ts'
import { listMentionable } from './mention/mention.service.ts'
import { checkExist, merge } from './merge/merge.service.ts'
import { checkProof } from './add/proof.ts'
import { findCall, findTestShare } from './follow/record.repository.ts'
import { updateTag } from './profile/tag.service.ts'
import { resume } from './defeat/wake.service.ts'

/** Handlers of the actions on one customer other than following up. */
export const actionRoutes = ({ files }: { files: FileStore }): HandlersOf<typeof action> => ({
  edit: prepared(
    (context, request) => checkProof(context, files, request.newMediaImages, request.customerId),
    (context, request, proof) => editCustomer(context, proof, request),
  ),
  remark: annotate,
  mentionable: listMentionable,
  markSms,
  pause,
  resume,
  reassign,
  batchReassign,
  fail,
  relive: revive,
  recall,
  informCome,
  updateTag,
  checkExist,
  merge,

  async testShareDetail({ db, session }, { shareId }) {
    const share = await findTestShare(db, session.scope, shareId)
    if (!share) throw new Refusal('NOT_FOUND')
    return share
  },

  async thirdCallDetail({ db, session, now }, { callId }) {
    const call = await findCall(db, session.scope, callId)
    if (!call) throw new Refusal('NOT_FOUND')
    const { audioKey, ...data } = call
    return { data: { ...data, audioUrl: audioKey && files.link(audioKey, now) } }
  },
})
