import type { Notice } from '@showroom/contract/notice/notice.schema'

/** Equal notices, newest first: one kind, text and customer, all read or all unread. */
export interface Gathered {
  /** The newest of them; a lead or order that they do not share is 0, so that it opens the list. */
  readonly notice: Notice
  readonly ids: readonly number[]
}

/** Gathers equal notices at the place of the newest one. The notices are newest first. */
export function gather(notices: readonly Notice[]): Gathered[] {
  const groups = new Map<string, Notice[]>()
  for (const notice of notices) {
    const key = JSON.stringify([notice.kind, notice.text, notice.customerId, notice.isRead])
    groups.set(key, [...(groups.get(key) ?? []), notice])
  }
  return [...groups.values()].map((group) => ({
    notice: { ...(group[0] as Notice), clueId: shared(group, 'clueId'), orderId: shared(group, 'orderId') },
    ids: group.map(({ id }) => id),
  }))
}

/** The record of all the notices, or 0. */
function shared(group: readonly Notice[], key: 'clueId' | 'orderId'): number {
  const [first, ...others] = new Set(group.map((notice) => notice[key]))
  return first !== undefined && others.length === 0 ? first : 0
}
