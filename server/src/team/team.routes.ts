import type { rooms } from '@showroom/contract'
import { mayCall } from '@showroom/contract/kernel/call'
import { memberAdd } from '@showroom/contract/team/manage.api'
import type { HandlersOf } from '../platform/http/handler.ts'
import * as leaves from './leave.service.ts'
import * as members from './member.service.ts'
import type { TeamDeps } from './member.service.ts'
import * as repository from './team.repository.ts'

export const teamRoutes = (deps: TeamDeps): HandlersOf<typeof rooms.team> => ({
  memberList: async ({ db, session }, { withLeft }) => ({
    data: await repository.listMembers(db, session.scope, {
      withLeft,
      whole: mayCall(memberAdd.may, session),
    }),
  }),
  memberVerify: (context, request) => members.verifyMember(context, deps, request),
  memberAdd: (context, request) => members.addMember(context, deps, request),
  memberUpdate: (context, request) => members.changeMember(context, deps, request),
  async memberBindWecom(context, request) {
    await members.bindMember(context, deps, request)
    return {}
  },
  async memberUnbindWecom(context, { memberId }) {
    await members.unbindMember(context, deps, memberId)
    return {}
  },
  async memberResetAuthenticator(context, { memberId }) {
    await members.resetAuthenticator(context, deps, memberId)
    return {}
  },
  memberLeavePreview: (context, { memberId }) => leaves.previewLeave(context, memberId),
  memberLeave: (context, request) => leaves.leave(context, deps.tables, request),
  memberLeaves: (context, request) => leaves.listLeaves(context, request),
  memberLeaveBack: (context, { leaveId }) => leaves.takeBack(context, deps.tables, leaveId),
  assignMembers: async ({ db, session }, { isAll, byLeads, withLoad }) => ({
    data: await repository.listAssignable(db, session.scope, {
      isAll: Boolean(isAll),
      byLeads: Boolean(byLeads),
      withLoad: Boolean(withLoad),
    }),
  }),
  managerMembers: async ({ db, session }) => ({
    data: await repository.listLine(db, session.scope),
  }),
  sourceList: async ({ db, session }) => ({
    data: await repository.listSources(db, session.scope),
  }),
})
