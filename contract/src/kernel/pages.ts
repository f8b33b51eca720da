/**
 * What the addresses of the web client's pages begin with. They stand behind the `#`; who leaves that out is led there by the server, and
 * every other unknown address is none.
 */
export const pageSegments = [
  'activity',
  'agent',
  'approved',
  'authRedirect',
  'casLogin',
  'customer',
  'daily',
  'dashboard',
  'demoScan',
  'front',
  'login',
  'manager',
  'order',
  'report',
  'sign',
  'signedIn',
  'submitted',
] as const
