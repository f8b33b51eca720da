import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { deleteDraft, listDrafts, trimDrafts, upsertDraft } from './draft.repository.ts'
import { keptSince } from './tidy.job.ts'

export const draftRoutes = (): HandlersOf<typeof rooms.draft> => ({
  async read({ db, session, now }, request) {
    return { data: await listDrafts(db, session.scope, request, keptSince(now)) }
  },

  async save({ db, session, now }, { replaces, ...draft }) {
    await upsertDraft(db, session.scope, draft, now)
    if (replaces) await deleteDraft(db, session.scope, replaces)
    await trimDrafts(db, session.scope)
    return {}
  },

  async drop({ db, session }, request) {
    await deleteDraft(db, session.scope, request)
    return {}
  },
})
