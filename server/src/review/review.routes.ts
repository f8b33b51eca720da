import type { rooms } from '@showroom/contract'
import { confirmDefeat, rejectDefeat } from '../customer/index.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { failList } from './list.service.ts'

export const reviewRoutes = (): HandlersOf<typeof rooms.review> => ({
  failList: (request, context) => failList(context, request),
  confirmFail: (request, context) => confirmDefeat(context, request),
  rejectFail: (request, context) => rejectDefeat(context, request),
})
