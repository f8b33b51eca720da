import { signType } from '@showroom/contract/attendance/attendance.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import type pg from 'pg'
import { copyObjects } from './copy.ts'
import { demoDealers } from './network.ts'
import type { DemoMember, DemoNetwork } from './network.ts'
import { Random } from './random.ts'
import { instant } from './workday.ts'

/** Days with signs before today. Today's signs are left to the users of the demo. */
const days = 91
const [inTime, offTime] = ['08:30', '18:00']
const starts = 8.5 * 3600
const ends = 18 * 3600

const errands = ['陪客户上牌', '送车上门', '外展点值班', '上门试驾', '拜访大客户']

interface SignSeed {
  readonly type: 1 | 2
  /** Seconds since the start of the day. */
  readonly at: number
  readonly remark?: string
}

/** Signs of a typical day: mostly on time, sometimes late, early, absent or outside. */
function signsOf(random: Random): SignSeed[] {
  if (random.chance(0.05)) return []
  const late = random.chance(0.06)
  const early = random.chance(0.03)
  return [
    { type: signType.in, at: starts + (late ? random.int(60, 2400) : random.int(-1800, 50)) },
    ...(random.chance(0.06)
      ? [
          {
            type: signType.in,
            at: random.int(10, 16) * 3600 + random.int(0, 3000),
            remark: random.pick(errands),
          },
        ]
      : []),
    ...(random.chance(0.98)
      ? [{ type: signType.out, at: ends + (early ? -random.int(300, 3600) : random.int(0, 5400)) }]
      : []),
  ]
}

/** Whether the member was active and due that many days ago. */
const wasDue = ({ modules, status, leftDaysAgo }: DemoMember, ago: number): boolean =>
  modules.includes('签到') && status === 0 && (leftDaysAgo === 0 || ago > leftDaysAgo)

/** Writes three months of signs for every demo store. */
export async function writeAttendance(client: pg.Client, network: DemoNetwork, now: number): Promise<void> {
  const random = new Random(827)
  const opened: object[] = []
  const signs: object[] = []
  for (const { id: dealerId } of demoDealers) {
    const members = network.members.filter(({ dealer_id }) => dealer_id === dealerId)
    for (let ago = days; ago > 0; ago--) {
      const start = addDays(now, -ago)
      const day = dayText(start)
      const due = members.filter((member) => wasDue(member, ago))
      opened.push({
        dealer_id: dealerId,
        day,
        in_time: inTime,
        off_time: offTime,
        is_rest: false,
        due_ids: due.map(({ id }) => id),
        settled_at: instant(start + starts),
      })
      for (const { id } of due)
        for (const { type, at, remark = '' } of signsOf(random))
          signs.push({
            dealer_id: dealerId,
            member_id: id,
            day,
            type,
            signed_at: instant(start + at),
            is_outside: remark !== '',
            remark,
          })
    }
  }
  await copyObjects(client, 'attendance_day', opened)
  await copyObjects(client, 'attendance_sign', signs)
}
