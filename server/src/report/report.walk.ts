import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { admins, baseData, byTurns, readers } from '../../test/walks/walk.ts'
import type { Walked, WalkOf } from '../../test/walks/walk.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { secondsOf } from '../platform/clock.ts'

/** Today. */
const days = (app: TestApp) => ({ dateStart: secondsOf(app.now()), dateEnd: secondsOf(app.now()) })

const ofStore: Walked = {
  of: (_app, { member }) => member.memberId,
  answer: 'NOT_FOUND',
  colleague: 'admins see the whole store',
}

const wall = {
  roles: admins,
  request: (app: TestApp) => ({ dateType: 3 as const, startDate: secondsOf(app.now()) }),
  ids: { seriesId: baseData },
}

const sum = { roles: admins, request: days, limited: byTurns }
const chart = { roles: admins, request: () => ({}), limited: byTurns }

export const walk = {
  taskChart: chart,
  taskSum: sum,
  customerChart: chart,
  customerSum2: sum,
  seriesSum: sum,
  storeSourceSum: sum,
  onlineSum: sum,
  appointmentChart: chart,
  appointmentSum: sum,
  testCarSum: sum,
  rows: {
    roles: readers,
    request: (app) => ({ ...days(app), measure: 'files' as const }),
    ids: {
      memberId: { ...ofStore, answer: 'ignored', colleague: 'the own line alone is counted' },
      seriesId: baseData,
      carId: {
        of: (app, { member }) => buildCar(app.db, app.now(), { dealerId: member.dealerId }),
        answer: 'ignored',
        colleague: 'the cars are the store’s',
      },
    },
  },
  signSum: { roles: admins, request: days },
  signDays: {
    roles: admins,
    request: (app, { member: { memberId } }) => ({ ...days(app), memberId }),
    ids: { memberId: ofStore },
  },
  exportExcel: {
    roles: admins,
    request: () => ({
      html: '<table><tr><th>姓名</th></tr><tr><td>张伟</td></tr></table>',
      name: '签到统计',
    }),
  },
  bigScreenSummary: {
    ...wall,
    request: (app) => ({ ...wall.request(app), queryType: 1 as const }),
  },
  bigScreenClueSource: wall,
  bigScreenClueState: wall,
  bigScreenClueChart: wall,
  morningReport: { roles: admins, request: () => ({}) },
  updateMorningReport: {
    roles: admins,
    request: () => ({ isOn: true, time: '08:30', byBell: true }),
  },
} satisfies WalkOf<typeof rooms.report>
