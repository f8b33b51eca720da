import type { rooms } from '@showroom/contract'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import * as service from './endpoint.service.ts'
import type { Keeping } from './endpoint.service.ts'

export const webhookRoutes = (keeping: Keeping): HandlersOf<typeof rooms.webhook> => ({
  list: async (context) => ({ data: await service.list(context) }),
  add: prepared(
    (_context, { url }) => service.findUrlProblem(keeping, url),
    (context, request, problem) => service.add(context, keeping, request, problem),
  ),
  update: prepared(
    (_context, { url }) => service.findUrlProblem(keeping, url),
    (context, request, problem) => service.update(context, keeping, request, problem),
  ),
  switchTo: (context, request) => service.switchTo(context, keeping, request),
  rotate: (context, request) => service.rotate(context, keeping, request),
  remove: (context, request) => service.remove(context, keeping, request),
  test: (context, request) => service.test(context, keeping, request),
  log: (context, request) => service.log(context, request),
  attempts: (context, request) => service.attempts(context, request),
  replay: (context, request) => service.replay(context, keeping, request),
  replayFailed: (context, request) => service.replayFailed(context, keeping, request),
})
