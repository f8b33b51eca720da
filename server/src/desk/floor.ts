import type { BoardAnswer, DeskMember } from '@showroom/contract/desk/board.schema'
import { inTurn, nextInTurn, suggest, takesTurns } from '@showroom/contract/desk/desk.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { listAbsent } from '../attendance/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/live/events.ts'
import { listPresent, listReceivers } from './visit.repository.ts'

/** Visitors and members in the showroom now, and the order of turns. */

type By = Pick<Actor, 'db' | 'scope' | 'now'>

export type Floor = Pick<BoardAnswer, 'data' | 'members' | 'nextId' | 'walkInId'>

export const dayOf = (now: Date): string => dayText(secondsOf(now))

/**
 * Lists the members who can receive customers, with the absences from the day's signs. A member counts as present while receiving a customer.
 * One who never signed in would not see a notice.
 */
export async function readMembers({ db, scope, now }: By): Promise<DeskMember[]> {
  const receivers = await listReceivers(db, scope, dayOf(now))
  const absent = await listAbsent(db, scope, dayOf(now))
  const reasons = new Map(absent.map(({ memberId, why }) => [memberId, why]))
  return receivers.map((one) => ({
    ...one,
    absence: one.serving > 0 ? '' : one.absence || (reasons.get(one.memberId) ?? ''),
  }))
}

/** Reads the visitors, each with the suggested receiver, and the members in the order of their turns. */
export async function readFloor(by: By): Promise<Floor> {
  const present = await listPresent(by.db, by.scope, dayOf(by.now))
  const members = inTurn(await readMembers(by))
  const waiting = present.filter((visit) => visit.waitsSince > 0)
  const suggested = suggest(
    waiting.map(({ ownerId }) => ownerId),
    members,
  )
  const others = present.filter((visit) => visit.waitsSince === 0)
  return {
    data: [
      ...waiting.map((visit, place) => ({ ...visit, suggestedId: suggested[place] ?? 0 })),
      ...others.map((visit) => ({ ...visit, suggestedId: 0 })),
    ],
    members,
    nextId: nextInTurn(members)?.memberId ?? 0,
    walkInId:
      members.find((one) => takesTurns(one) && one.absence === '' && !suggested.includes(one.memberId))
        ?.memberId ?? 0,
  }
}
