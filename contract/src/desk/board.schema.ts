import { z } from 'zod'
import { stopped } from '../customer/customer.rules.ts'
import { dealerId, Id, OptionalId } from '../kernel/wire.ts'

/** 到店看板: customers in the showroom, when they came and who receives them (docs/product/desk.md). */

export const GetBoard = z.object({ dealerId })

/** The test-drive car that a customer has, since when, and when it should be back. Epoch seconds. */
export const CarOut = z.object({ plate: z.string(), outAt: z.number(), dueAt: z.number() })
export type CarOut = z.infer<typeof CarOut>

/** A customer in the showroom, or on a test drive. */
export const PresentVisit = z.object({
  visitId: z.number(),
  customerId: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** 0 unknown, 1 男, 2 女. */
  gender: z.number(),
  level: z.string(),
  /** Names of the intended series, joined by 、. */
  specName: z.string(),
  ownerId: z.number(),
  ownerName: z.string(),
  /** 1 new traffic, 2 confirmed arrival. */
  type: z.number(),
  /** Epoch seconds. */
  cameAt: z.number(),
  /** Member who receives the customer, and since when; 0 and empty while none does. */
  receiverId: z.number(),
  receiverName: z.string(),
  receivedAt: z.number(),
  /** Since when the customer waits for a receiver: the arrival or the last return of a car; 0 while received or driving. */
  waitsSince: z.number(),
  /** While the customer is on a test drive (试驾中). */
  drive: CarOut.nullable(),
  /** Suggested receiver while the customer waits: the owner, or the next in turn; 0 if no one is free. */
  suggestedId: z.number(),
  stopped: z.enum(stopped),
  isSeen: z.boolean(),
})
export type PresentVisit = z.infer<typeof PresentVisit>

/** A member who can receive customers. */
export const DeskMember = z.object({
  memberId: z.number(),
  userName: z.string(),
  role: z.number(),
  /** Why the member is not in the showroom, from the day's signs. `inactive`: never signed in to the product. Empty while present. */
  absence: z.enum(['', 'unsigned', 'outside', 'left', 'inactive']),
  /** Customers in the showroom whom the member is receiving. */
  serving: z.number(),
  /** Number of customers received today. */
  receivedTotal: z.number(),
  /** Start of the member's last reception on any day; epoch seconds, 0 for never. */
  receivedAt: z.number(),
})
export type DeskMember = z.infer<typeof DeskMember>

/** Most expected customers that the board lists. */
export const mostExpected = 50

/** A customer with a visit or a test drive planned for today, before the arrival. */
export const ExpectedVisit = z.object({
  customerId: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  level: z.string(),
  specName: z.string(),
  ownerId: z.number(),
  ownerName: z.string(),
  /** Type of the planned activity: 2 visit, 3 test drive. */
  activityType: z.number(),
  /** Epoch seconds; the start of the day if no time was agreed. */
  dueAt: z.number(),
  /** Length of an appointment by the hour; 0 without an hour. */
  minutes: z.number(),
  /** Plate of the booked test-drive car; empty for none. */
  plate: z.string(),
  /** The customer has confirmed it by the link of a text. */
  isConfirmed: z.boolean(),
  /** Another customer has the booked car, which is not expected back in time. */
  isEndangered: z.boolean(),
  isSeen: z.boolean(),
})
export type ExpectedVisit = z.infer<typeof ExpectedVisit>

export const BoardAnswer = z.object({
  /** The server's clock in epoch seconds. */
  now: z.number(),
  /** Waiting customers first, longest waiting on top; then those being received or on a test drive. */
  data: z.array(PresentVisit),
  /** In order of their turns. */
  members: z.array(DeskMember),
  /** In the order of their hours, those without one last; at most `mostExpected`. */
  expected: z.array(ExpectedVisit),
  /** Member whose turn it is; 0 while no one is free. */
  nextId: z.number(),
  /**
   * Consultant for a new customer: the next in turn whom no waiting customer is suggested, a busy one if no other is left; 0 while all are
   * suggested or away.
   */
  walkInId: z.number(),
  /** Number of visits today, and of those that have ended. */
  todayTotal: z.number(),
  leftTotal: z.number(),
})
export type BoardAnswer = z.infer<typeof BoardAnswer>

/** Gives a customer to a receiver, or to another one. */
export const Receive = z.object({
  dealerId,
  visitId: Id,
  memberId: z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER),
  /** Receiver on the requesting page; 0 for none. If it has changed, the page is outdated and the request is rejected. */
  receiverId: OptionalId,
  /** Allows a member who already receives another customer. */
  evenIfBusy: z.boolean().default(false),
})
export type Receive = z.output<typeof Receive>

export const Leave = z.object({ dealerId, visitId: Id })
export type Leave = z.output<typeof Leave>

/** `undoId`: undoes the departure within a minute; 0 if the customer had left already. */
export const LeaveAnswer = z.object({ undoId: z.number() })
