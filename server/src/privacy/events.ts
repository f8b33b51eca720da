/** Events of erasures, emitted in the transaction that blanks the rows, before it does. */
export interface PrivacyEvents {
  /** The files of a person are erased: each room ends what is under way for them. */
  readonly customersErased: { readonly customerIds: readonly number[] }
  /** The person was taken out of the workbook of an import under way. */
  readonly workbookErased: { readonly key: string }
}

declare module '../platform/live/events.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface DomainEvents extends PrivacyEvents {}
}
