import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { RoomDeps } from '../platform/room.ts'
import { openPeriods } from './period.service.ts'
import { getHistory, saveTargets } from './save.service.ts'
import { exportSheet, readTargets } from './sheet.service.ts'

export const targetRoutes = (deps: RoomDeps): HandlersOf<typeof rooms.target> => ({
  period: openPeriods(deps.live),
  save: saveTargets,
  history: getHistory,
  sheet: (context, { month }) => exportSheet(context, deps, month),
  readSheet: (context, { file }) => readTargets(context, deps.files, file),
})
