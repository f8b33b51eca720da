/** What happens to leads, said in the transaction in which it happens; the leads are locked, or new. */
export interface LeadHappenings {
  /** They have come in. */
  readonly leadsReceived: {
    readonly leads: readonly {
      readonly leadId: number
      /** Code of onlineSources. */
      readonly sourceId: number
      /** As whoever sent it calls it. */
      readonly externalId: string
    }[]
  }
  /** They have an owner, and belong to a customer's file. */
  readonly leadsAssigned: {
    readonly leads: readonly {
      readonly leadId: number
      readonly customerId: number
      readonly ownerId: number
      /** Was on file already. */
      readonly isRepeat: boolean
    }[]
  }
}

declare module '../platform/happenings.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Happenings extends LeadHappenings {}
}
