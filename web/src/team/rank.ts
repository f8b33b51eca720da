import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { Managed, Manager, Placed, PlacedTeam } from '@showroom/contract/team/rank.rules'
import type { Member } from '@showroom/contract/team/team.schema'

/** Converts the session and members into the shapes that the rank rules take. */

export const actorOf = ({ profile, role, modules }: SessionInfo): Managed => ({
  memberId: profile.memberId,
  role,
  modules,
})

const listOf = (text: string): string[] => text.split(',').filter(Boolean)

/** Splits the comma-separated `modules` that member lists return. */
export const managedOf = (member: { memberId: number; role: number; modules: string }): Managed => ({
  memberId: member.memberId,
  role: member.role,
  modules: listOf(member.modules),
})

const placedOf = (member: Member): Placed => ({
  ...managedOf(member),
  name: member.userName,
  managerId: member.manager,
  status: member.status,
})

/** The store's present members by id. */
export const placedTeam = (members: readonly Member[]): PlacedTeam =>
  new Map(members.filter(({ leftAt }) => leftAt === 0).map((one) => [one.memberId, placedOf(one)]))

/** The signed-in user as actor, with the members whose records they see. */
export function managerOf(session: SessionInfo, members: readonly Member[]): Manager {
  const actor = actorOf(session)
  const own = members.find(({ memberId }) => memberId === actor.memberId)
  const below = listOf(own?.controlIds ?? '').map(Number)
  return { ...actor, sees: session.seesStore ? 'all' : [actor.memberId, ...below] }
}
