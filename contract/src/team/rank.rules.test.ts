import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAdminRole, role as roles } from '../access/access.rules.ts'
import { moduleNames } from '../kernel/call.ts'
import {
  handOverProblem,
  manageProblem,
  mayManage,
  memberChanges,
  moveProblem,
  placeMember,
  rankTexts,
  roleProblem,
  seatProblems,
} from './rank.rules.ts'
import type { Managed, Manager, Placed } from './rank.rules.ts'

const rights = moduleNames.filter((name) => name !== '签到')
/** A set of modules: sorted, since another order is no change. */
const modules = fc
  .uniqueArray(fc.constantFrom(...moduleNames), { maxLength: 5 })
  .map((names) => names.toSorted())
const anyRole = fc.constantFrom(...Object.values(roles))
const seat = fc.record({ role: anyRole, modules })
const member = (memberId: number, { role, modules: given }: Omit<Managed, 'memberId'>): Managed => ({
  memberId,
  role,
  modules: given,
})
const rank = (of: number): number => [[], [6], [3], [1, 2]].findIndex((some) => some.includes(of))
const rankOf = (of: number): number => Math.max(rank(of), 0)

describe('rank', () => {
  it('depends on the role', () => {
    const manages = (actor: number): number[] =>
      Object.values(roles).filter((target) =>
        mayManage(
          member(1, { role: actor, modules: isAdminRole(actor) ? [] : ['企业管理'] }),
          member(2, { role: target, modules: [] }),
          'mobile',
        ),
      )
    const staff = [4, 5, 7, 8, 10]
    for (const head of [1, 2]) expect(manages(head)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(manages(3)).toEqual([4, 5, 6, 7, 8, 10])
    expect(manages(6)).toEqual(staff)
    for (const other of [...staff, 9]) expect(manages(other)).toEqual(staff)
    expect(manages(11)).toEqual([])
  })

  it('is never mutual except for general manager and boss, and never covers oneself', () => {
    fc.assert(
      fc.property(seat, seat, fc.constantFrom(...memberChanges), (one, other, change) => {
        const [a, b] = [member(1, one), member(2, other)]
        const isPeer = [one, other].every(({ role }) => role === 1 || role === 2)
        expect(mayManage(a, b, change) && mayManage(b, a, change)).toBe(isPeer)
        expect(change !== 'profile' && mayManage(a, a, change)).toBe(false)
      }),
    )
  })

  it('lets non-admins manage neither members with 企业管理 nor members with a right they lack, whatever their duties', () => {
    fc.assert(
      fc.property(seat, seat, (one, other) => {
        fc.pre(!isAdminRole(one.role) && mayManage(member(1, one), member(2, other), 'status'))
        expect(other.modules).not.toContain('企业管理')
        const lacked = rights.filter((name) => !one.modules.includes(name))
        for (const name of lacked) expect(other.modules).not.toContain(name)
        expect(mayManage(member(1, one), member(2, { ...other, modules: ['签到'] }), 'status')).toBe(true)
      }),
    )
  })

  it('lets no member give a higher rank than their own, nor roles of the group', () => {
    for (const by of Object.values(roles))
      for (const given of Object.values(roles)) {
        const mayGive = roleProblem({ role: by, modules: [...moduleNames] }, given) === undefined
        expect(mayGive && rankOf(given) > rankOf(by)).toBe(false)
        const isOfGroup = given >= 15 || ((given === 9 || given === 11) && by > 2)
        expect(mayGive && isOfGroup).toBe(false)
      }
    expect(roleProblem({ role: 6, modules: [] }, 1)).toBe(rankTexts.rankRole)
  })
})

/** A store, with the current owner of each member's original files, and the members whose phones the conspirators hold. */
interface Store {
  readonly team: Map<number, Placed>
  readonly files: Map<number, number>
  /** Members that the conspirators sign in as. */
  readonly held: Set<number>
}

function lineOf(team: Store['team'], memberId: number): Set<number> {
  const line = new Set([memberId])
  for (const id of line) for (const one of team.values()) if (one.managerId === id) line.add(one.memberId)
  return line
}
const managerOf = ({ team }: Store, one: Placed): Manager => ({
  ...one,
  sees: isAdminRole(one.role) ? 'all' : [...lineOf(team, one.memberId)],
})
const filesSeen = ({ team, files }: Store, memberId: number): Set<number> => {
  const one = team.get(memberId)
  const line = lineOf(team, memberId)
  return new Set(
    [...files]
      .filter(([, holder]) => one && (isAdminRole(one.role) || line.has(holder)))
      .map(([file]) => file),
  )
}

const step = fc.record({
  kind: fc.constantFrom('number', 'seat', 'freeze', 'place', 'leave', 'add'),
  by: fc.nat(20),
  on: fc.nat(20),
  to: fc.nat(20),
  some: fc.array(fc.nat(20), { maxLength: 4 }),
  seat,
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** One call of a conspirator, decided as the server does. */
function act(store: Store, { kind, by, on, to, some, seat: given }: Step, newId: number): void {
  const { team, files, held } = store
  const pick = (at: number): Placed => [...team.values()][at % team.size] as Placed
  const heldOnes = [...held].flatMap((id) => team.get(id) ?? [])
  if (heldOnes.length === 0) return
  const actor = managerOf(store, heldOnes[by % heldOnes.length] as Placed)
  if (!isAdminRole(actor.role) && !actor.modules.includes('企业管理')) return
  const target = pick(on)
  if (kind === 'number' && mayManage(actor, target, 'mobile')) held.add(target.memberId)
  if (kind === 'freeze' && mayManage(actor, target, 'status'))
    team.set(target.memberId, { ...target, status: -1 - target.status })
  if (kind === 'seat' && seatProblems(actor, target, { ...target, ...given }).length === 0)
    team.set(target.memberId, { ...target, ...given })
  if (kind === 'place' || kind === 'add') {
    const isNew = kind === 'add'
    const memberId = isNew ? newId : target.memberId
    const newcomer = { ...given, memberId, name: '新', managerId: 0, status: 0 }
    if (isNew && seatProblems(actor, undefined, newcomer).length > 0) return
    if (!isNew && !mayManage(actor, target, 'profile')) return
    const drawn = isNew ? new Map(team).set(memberId, newcomer) : team
    const topUserId = to % 3 === 0 ? 0 : pick(to).memberId
    const downUserIds = some.map((at) => pick(at).memberId)
    const placing = placeMember(actor, drawn, { memberId, isNew, topUserId, downUserIds })
    if ('code' in placing) return
    const before = drawn.get(memberId) as Placed
    const move = (id: number, managerId: number): unknown =>
      team.set(id, { ...((id === memberId ? before : team.get(id)) as Placed), managerId })
    move(memberId, topUserId)
    for (const id of placing.down) move(id, memberId)
    for (const id of placing.up) move(id, before.managerId)
    if (isNew) held.add(memberId)
  }
  if (kind === 'leave' && mayManage(actor, target, 'leave')) {
    const [heir, top] = [pick(to), pick(some[0] ?? 0)]
    const { memberId } = target
    if ([heir.memberId, top.memberId].includes(memberId) || lineOf(team, memberId).has(top.memberId)) return
    const below = [...team.values()].filter(({ managerId }) => managerId === memberId)
    const memberIds = below.map((one) => one.memberId)
    if (handOverProblem(actor, team, memberId, heir.memberId)) return
    if (moveProblem(actor, team, [{ memberIds, to: top.memberId }])) return
    for (const one of below) team.set(one.memberId, { ...one, managerId: top.memberId })
    for (const [file, holder] of files) if (holder === memberId) files.set(file, heir.memberId)
    team.delete(memberId)
  }
}

/** A team without cycles: every superior is a member drawn earlier, or none. */
const store = fc
  .array(fc.record({ seat, above: fc.nat(20) }), { minLength: 3, maxLength: 9 })
  .map((drawn): Store => {
    const team = new Map(
      drawn.map(({ seat: one, above }, at) => [
        at + 1,
        {
          ...one,
          memberId: at + 1,
          name: `${at + 1}`,
          managerId: at === 0 ? 0 : above % (at + 1),
          status: 0,
        },
      ]),
    )
    return { team, files: new Map([...team.keys()].map((id) => [id, id])), held: new Set() }
  })

const isConspirator = (one: Managed, first: Managed): boolean =>
  isAdminRole(first.role)
    ? rankOf(one.role) === rankOf(first.role)
    : !isAdminRole(one.role) && one.modules.includes('企业管理')

it('no sequence of allowed calls lifts a member above their rank, alone or with all others of that rank', () => {
  fc.assert(
    fc.property(store, fc.nat(20), fc.array(step, { maxLength: 25 }), (drawn, who, steps) => {
      const first = [...drawn.team.values()][who % drawn.team.size] as Placed
      fc.pre(isAdminRole(first.role) || first.modules.includes('企业管理'))
      const atFirst = new Map(drawn.team)
      const gang = [...atFirst.values()].filter((one) => isConspirator(one, first))
      const state = {
        team: new Map(drawn.team),
        files: new Map(drawn.files),
        held: new Set(gang.map(({ memberId }) => memberId)),
      }
      steps.forEach((one, at) => act(state, one, 100 + at))
      const most = rankOf(first.role)
      const own = new Set(gang.flatMap((one) => one.modules))
      for (const id of state.held) {
        expect(rankOf(state.team.get(id)?.role ?? 4)).toBeLessThanOrEqual(most)
      }
      // A head manages a second head, whom they may appoint themselves.
      const isBelow = (one: Placed): boolean =>
        most === rankOf(1) || gang.some((by) => mayManage(by, one, 'mobile'))
      for (const before of [...atFirst.values()].filter((one) => !isBelow(one))) {
        expect(state.team.get(before.memberId)).toEqual(before)
        expect(state.held.has(before.memberId)).toBe(gang.includes(before))
      }
      if (isAdminRole(first.role)) return
      for (const after of state.team.values()) {
        const had = atFirst.get(after.memberId)?.modules ?? []
        const gained = after.modules.filter((name) => name !== '签到' && !had.includes(name))
        for (const name of gained) expect(own).toContain(name)
      }
      // No one of that rank gains sight of a file, and no one at all gains one that no conspirator could see.
      const visible = new Set([...state.held].flatMap((id) => [...filesSeen(drawn, id)]))
      for (const after of state.team.values()) {
        const before = filesSeen(drawn, after.memberId)
        const gained = [...filesSeen(state, after.memberId)].filter((file) => !before.has(file))
        const isOfGang = gang.some(({ memberId }) => memberId === after.memberId)
        expect(isOfGang ? gained : []).toEqual([])
        for (const file of gained) expect(visible).toContain(file)
      }
    }),
    { numRuns: 3_000 },
  )
})

it('a member cannot place five consultants they do not see below an accomplice', () => {
  const placed = (memberId: number, managerId: number, given: string[]): Placed => ({
    memberId,
    name: `${memberId}`,
    role: 4,
    modules: given,
    managerId,
    status: 0,
  })
  const team = new Map(
    [
      placed(1, 0, ['企业管理']),
      placed(2, 0, []),
      ...[3, 4, 5, 6, 7].map((id) => placed(id, 8, [])),
      placed(8, 0, []),
    ].map((one) => [one.memberId, one]),
  )
  const clerk: Manager = { memberId: 1, role: 4, modules: ['企业管理'], sees: [1] }
  expect(placeMember(clerk, team, { memberId: 2, topUserId: 0, downUserIds: [3, 4, 5, 6, 7] })).toMatchObject(
    {
      code: 'MEMBER_RIGHTS',
      path: 'downUserIds',
    },
  )
  const admin: Manager = { memberId: 9, role: 6, modules: [], sees: 'all' }
  expect(placeMember(admin, team, { memberId: 2, topUserId: 0, downUserIds: [3, 4, 5, 6, 7] })).toEqual({
    down: [3, 4, 5, 6, 7],
    up: [],
  })
  expect(manageProblem(clerk, placed(1, 0, ['企业管理']), 'superior')).toBe('不能修改自己的上级')
})
