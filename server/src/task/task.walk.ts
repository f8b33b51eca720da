import type { rooms } from '@showroom/contract'
import { baseData, sellers, walked } from '../../test/walk.ts'
import type { WalkOf } from '../../test/walk.ts'

export const walk = {
  list: {
    request: () => ({ pageStart: 1, pageCount: 10 }),
    roles: sellers,
    ids: { saleIds: walked.filterOfMembers, seriesIds: baseData },
  },
  viewCounts: {
    request: () => ({ queries: [{}] }),
    roles: sellers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ saleIds: String(id) }] } },
  },
  counts: {
    request: () => ({}),
    roles: sellers,
    ids: { saleIds: walked.filterOfMembers, seriesIds: baseData },
  },
} satisfies WalkOf<typeof rooms.task>
