/** Limits and kinds of bulk actions (docs/product/customer.md). */

/** Maximum of customers per bulk action. Above `bulkAtOnce` a worker runs it while the page shows the progress. */
export const bulkMost = 2_000
export const bulkAtOnce = 200

export const bulkActions = ['reassign', 'tag', 'wake'] as const
export type BulkAction = (typeof bulkActions)[number]
