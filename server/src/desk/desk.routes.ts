import type { rooms } from '@showroom/contract'
import { countViews } from '../platform/live/counts.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Live } from '../platform/live/live.ts'
import { lookUpNumber } from '../platform/limits/number-search.ts'
import { getBoard, leave, receive } from './board.service.ts'
import { countVisits, listVisits, wholeNumber } from './list.repository.ts'
import { search } from './search.service.ts'

const isNobody = ({ total }: { total: number }): boolean => total === 0

export const deskRoutes = ({ live }: { live: Live }): HandlersOf<typeof rooms.desk> => ({
  list: (context, request) => {
    const look = () => listVisits(context.db, context.session.scope, request)
    const number = wholeNumber(request.key)
    return number ? lookUpNumber(context, number, look, isNobody) : look()
  },
  viewCounts: countViews(
    live,
    ['desk', 'customer'],
    ({ db, session }, queries) => countVisits(db, session.scope, queries),
    // Not cached when filtered by level: other calls change levels.
    ({ levels }) => levels.length === 0,
  ),
  search,
  getBoard,
  receive,
  leave,
})
