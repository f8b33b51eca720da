import type { rooms } from '@showroom/contract'
import { rejectDefeat } from '../customer/index.ts'
import { moveWithOwner } from '../lead/index.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { confirmFail } from './defeat.service.ts'
import { failList } from './list.service.ts'

export const reviewRoutes = (): HandlersOf<typeof rooms.review> => ({
  failList: (request, context) => failList(context, request),
  confirmFail: (request, context) => confirmFail(context, request),
  async rejectFail(request, context) {
    const answer = await rejectDefeat(context, request)
    await moveWithOwner(context, request.customerId)
    return answer
  },
})
