import { rooms } from '@showroom/contract'
import { isAdminRole, role } from '@showroom/contract/access/access.rules'
import type { Call, May } from '@showroom/contract/kernel/call'

/** docs/permissions.md, made from the contract: who may make which call. `UPDATE_DOCS=1` in its test writes it. */

const describe = (may: May): string => {
  if (may === 'public') return 'anyone'
  if (may === 'member') return 'any member'
  const modules = may.module === undefined ? [] : [may.module].flat()
  const parts = [
    ...(may.admin ? ['an admin'] : []),
    ...(modules.length > 0 ? [`an admin, or module ${modules.join(' or ')}`] : []),
    ...(may.storeStaff ? ['not the group’s roles 15 and 16'] : []),
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

/** The page's text. */
export function permissionsPage(): string {
  const admins = Object.values(role).filter((one) => isAdminRole(one))
  return [
    '# Who may make which call',
    '',
    'Made from the contract (`contract/src/*/*.api.ts`); the server decides by the same entries, the walker tests go through them all.',
    `Admin roles are ${admins.join(', ')}. Every call but the public ones also needs a live session of the dealer it names; what a member sees within the dealer`,
    'is decided by the scope (an admin: the dealer; anyone else: own customers and those of the members below).',
    '',
    ...Object.entries(rooms).map(([room, calls]) => table(room, Object.values<Call>(calls))),
  ].join('\n')
}
