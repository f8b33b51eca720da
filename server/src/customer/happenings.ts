import type { Happenings } from '../platform/happenings.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Acting } from '../platform/http/handler.ts'

interface One {
  readonly customerId: number
}

/** What happens to customers, said in the transaction in which it happens; the customers are locked. */
export interface CustomerHappenings {
  /** Their files were opened: typed in, imported, or made of leads. */
  readonly created: {
    readonly customers: readonly {
      readonly customerId: number
      readonly dealId: number
      readonly ownerId: number
      /** Codes of customerFromSources, and of the source within it. */
      readonly fromSource: number
      readonly otherSource: number
      readonly level: string
    }[]
  }
  /** Somebody has worked on the customer: followed up, called after an order or a delivery, or given up. */
  readonly followed: One
  /** The customers may have another owner. During a leave, leads follow by `memberLeft` and `memberReturned` instead. */
  readonly ownerChanged: { readonly customerIds: readonly number[]; readonly byLeave?: true }
  /** The slave's file is the master's now: each room moves its own rows. One of the two deals is the current one, the other is history. */
  readonly merged: {
    readonly masterId: number
    readonly slaveId: number
    readonly dealId: number
    readonly pastDealId: number
  }
  /** Came to the store. */
  readonly arrived: One
  /** Is in the store now: registered by the front desk, or confirmed, however often on a day. */
  readonly cameIn: One & { readonly name: string; readonly ownerId: number; readonly isNew: boolean }
  /** A reviewer has agreed to give the customer up. Mobile and city are empty where unknown. */
  readonly defeated: One & {
    readonly name: string
    readonly mobile: string
    readonly seriesId: number | null
    /** The request, with why, and where the customer buys if that is elsewhere. */
    readonly request: {
      readonly id: number
      readonly reason: number
      readonly province: string
      readonly city: string
    }
  }
  /** Given up, and followed again. */
  readonly revived: One
  /** An order was handed in to be reviewed. */
  readonly orderSubmitted: One & { readonly orderId: number; readonly orderNo: string }
  /** An order was approved. */
  readonly ordered: One & { readonly orderId: number; readonly orderNo: string }
  /** The vehicle was handed over. */
  readonly delivered: One & { readonly orderId: number }
  /** Their dormancy is over: by itself, or because somebody ended it. */
  readonly woken: { readonly customerIds: readonly number[] }
}

declare module '../platform/happenings.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Happenings extends CustomerHappenings {}
}

/** Says within a call what happened. */
export const happened = <Name extends keyof Happenings>(
  context: Acting,
  name: Name,
  what: Happenings[Name],
): Promise<void> => context.happenings.emit(actorOf(context), name, what)
