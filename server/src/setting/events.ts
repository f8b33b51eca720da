/** Events of setting changes, emitted in their transaction. */
export interface SettingEvents {
  /** The policy for leads changed. */
  readonly policyChanged: { readonly from: number; readonly to: number }
  /** Sales staff may no longer use the PC client. */
  readonly salesLoginForbidden: { readonly roles: readonly number[] }
}

declare module '../platform/live/events.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface DomainEvents extends SettingEvents {}
}
