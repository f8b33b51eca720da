import type { rooms } from '@showroom/contract'
import { rejectDefeat } from '../customer/index.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { confirmFail } from './defeat.service.ts'

export const reviewRoutes = (): HandlersOf<typeof rooms.review> => ({
  confirmFail: (request, context) => confirmFail(context, request),
  rejectFail: (request, context) => rejectDefeat(context, request),
})
