/**
 * First segments of the web client's page addresses, which follow the `#`. The server redirects addresses without the `#` to them and
 * answers 404 for other unknown paths. Written by `npm run generate`.
 */
export const pageSegments = [
  'activity',
  'agent',
  'approved',
  'authRedirect',
  'casLogin',
  'contact',
  'customer',
  'daily',
  'dashboard',
  'demoScan',
  'drive',
  'front',
  'login',
  'manager',
  'order',
  'report',
  'sign',
  'signedIn',
  'submitted',
  'target',
] as const
