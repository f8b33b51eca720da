import type { Stopped } from '@showroom/contract/customer/customer.rules'
import type { DomainEvents } from '../platform/live/events.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Acting } from '../platform/http/handler.ts'

interface One {
  readonly customerId: number
}

/** Customer events, emitted in the transaction of the change, with the customers locked. */
export interface CustomerEvents {
  /** Files were opened by hand, by an import or from leads. */
  readonly created: {
    readonly customers: readonly {
      readonly customerId: number
      readonly dealId: number
      readonly ownerId: number
      /** Code of customerFromSources; `otherSource` is the source within it. */
      readonly fromSource: number
      readonly otherSource: number
      readonly level: string
    }[]
  }
  /** A member worked on the customer: a follow-up, an order, a delivery, a return visit or a defeat request. */
  readonly followed: One
  /** A visit or test drive was planned by the hour, which must be possible; it books a car unless `carId` is 0. Instants in epoch seconds. */
  readonly hourPlanned: {
    readonly activityId: number
    readonly carId: number
    readonly seriesId: number
    readonly startsAt: number
    readonly minutes: number
    /** Field of the request that has the start. */
    readonly field: string
  }
  /** The customers may have a new owner. During a leave, leads follow `memberLeft` and `memberReturned` instead. */
  readonly ownerChanged: { readonly customerIds: readonly number[]; readonly byLeave?: true }
  /** The file has another mobile in place of the one before. */
  readonly numberChanged: One
  /** The source of a deal was corrected; rows that copy it follow. */
  readonly sourceChanged: One & { readonly dealId: number }
  /**
   * The slave's file was merged into the master's: each room moves its own rows. One of the two deals stays current, the other becomes
   * history.
   */
  readonly merged: {
    readonly masterId: number
    readonly slaveId: number
    readonly dealId: number
    readonly pastDealId: number
    /** Both deals were one opportunity, entered twice; otherwise the past one had ended before. */
    readonly isSame: boolean
  }
  /**
   * The customer came to the store: registered by the front desk, confirmed, or recorded by a follow-up. May be emitted several times a
   * day; the desk joins them to one visit. Emitted last in a call, because the desk locks the showroom.
   */
  readonly cameIn: One & {
    readonly name: string
    readonly ownerId: number
    readonly how: 'registered' | 'confirmed' | 'followed'
    readonly isOwnerAtWork: boolean
    readonly stopped: Stopped
    /** A visit or a test drive was planned for today, and the customer did not take the keys of a car at once. */
    readonly isExpected?: boolean
    /** The visit or test drive that was planned, in words. */
    readonly planned?: string
    /** The follow-up recorded the length of the stay, so the customer has left. */
    readonly isOver?: boolean
  }
  /** The arrival confirmed at this instant was a mistake. Emitted last, like `cameIn`. */
  readonly arrivalUndone: One & { readonly name: string; readonly at: Date }
  /** A reviewer confirmed the defeat. Mobile and city are empty if unknown. */
  readonly defeated: One & {
    readonly name: string
    readonly mobile: string
    readonly seriesId: number | null
    /** The request with its reason, and the city if the customer buys elsewhere. */
    readonly request: {
      readonly id: number
      readonly reason: number
      readonly province: string
      readonly city: string
    }
  }
  /** An order was submitted for review. */
  readonly orderSubmitted: One & { readonly orderId: number; readonly orderNo: string }
  /** An order was approved. */
  readonly ordered: One & { readonly orderId: number; readonly orderNo: string }
}

declare module '../platform/live/events.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface DomainEvents extends CustomerEvents {}
}

/** Emits an event of the current call. */
export const happened = <Name extends keyof DomainEvents>(
  context: Acting,
  name: Name,
  what: DomainEvents[Name],
): Promise<void> => context.events.emit(actorOf(context), name, what)
