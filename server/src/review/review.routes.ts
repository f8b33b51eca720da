import type { rooms } from '@showroom/contract'
import { confirmDefeat, rejectDefeat } from '../customer/index.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { countViews } from '../platform/live/counts.ts'
import type { Live } from '../platform/live/live.ts'
import { countRequests } from './list.repository.ts'
import { confirmFails } from './confirm.service.ts'
import { failList } from './list.service.ts'

export const reviewRoutes = ({ live }: { live: Live }): HandlersOf<typeof rooms.review> => ({
  failList,
  viewCounts: countViews(live, 'customer', ({ db, session }, queries) =>
    countRequests(db, session.scope, queries),
  ),
  confirmFail: confirmDefeat,
  confirmFails,
  rejectFail: rejectDefeat,
})
