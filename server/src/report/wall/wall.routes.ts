import type * as wallCalls from '@showroom/contract/report/wall.api'
import type { HandlersOf } from '../../platform/http/handler.ts'
import type { Wall } from './wall.service.ts'

export const wallRoutes = (wall: Wall): HandlersOf<typeof wallCalls> => ({
  bigScreenSummary: (request, context) => wall.summary(context, request),
  bigScreenClueSource: (request, context) => wall.sources(context, request),
  bigScreenClueState: (request, context) => wall.states(context, request),
  bigScreenClueChart: (request, context) => wall.funnel(context, request),
})
