import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { deleteDraft, listDrafts, trimDrafts, upsertDraft } from './draft.repository.ts'
import { keptSince } from './tidy.job.ts'

export const draftRoutes = (): HandlersOf<typeof rooms.draft> => ({
  async read(request, { db, session, now }) {
    return { data: await listDrafts(db, session.scope, request, keptSince(now)) }
  },

  async save({ replaces, ...draft }, { db, session, now }) {
    await upsertDraft(db, session.scope, draft, now)
    if (replaces) await deleteDraft(db, session.scope, replaces)
    await trimDrafts(db, session.scope)
    return {}
  },

  async drop(request, { db, session }) {
    await deleteDraft(db, session.scope, request)
    return {}
  },
})
