import { rooms } from '@showroom/contract'
import type { BoardAnswer, PresentVisit } from '@showroom/contract/desk/board.schema'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import type { TestApp } from '../../test/app.ts'
import { newCustomer } from '../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** A store with its front desk, and what happens there, as the product does it. */
export async function buildDesk(app: TestApp) {
  const dealerId = await buildDealer(app.db)
  const join = (role: number, name: string): Promise<BuiltMember> =>
    buildMember(app.db, app.now(), {
      dealerId,
      role,
      name,
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

    board: (by = desk): Promise<BoardAnswer> =>
      app.post(rooms.desk.getBoard, by.token, {}) as unknown as Promise<BoardAnswer>,

    /** The visit of whoever has that name, as the board has it. */
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

    /** Confirms the arrival of somebody on file. */
    confirm: (customerId: number, by = desk) => app.post(rooms.customer.informCome, by.token, { customerId }),

    receive: (visitId: number, to: BuiltMember, rest: object = {}, by = desk) =>
      app.post(rooms.desk.receive, by.token, { visitId, memberId: to.memberId, ...rest }),

    leave: (visitId: number, by = desk) => app.post(rooms.desk.leave, by.token, { visitId }),

    /** What the bell tells, newest first. */
    toldTo: async (of: BuiltMember): Promise<string[]> =>
      ((await app.post(rooms.notice.list, of.token, {})).data ?? []).map(({ text }) => text),
  }
}
export type Desk = Awaited<ReturnType<typeof buildDesk>>
