import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import * as repository from './team.repository.ts'

export const teamRoutes = (): HandlersOf<typeof rooms.team> => ({
  memberList: async (_request, { db, session }) => ({
    data: await repository.listMembers(db, session.scope),
  }),
  assignMembers: async ({ isAll, byLeads }, { db, session }) => ({
    data: await repository.listAssignable(db, session.scope, {
      isAll: Boolean(isAll),
      byLeads: Boolean(byLeads),
    }),
  }),
  managerMembers: async (_request, { db, session }) => ({
    data: await repository.listLine(db, session.scope),
  }),
  sourceList: async (_request, { db, session }) => ({
    data: await repository.listSources(db, session.scope),
  }),
})
