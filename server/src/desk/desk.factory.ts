import { rooms } from '@showroom/contract'
import type { BoardAnswer, PresentVisit } from '@showroom/contract/desk/board.schema'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { dayText } from '@showroom/contract/kernel/day'
import type { TestApp } from '../../test/app.ts'
import { newCustomer } from '../customer/customer.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** Builds a store with a front desk, and runs its actions through the product's calls. All members are activated. */
export async function buildDesk(app: TestApp) {
  const dealerId = await buildDealer(app.db)
  const join = (role: number, name: string): Promise<BuiltMember> =>
    buildMember(app.db, app.now(), {
      dealerId,
      role,
      name,
      isActive: true,
      ...(role === 7 && { modules: ['前台流量'] }),
    })
  const desk = await join(7, '前台小林')
  const manager = await join(3, '总监')
  const [first, second] = [await join(4, '许安'), await join(4, '沈知行')]
  return {
    dealerId,
    desk,
    manager,
    first,
    second,
    join,

    /** Opens the day with these members due; none has signed yet. */
    due: (...members: readonly BuiltMember[]) =>
      app.db
        .insertInto('attendance_day')
        .values({
          dealer_id: dealerId,
          day: dayText(secondsOf(app.now())),
          in_time: '08:30',
          off_time: '18:00',
          is_rest: false,
          due_ids: members.map(({ memberId }) => memberId),
          settled_at: app.now(),
        })
        .execute(),

    /** Signs in (1) or out (2), some minutes from now. */
    sign: ({ memberId }: BuiltMember, type: 1 | 2, { isOutside = false, minutes = 0 } = {}) =>
      app.db
        .insertInto('attendance_sign')
        .values({
          dealer_id: dealerId,
          member_id: memberId,
          day: dayText(secondsOf(app.now())),
          type,
          is_outside: isOutside,
          signed_at: new Date(app.now().getTime() + minutes * 60_000),
        })
        .execute(),

    board: (by = desk): Promise<BoardAnswer> =>
      app.post(rooms.desk.getBoard, by.token, {}) as unknown as Promise<BoardAnswer>,

    /** Returns the board's visit of the customer with this name. */
    async visitOf(name: string): Promise<PresentVisit> {
      const board = await app.post(rooms.desk.getBoard, desk.token, {})
      const visit = board.data?.find((one) => one.name === name)
      if (!visit) throw new Error(`${name} is not in the showroom`)
      return visit
    },

    /** Registers new traffic. */
    register: (owner: BuiltMember, overrides: Partial<NewCustomerInput> = {}, by = desk) =>
      app.post(rooms.customer.add, by.token, {
        ...newCustomer(app, { newType: 1, assignMemberId: owner.memberId, ...overrides }),
      }),

    /** Confirms the arrival of a customer on file. */
    confirm: (customerId: number, by = desk) => app.post(rooms.customer.informCome, by.token, { customerId }),

    receive: (visitId: number, to: BuiltMember, rest: object = {}, by = desk) =>
      app.post(rooms.desk.receive, by.token, { visitId, memberId: to.memberId, ...rest }),

    leave: (visitId: number, by = desk) => app.post(rooms.desk.leave, by.token, { visitId }),

    /** Texts of the member's bell notices, newest first. */
    toldTo: async (of: BuiltMember): Promise<string[]> =>
      ((await app.post(rooms.notice.list, of.token, {})).data ?? []).map(({ text }) => text),
  }
}
export type Desk = Awaited<ReturnType<typeof buildDesk>>
