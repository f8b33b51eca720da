import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { getPeriod } from './period.service.ts'

export const targetRoutes = (): HandlersOf<typeof rooms.target> => ({
  period: getPeriod,
})
