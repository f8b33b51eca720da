import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { admins, readers, sellers, unknownId, walked } from '../../test/walks/walk.ts'
import type { Actor, WalkOf } from '../../test/walks/walk.ts'
import { buildLead } from './lead.factory.ts'

const workers = [1, 2, 3, 5, 6]

const leadOf =
  (status: number) =>
  (app: TestApp, { member }: Actor): Promise<number> =>
    buildLead(app, member, { status, ...(status === 2 && { owner_id: member.memberId }) })
const prepared = (status: number) => async (app: TestApp, actor: Actor) => ({
  clueId: await leadOf(status)(app, actor),
})
const lead = (status: number) => ({ of: leadOf(status), answer: 'NOT_FOUND' }) as const
const numberless = (app: TestApp, { member }: Actor): Promise<number> =>
  buildLead(app, member, {
    status: 2,
    owner_id: member.memberId,
    mobile: '',
    second_phone: '0085261230065',
  })
const seesAll = 'who works on leads sees those of the whole store'

export const walk = {
  list: {
    request: () => ({ pageStart: 1, pageCount: 10 }),
    roles: readers,
    ids: { userIds: walked.filterOfMembers },
  },
  viewCounts: {
    request: () => ({ queries: [{}] }),
    roles: readers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ userIds: String(id) }] } },
  },
  counts: { request: () => ({}), roles: readers },
  detail: {
    request: () => ({ clueId: unknownId }),
    prepare: prepared(2),
    roles: [...readers, 15, 16],
    ids: { clueId: lead(2) },
  },
  getOnlineCustomer: {
    request: () => ({ onlineCustomerId: unknownId }),
    prepare: async (app, actor) => ({ onlineCustomerId: await leadOf(2)(app, actor) }),
    roles: [...readers, 15, 16],
    ids: { onlineCustomerId: lead(2) },
  },
  clear: {
    request: () => ({ clueId: unknownId, isValid: false, invalidReason: 4 }),
    limited: {
      none: 'another number of a valid lead draws on it, where a store assigns by itself: clear.test.ts',
    },
    prepare: prepared(1),
    roles: workers,
    ids: { clueId: { ...lead(1), colleague: seesAll } },
  },
  noContact: {
    request: () => ({ clueId: unknownId }),
    prepare: prepared(1),
    roles: workers,
    ids: { clueId: { ...lead(1), colleague: seesAll } },
  },
  complete: {
    request: () => ({ clueId: unknownId, mobile: '19911112222' }),
    prepare: async (app, actor) => ({ clueId: await numberless(app, actor) }),
    roles: sellers,
    ids: { clueId: { of: numberless, answer: 'NOT_FOUND' } },
  },
  assign: {
    request: (_app, { member: { memberId } }) => ({ clueId: unknownId, memberId }),
    prepare: prepared(5),
    roles: workers,
    ids: { clueId: { ...lead(5), colleague: seesAll }, memberId: walked.member },
  },
  batchAssign: {
    request: (_app, { member: { memberId } }) => ({ clueIdArr: [unknownId], memberId }),
    roles: admins,
    ids: {
      clueIdArr: { ...lead(5), answer: 'ignored', as: (id) => [id], colleague: seesAll },
      memberId: walked.member,
    },
  },
} satisfies WalkOf<typeof rooms.lead>
