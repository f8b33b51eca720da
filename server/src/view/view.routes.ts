import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listSettings, listViews, upsertSetting } from './view.repository.ts'
import { removeView, saveView } from './view.service.ts'

export const viewRoutes = (): HandlersOf<typeof rooms.view> => ({
  async mine(_request, { db, session }) {
    const views = await listViews(db, session.scope, session.role)
    return { views, settings: await listSettings(db, session.scope) }
  },

  save: (request, context) => saveView(context, request),

  remove: ({ viewId }, context) => removeView(context, viewId),

  async setList({ list, ...change }, { db, session }) {
    await upsertSetting(db, session.scope, list, change)
    return {}
  },
})
