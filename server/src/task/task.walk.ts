import type { rooms } from '@showroom/contract'
import { baseData, readers, walked } from '../../test/walks/walk.ts'
import type { WalkOf } from '../../test/walks/walk.ts'

export const walk = {
  list: {
    request: () => ({ pageStart: 1, pageCount: 10 }),
    roles: readers,
    ids: { saleIds: walked.filterOfMembers, seriesIds: baseData },
  },
  viewCounts: {
    request: () => ({ queries: [{}] }),
    roles: readers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ saleIds: String(id) }] } },
  },
  counts: {
    request: () => ({}),
    roles: readers,
    ids: { saleIds: walked.filterOfMembers, seriesIds: baseData },
  },
} satisfies WalkOf<typeof rooms.task>
