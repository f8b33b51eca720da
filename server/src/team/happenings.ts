import type { MemberLeave } from '@showroom/contract/team/leave.schema'

/** Why members may not go on: what their next call is told. */
export type Bar = 'frozen' | 'left' | 'renumbered'

/** What happens to members, said in the transaction in which it happens; the team is locked. */
export interface TeamHappenings {
  /** Their sessions end, on all devices. */
  readonly memberBarred: { readonly memberIds: readonly number[]; readonly why: Bar }
  /** Somebody leaves: the customers' room gives the files on and writes down who got which, then orders follow. */
  readonly memberLeaving: {
    readonly leaveId: number
    readonly memberId: number
    readonly memberName: string
    /** Who gets what no choice names, and the choices: members at work who can own customers. */
    readonly toMemberId: number
    readonly byLevels: MemberLeave['byLevels']
    readonly bySeries: MemberLeave['bySeries']
  }
  /** Customers and orders are given on, and `ownerChanged` was emitted for them: what is left goes too. */
  readonly memberLeft: {
    readonly leaveId: number
    readonly memberId: number
    readonly toMemberId: number
    /** The customers who were given on. */
    readonly customerIds: readonly number[]
  }
  /**
   * A leave is taken back: the member is at work again, and gets back the customers that nobody touched since; `ownerChanged` follows for
   * these.
   */
  readonly leaveTakenBack: {
    readonly leaveId: number
    readonly memberId: number
    readonly memberName: string
  }
  /** Customers and orders are back: what else the leave moved follows. */
  readonly memberReturned: {
    readonly leaveId: number
    readonly memberId: number
    /** The customers who stay with who took them over. */
    readonly keptIds: readonly number[]
  }
}

declare module '../platform/happenings.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Happenings extends TeamHappenings {}
}
