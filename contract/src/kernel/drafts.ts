/**
 * The record that a form's drafts belong to; deleting the record deletes its drafts. A future member is identified by
 * mobile, and a day by its first second, so that a draft for one never fills in the form of another.
 */
type RecordOf = 'none' | 'customer' | 'lead' | 'order' | 'member' | 'mobile' | 'day'

/** All forms with drafts: those with more than three fields. */
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
  'appointment.move': 'customer',
  'appointment.handOver': 'customer',
  'appointment.walkUp': 'none',
  'daily.handIn': 'day',
  'setting.blocked': 'none',
  'setting.car': 'none',
  'setting.sign': 'none',
  'setting.texts': 'none',
} as const satisfies Readonly<Record<string, RecordOf>>
export type DraftForm = keyof typeof draftForms

export const draftFormNames = Object.keys(draftForms) as [DraftForm, ...DraftForm[]]

/** Forms whose drafts belong to this kind of record. */
export const draftFormsOf = (record: RecordOf): DraftForm[] =>
  draftFormNames.filter((form) => draftForms[form] === record)

/** Days a draft is kept after it was last saved. */
export const draftDays = 7
/** Maximum length of a draft, in characters of JSON. */
export const draftMaxLength = 32_000
/** Maximum number of drafts per member; beyond it the oldest are deleted. */
export const draftsOfMember = 50
/** Maximum number of drafts offered for one form and record. */
export const draftsOffered = 3
