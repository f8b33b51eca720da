import type * as wallCalls from '@showroom/contract/report/wall.api'
import type { HandlersOf } from '../../platform/http/handler.ts'
import type { Wall } from './wall.service.ts'

export const wallRoutes = (wall: Wall): HandlersOf<typeof wallCalls> => ({
  bigScreenSummary: (context, request) => wall.summary(context, request),
  bigScreenClueSource: (context, request) => wall.sources(context, request),
  bigScreenClueState: (context, request) => wall.states(context, request),
  bigScreenClueChart: (context, request) => wall.funnel(context, request),
})
