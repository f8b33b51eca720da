import type { rooms } from '@showroom/contract'
import { rooms as calls } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import type { Actor, WalkOf } from '../../test/walks/walk.ts'
import { admins } from '../../test/walks/walk.ts'
import { buildAuthenticator, buildWecomBinding } from '../access/access.factory.ts'
import { testSecret } from '../../test/app.ts'
import { buildMember } from './team.factory.ts'

/** Roles that may manage the team with their default modules. */
const managers: readonly number[] = [...admins, 9]

const colleague = 'who manages the team manages all of it'

/** Builds a colleague of the actor, who can be changed and can leave. */
const buildColleague = async (app: TestApp, { member }: Actor): Promise<number> =>
  (await buildMember(app.db, app.now(), { dealerId: member.dealerId })).memberId

const someone = { of: buildColleague, answer: 'NOT_FOUND', colleague } as const
const successor = { of: buildColleague, answer: 'MEMBER_UNAVAILABLE', colleague } as const
/** A possible superior or subordinate. */
const superior = { of: buildColleague, answer: 'MEMBER_UNAVAILABLE', colleague } as const

const person = { name: '新成员', mobile: '13900001234', identifyNo: '110101199001011237' }
const seat = { role: 4, siebelId: 'Z001', siebelPosition: '销售顾问', modules: '客户管理', topUserId: 0 }
const personnelAccount = { none: 'an account of the personnel system' }

const leave = async (app: TestApp, actor: Actor): Promise<number> => {
  const memberId = await buildColleague(app, actor)
  const answer = await app.post(calls.team.memberLeave, actor.manager.token, {
    memberId,
    newMemberId: await buildColleague(app, actor),
    newTopUserId: await buildColleague(app, actor),
  })
  return answer.leaveId ?? 0
}

export const walk = {
  memberList: { roles: 'member', request: () => ({}) },
  memberVerify: { roles: managers, request: () => person },
  memberAdd: {
    roles: managers,
    request: () => ({ ...person, ...seat }),
    ids: {
      siebelId: personnelAccount,
      topUserId: superior,
      downUserIds: { ...superior, as: String },
    },
  },
  memberUpdate: {
    roles: managers,
    request: () => ({ memberId: 1, name: '改名', mobile: '137****1234', ...seat }),
    prepare: async (app, actor) => ({ memberId: await buildColleague(app, actor) }),
    ids: {
      memberId: someone,
      siebelId: personnelAccount,
      topUserId: superior,
      downUserIds: { ...superior, as: String },
    },
  },
  memberBindWecom: {
    roles: managers,
    request: () => ({ memberId: 1, userId: 'of-the-walker' }),
    async prepare({ db, now }, { member }) {
      await db.deleteFrom('wecom_binding').where('user_id', '=', 'of-the-walker').execute()
      return { memberId: (await buildMember(db, now(), { dealerId: member.dealerId })).memberId }
    },
    ids: { memberId: someone, userId: { none: 'of the company, at WeCom' } },
  },
  memberUnbindWecom: {
    roles: managers,
    request: () => ({ memberId: 1 }),
    async prepare({ db, now }, { member }) {
      const { memberId, accountId } = await buildMember(db, now(), { dealerId: member.dealerId })
      await buildWecomBinding(db, accountId)
      return { memberId }
    },
    ids: { memberId: someone },
  },
  memberResetAuthenticator: {
    roles: managers,
    request: () => ({ memberId: 1 }),
    async prepare({ db, now }, { member }) {
      const { memberId, accountId } = await buildMember(db, now(), { dealerId: member.dealerId })
      await buildAuthenticator(db, accountId, { serverSecret: testSecret })
      return { memberId }
    },
    ids: { memberId: someone },
  },
  memberLeavePreview: {
    roles: managers,
    request: () => ({ memberId: 1 }),
    prepare: async (app, actor) => ({ memberId: await buildColleague(app, actor) }),
    ids: { memberId: someone },
  },
  memberLeave: {
    roles: managers,
    request: () => ({ memberId: 1, newMemberId: 1, newTopUserId: 1 }),
    prepare: async (app, actor) => ({
      memberId: await buildColleague(app, actor),
      newMemberId: await buildColleague(app, actor),
      newTopUserId: await buildColleague(app, actor),
    }),
    ids: {
      memberId: someone,
      newMemberId: successor,
      newTopUserId: successor,
      byLevels: { ...successor, as: (memberId) => [{ level: 'A', memberId }] },
      bySeries: { ...successor, as: (memberId) => [{ seriesId: 0, memberId }] },
    },
  },
  memberLeaves: { roles: managers, request: () => ({}) },
  memberLeaveBack: {
    roles: admins,
    request: () => ({ leaveId: 1 }),
    prepare: async (app, actor) => ({ leaveId: await leave(app, actor) }),
    ids: { leaveId: { of: leave, answer: 'NOT_FOUND', colleague } },
  },
  assignMembers: { roles: 'member', request: () => ({ isAll: 1 }) },
  managerMembers: { roles: 'member', request: () => ({}) },
  sourceList: { roles: 'member', request: () => ({}) },
} satisfies WalkOf<typeof rooms.team>
