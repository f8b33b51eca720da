import type { Member } from '@showroom/contract/team/team.schema'
import type { MembersSearch } from './members.search'
import { cleanNumber, foldForSearch } from '@showroom/contract/kernel/clean'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { contains } from '../../ui/found'

/** Filters and labels of the member list. */

export const states = {
  normal: { label: '正常', has: (one: Member) => one.leftAt === 0 && one.status === 0 && one.userIsActive },
  frozen: { label: '冻结', has: (one: Member) => one.leftAt === 0 && one.status !== 0 },
  inactive: {
    label: '未激活',
    has: (one: Member) => one.leftAt === 0 && one.status === 0 && !one.userIsActive,
  },
} as const
export type State = keyof typeof states

export const stateOf = (member: Member): { text: string; tone: 'done' | 'due' | 'plain' | 'quiet' } => {
  if (member.leftAt > 0) return { text: '已离职', tone: 'quiet' }
  if (member.status !== 0) return { text: '冻结', tone: 'due' }
  return member.userIsActive ? { text: '正常', tone: 'done' } : { text: '未激活', tone: 'plain' }
}

/**
 * Matches the name, the personnel account or the phone number. A full number is compared by its first 3 and last 4 digits, as it is masked.
 */
const isMeant = (member: Member, keyword: string): boolean =>
  [member.userName, member.mobile, member.siebelId].some((text) => contains(text, keyword)) ||
  member.mobile === maskMobile(cleanNumber(keyword))

export function filterMembers(
  members: readonly Member[],
  { r, s }: MembersSearch,
  keyword: string,
): Member[] {
  return members.filter(
    (one) =>
      (!r || one.role === r) &&
      (!s || states[s].has(one)) &&
      (foldForSearch(keyword) === '' || isMeant(one, keyword)),
  )
}

export interface MemberNode extends Member {
  readonly children?: MemberNode[]
  /** Shown only because a member below matched. */
  readonly isPath?: boolean
}

/** Tree of the found members and all their superiors. A member whose superior is not shown becomes a root. */
export function treeOf(members: readonly Member[], matches: readonly Member[]): MemberNode[] {
  const all = new Map(members.map((one) => [one.memberId, one]))
  const ids = new Set(matches.map(({ memberId }) => memberId))
  const visible = new Set(ids)
  for (const { manager } of matches)
    for (let above = manager; above !== 0 && !visible.has(above) && all.has(above);)
      above = (visible.add(above), all.get(above)?.manager ?? 0)
  const nodesBelow = (superior: number): MemberNode[] =>
    members
      .filter(({ memberId, manager }) =>
        visible.has(memberId) && superior === 0
          ? manager === 0 || !visible.has(manager)
          : visible.has(memberId) && manager === superior,
      )
      .map((one) => {
        const children = nodesBelow(one.memberId)
        return {
          ...one,
          ...(children.length > 0 && { children }),
          ...(!ids.has(one.memberId) && { isPath: true }),
        }
      })
  return nodesBelow(0)
}
