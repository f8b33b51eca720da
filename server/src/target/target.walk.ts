import type { rooms } from '@showroom/contract'
import { storeBytes } from '../../test/sheets.ts'
import { byTurns, managers, walked } from '../../test/walks/walk.ts'
import type { WalkOf } from '../../test/walks/walk.ts'
import { writeXlsx } from '../platform/xlsx/xlsx.ts'

/** All roles but the group's cleaners. */
const staff = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const month = '2026-11'
const cell = { measure: 'orders', basic: 10, sprint: 12, challenge: null, rowVersion: 0 } as const

export const walk = {
  period: { roles: staff, request: () => ({ month }), limited: byTurns },
  save: {
    roles: managers,
    request: () => ({ month, cells: [{ memberId: 0, ...cell }] }),
    ids: { cells: { ...walked.member, as: (id) => [{ memberId: id, ...cell }] } },
  },
  history: {
    roles: staff,
    request: (_app, { member }) => ({ month, memberId: member.memberId, measure: 'orders' }),
    ids: { memberId: { none: 'a target that was never set has no history' } },
  },
  sheet: { roles: managers, request: () => ({ month }) },
  readSheet: {
    roles: managers,
    request: () => ({ file: 'z-backend/1/x.xlsx' }),
    limited: byTurns,
    prepare: async (app, { member }) => ({
      file: await storeBytes(
        app,
        member,
        await writeXlsx([
          {
            name: '业绩目标',
            columns: ['姓名', '订车基本'].map((heading) => ({ heading, width: 12 })),
            rows: [['门店', 30]],
          },
        ]),
      ),
    }),
  },
} satisfies WalkOf<typeof rooms.target>
