import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listSettings, listViews, upsertSetting } from './view.repository.ts'
import { removeView, saveView } from './view.service.ts'

export const viewRoutes = (): HandlersOf<typeof rooms.view> => ({
  async mine({ db, session }) {
    const views = await listViews(db, session.scope, session.role)
    return { views, settings: await listSettings(db, session.scope) }
  },

  save: saveView,

  remove: (context, { viewId }) => removeView(context, viewId),

  async setList({ db, session }, { list, ...change }) {
    await upsertSetting(db, session.scope, list, change)
    return {}
  },
})
