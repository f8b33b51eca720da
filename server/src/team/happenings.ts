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
  /** Customers and orders are given on, and `ownerChanged` was said of them: what is left goes too. */
  readonly memberLeft: { readonly memberId: number; readonly toMemberId: number }
  /** A leave is taken back: the member is at work again, and gets back what nobody touched since; `ownerChanged` follows. */
  readonly leaveTakenBack: {
    readonly leaveId: number
    readonly memberId: number
    readonly memberName: string
  }
}

declare module '../platform/happenings.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Happenings extends TeamHappenings {}
}
