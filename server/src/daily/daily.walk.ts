import type { rooms } from '@showroom/contract'
import { writingRoles } from '@showroom/contract/daily/daily.rights'
import { role } from '@showroom/contract/access/access.rules'
import type { TestApp } from '../../test/app.ts'
import { admins } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildMember } from '../team/team.factory.ts'
import { buildDailyReport } from './daily.factory.ts'

const today = (app: TestApp) => ({ day: secondsOf(app.now()) })
const storeReaders = [...admins, 9, 11]

/** A report of a member at the actor's store. */
async function buildReport(app: TestApp, { member: { dealerId } }: Actor): Promise<number> {
  const author = await buildMember(app.db, app.now(), { dealerId, role: role.stock })
  return buildDailyReport(app, author)
}
const report: Walked = {
  of: buildReport,
  answer: 'NOT_FOUND',
  colleague: 'managers read the reports of the whole store',
}
const answers = {
  roles: admins,
  request: () => ({ reportId: 0, content: '已阅' }),
  prepare: async (app: TestApp, actor: Actor) => ({ reportId: await buildReport(app, actor) }),
  ids: { reportId: report },
}

export const walk = {
  own: { roles: writingRoles, request: today },
  handIn: { roles: writingRoles, request: (app) => ({ ...today(app), summary: '跟进三位客户' }) },
  team: { roles: storeReaders, request: today },
  comment: answers,
  giveBack: answers,
  sum: { roles: storeReaders, request: today },
} satisfies WalkOf<typeof rooms.daily>
