import { rooms } from '@showroom/contract'
import { isAdminRole, role } from '@showroom/contract/access/access.rules'
import type { Call, May } from '@showroom/contract/kernel/call'
import { mayManage, roleProblem } from '@showroom/contract/team/rank.rules'

/**
 * Generates docs/permissions.md from the contract: the permitted callers of each call. `npm run generate` writes
 * it.
 */

const describe = (may: May): string => {
  if (may === 'public') return 'anyone'
  if (may === 'member') return 'any member'
  const modules = may.module === undefined ? [] : [may.module].flat()
  const parts = [
    ...(may.admin ? ['an admin'] : []),
    ...(modules.length > 0 ? [`an admin, or module ${modules.join(' or ')}`] : []),
    ...(may.given ? [`module ${may.given}, an admin too`] : []),
    ...(may.storeStaff ? ['not the group’s roles 15 and 16'] : []),
    ...(may.leadStaff ? ['not the group’s roles 15 and 16, but 15 where the group cleans'] : []),
    ...(may.roles ? [`role ${may.roles.join(' or ')}`] : []),
    ...(may.flag
      ? [
          `flag ${[may.flag]
            .flat()
            .map((flag) => `\`${flag}\``)
            .join(' or ')}`,
        ]
      : []),
  ]
  return parts.join('; and ')
}

const marks = (call: Call): string =>
  [call.writes ? 'writes' : '', call.reveals ? 'reveals' : ''].filter(Boolean).join(', ')

const table = (room: string, calls: readonly Call[]): string =>
  [
    `## ${room}`,
    '',
    '| call | what | who | |',
    '|---|---|---|---|',
    ...calls.map((call) => `| \`${call.path}\` | ${call.summary} | ${describe(call.may)} | ${marks(call)} |`),
    '',
  ].join('\n')

/** The roles that each role manages and gives, by the rule of rank. */
function rankSection(): string[] {
  const all = Object.values(role)
  const listOf = (roles: readonly number[]): string => (roles.length > 0 ? roles.join(', ') : '–')
  const rows = all.map((actor) => {
    const by = { memberId: 1, role: actor, modules: isAdminRole(actor) ? [] : ['企业管理'] }
    const below = all.filter((of) => mayManage(by, { memberId: 2, role: of, modules: [] }, 'mobile'))
    const given = below.length > 0 ? all.filter((of) => roleProblem(by, of) === undefined) : []
    return `| ${actor} | ${listOf(below)} | ${listOf(given)} |`
  })
  return [
    '## Rank',
    '',
    'Generated from `contract/src/team/rank.rules.ts`. A member of higher rank changes the number, role, modules, status, superior, WeCom binding, leave and sign-in duty of another; members never change their own.',
    'A member without an admin role needs 企业管理, manages no member with 企业管理 or with a module that they lack (签到 is a duty and does not count), and gives only modules that they have.',
    '`npm run network` changes roles 15 and 16, and the number of a store’s only 1 or 2.',
    '',
    '| role, with 企业管理 | manages members of role | gives role |',
    '|---|---|---|',
    ...rows,
    '',
  ]
}

/** The page's text. */
export function permissionsPage(): string {
  const admins = Object.values(role).filter((one) => isAdminRole(one))
  return [
    '# Permissions of the calls',
    '',
    'Generated from the contract (`contract/src/*/*.api.ts`); the server checks the same entries, and the walker tests cover them all.',
    `Admin roles are ${admins.join(', ')}. Every call but the public ones also needs a live session of the dealer it names; what a member sees within the dealer`,
    'is decided by the scope (an admin, and roles 9 and 11: the dealer; anyone else: own customers and those of the members below).',
    'Role 11 only reads: every call that writes is refused to it, except what any member may.',
    '',
    ...rankSection(),
    ...Object.entries(rooms).map(([room, calls]) => table(room, Object.values<Call>(calls))),
  ].join('\n')
}
