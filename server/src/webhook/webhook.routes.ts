import type { rooms } from '@showroom/contract'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import * as service from './endpoint.service.ts'
import type { Keeping } from './endpoint.service.ts'

export const webhookRoutes = (keeping: Keeping): HandlersOf<typeof rooms.webhook> => ({
  list: async (_request, context) => ({ data: await service.list(context) }),
  add: prepared(
    ({ url }) => service.findUrlProblem(keeping, url),
    (request, context, problem) => service.add(context, keeping, request, problem),
  ),
  update: prepared(
    ({ url }) => service.findUrlProblem(keeping, url),
    (request, context, problem) => service.update(context, keeping, request, problem),
  ),
  switchTo: (request, context) => service.switchTo(context, keeping, request),
  rotate: (request, context) => service.rotate(context, keeping, request),
  remove: (request, context) => service.remove(context, keeping, request),
  test: (request, context) => service.test(context, keeping, request),
  log: (request, context) => service.log(context, request),
  attempts: (request, context) => service.attempts(context, request),
  replay: (request, context) => service.replay(context, keeping, request),
  replayFailed: (request, context) => service.replayFailed(context, keeping, request),
})
