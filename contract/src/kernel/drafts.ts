/**
 * What the record of a form's drafts is: its id belongs to it, and with it the drafts go. Who is no member yet has a mobile for an id, so
 * that what was chosen for one is filled in for nobody else.
 */
type RecordOf = 'none' | 'customer' | 'lead' | 'order' | 'member' | 'mobile'

/** The forms that keep drafts, one line each: those of more than three fields. */
export const draftForms = {
  'customer.new': 'none',
  'customer.desk': 'none',
  'customer.edit': 'customer',
  'customer.again': 'customer',
  'customer.follow': 'customer',
  'customer.defeat': 'customer',
  'customer.revive': 'customer',
  'customer.recall': 'customer',
  'review.reject': 'customer',
  'lead.handle': 'lead',
  'order.new': 'customer',
  'order.edit': 'order',
  'order.quick': 'customer',
  'order.deliver': 'customer',
  'order.follow': 'customer',
  'member.add': 'mobile',
  'member.edit': 'member',
  'member.leave': 'member',
  'setting.blocked': 'none',
  'setting.sign': 'none',
} as const satisfies Readonly<Record<string, RecordOf>>
export type DraftForm = keyof typeof draftForms

export const draftFormNames = Object.keys(draftForms) as [DraftForm, ...DraftForm[]]

/** The forms whose record is of that kind. */
export const draftFormsOf = (record: RecordOf): DraftForm[] =>
  draftFormNames.filter((form) => draftForms[form] === record)

/** How long a draft is kept after it was last saved. */
export const draftDays = 7
/** Most characters of one, as JSON. */
export const draftMaxLength = 32_000
/** Most drafts of a member: beyond, the oldest go. */
export const draftsOfMember = 50
/** Most of one form and record that are offered. */
export const draftsOffered = 3
