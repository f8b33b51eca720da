import type { rooms } from '@showroom/contract'
import { confirmDefeat, rejectDefeat } from '../customer/index.ts'
import type { HandlersOf } from '../platform/http/handler.ts'

export const reviewRoutes = (): HandlersOf<typeof rooms.review> => ({
  confirmFail: (request, context) => confirmDefeat(context, request),
  rejectFail: (request, context) => rejectDefeat(context, request),
})
