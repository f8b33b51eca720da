/** Events about leads, emitted in the transaction of the change. The leads are locked or new. */
export interface LeadEvents {
  /** New leads have arrived. */
  readonly leadsReceived: {
    readonly leads: readonly {
      readonly leadId: number
      /** Code of onlineSources. */
      readonly sourceId: number
      /** The sender's id of the lead. */
      readonly externalId: string
    }[]
  }
  /** Leads have an owner and a customer. */
  readonly leadsAssigned: {
    readonly leads: readonly {
      readonly leadId: number
      readonly customerId: number
      readonly ownerId: number
      /** The customer existed before. */
      readonly isRepeat: boolean
    }[]
  }
}

declare module '../platform/live/events.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface DomainEvents extends LeadEvents {}
}
