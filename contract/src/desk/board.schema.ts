import { z } from 'zod'
import { dealerId, Id, OptionalId } from '../kernel/wire.ts'

/** 到店看板: who is in the showroom, since when, with whom (docs/product/desk.md). */

export const GetBoard = z.object({ dealerId })

/** Somebody in the showroom. */
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
  /** With whom, since when; 0 and empty while nobody is with them. */
  receiverId: z.number(),
  receiverName: z.string(),
  receivedAt: z.number(),
  /** Who should receive them, while nobody does: the owner, or whoever's turn it is; 0 where nobody is free. */
  suggestedId: z.number(),
  isSeen: z.boolean(),
})
export type PresentVisit = z.infer<typeof PresentVisit>

/** Somebody who can receive customers. */
export const DeskMember = z.object({
  memberId: z.number(),
  userName: z.string(),
  role: z.number(),
  /** Why not in the showroom, as the signs of the day tell, or `inactive`: has never signed in; empty while there. */
  absence: z.enum(['', 'unsigned', 'outside', 'left', 'inactive']),
  /** Customers in the showroom whom the member is with. */
  serving: z.number(),
  /** Received today. */
  receivedTotal: z.number(),
  /** When last, on whatever day; epoch seconds, 0 for never. */
  receivedAt: z.number(),
})
export type DeskMember = z.infer<typeof DeskMember>

export const BoardAnswer = z.object({
  /** The server's clock, epoch seconds. */
  now: z.number(),
  /** Those who wait first, the longest first; then those whom somebody is with. */
  data: z.array(PresentVisit),
  /** In the order of their turns. */
  members: z.array(DeskMember),
  /** Whose turn it is; 0 while nobody is free. */
  nextId: z.number(),
  /** Visits of the day, and how many of them are over. */
  todayTotal: z.number(),
  leftTotal: z.number(),
})
export type BoardAnswer = z.infer<typeof BoardAnswer>

/** Who receives a customer; also instead of somebody else. */
export const Receive = z.object({
  dealerId,
  visitId: Id,
  memberId: z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER),
  /** Who is with the customer as the page shows it; 0 for nobody. Another one by now: the page is out of date. */
  receiverId: OptionalId,
  /** Although the member is with somebody else already. */
  evenIfBusy: z.boolean().default(false),
})
export type Receive = z.output<typeof Receive>

export const Leave = z.object({ dealerId, visitId: Id })
export type Leave = z.output<typeof Leave>

/** `undoId`: what takes it back, for a minute; 0 where the customer had left already. */
export const LeaveAnswer = z.object({ undoId: z.number() })
