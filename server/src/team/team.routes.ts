import type { rooms } from '@showroom/contract'
import { mayCall } from '@showroom/contract/kernel/call'
import { memberAdd } from '@showroom/contract/team/manage.api'
import type { HandlersOf } from '../platform/http/handler.ts'
import * as leaves from './leave.service.ts'
import * as members from './member.service.ts'
import type { TeamDeps } from './member.service.ts'
import * as repository from './team.repository.ts'

export const teamRoutes = (deps: TeamDeps): HandlersOf<typeof rooms.team> => ({
  memberList: async ({ withLeft }, { db, session }) => ({
    data: await repository.listMembers(db, session.scope, {
      withLeft,
      whole: mayCall(memberAdd.may, session),
    }),
  }),
  memberVerify: (request, context) => members.verifyMember(context, deps, request),
  memberAdd: (request, context) => members.addMember(context, deps, request),
  memberUpdate: (request, context) => members.changeMember(context, deps, request),
  async memberBindWecom(request, context) {
    await members.bindMember(context, deps, request)
    return {}
  },
  async memberUnbindWecom({ memberId }, context) {
    await members.unbindMember(context, deps, memberId)
    return {}
  },
  memberLeavePreview: ({ memberId }, context) => leaves.previewLeave(context, memberId),
  memberLeave: (request, context) => leaves.leave(context, request),
  memberLeaves: (request, context) => leaves.listLeaves(context, request),
  memberLeaveBack: ({ leaveId }, context) => leaves.takeBack(context, leaveId),
  assignMembers: async ({ isAll, byLeads, withLoad }, { db, session }) => ({
    data: await repository.listAssignable(db, session.scope, {
      isAll: Boolean(isAll),
      byLeads: Boolean(byLeads),
      withLoad: Boolean(withLoad),
    }),
  }),
  managerMembers: async (_request, { db, session }) => ({
    data: await repository.listLine(db, session.scope),
  }),
  sourceList: async (_request, { db, session }) => ({
    data: await repository.listSources(db, session.scope),
  }),
})
