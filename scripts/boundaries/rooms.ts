/** The one list of rooms: the same nouns on all three floors. A new room is a new line here; the gate follows. */
export const rooms = [
  'access',
  'base',
  'audit',
  'file',
  'sms',
  'dashboard',
  'team',
  'customer',
  'transfer',
  'task',
  'lead',
  'review',
  'desk',
  'order',
  'report',
  'notice',
  'draft',
  'find',
  'setting',
  'view',
] as const
export type Room = (typeof rooms)[number]
