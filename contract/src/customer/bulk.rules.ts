/** What is done to many customers at once: how many, and how (docs/product/customer.md). */

/** Most customers of one go; beyond the second number a worker does it while the page shows how far it is. */
export const bulkMost = 2_000
export const bulkAtOnce = 200

export const bulkActions = ['reassign', 'tag', 'wake'] as const
export type BulkAction = (typeof bulkActions)[number]
