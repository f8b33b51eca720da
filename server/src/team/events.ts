import type { MemberLeave } from '@showroom/contract/team/leave.schema'

/** Reason why a member is barred, which determines the text of the next response. */
export type Bar = 'frozen' | 'left' | 'renumbered' | 'reset'

/** Team events, emitted in the transaction of the change, with the team locked. */
export interface TeamEvents {
  /** Sessions of these members end on all devices. */
  readonly memberBarred: { readonly memberIds: readonly number[]; readonly why: Bar }
  /** Another person works as this member from now on. */
  readonly personReplaced: { readonly memberId: number }
  /** A member leaves: the customer room hands the files over and records the new owners, then orders follow. */
  readonly memberLeaving: {
    readonly leaveId: number
    readonly memberId: number
    readonly memberName: string
    /** Default new owner, and the choices by level or series; all are active members who can own customers. */
    readonly toMemberId: number
    readonly byLevels: MemberLeave['byLevels']
    readonly bySeries: MemberLeave['bySeries']
  }
  /** Customers and orders were handed over and `ownerChanged` was emitted for them; other rows of the member follow. */
  readonly memberLeft: {
    readonly leaveId: number
    readonly memberId: number
    readonly toMemberId: number
    /** Customers that were handed over. */
    readonly customerIds: readonly number[]
  }
  /** A leave is taken back: the member is active again and gets back customers not changed since; `ownerChanged` follows for these. */
  readonly leaveTakenBack: {
    readonly leaveId: number
    readonly memberId: number
    readonly memberName: string
  }
  /** Customers and orders were returned; other rows that the leave moved follow. */
  readonly memberReturned: {
    readonly leaveId: number
    readonly memberId: number
    /** Customers that stay with their new owners. */
    readonly keptIds: readonly number[]
  }
}

declare module '../platform/live/events.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface DomainEvents extends TeamEvents {}
}
