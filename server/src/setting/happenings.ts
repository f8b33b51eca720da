/** What a change of a store's settings means for other rooms, said in its transaction. */
export interface SettingHappenings {
  /** Leads are handled by another policy from now on. */
  readonly policyChanged: { readonly from: number; readonly to: number }
  /** Sales staff may not use the PC client any more. */
  readonly salesLoginForbidden: { readonly roles: readonly number[] }
}

declare module '../platform/happenings.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Happenings extends SettingHappenings {}
}
