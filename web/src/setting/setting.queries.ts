import * as setting from '@showroom/contract/setting/setting.api'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'

/** The next page takes the place of this one when it is there. */
const paged = <Query extends object>(query: Query): Query => ({ ...query, placeholderData: keepPreviousData })

/** The store's settings and announcement. */
export const dealerQuery = () => queryOf(setting.profile, {})

export const topicsQuery = (pageStart: number) => paged(queryOf(setting.topicList, { pageStart }))

export const blockedQuery = (pageStart: number) => paged(queryOf(setting.blockedList, { pageStart }))

/** Asked when another policy is about to begin. */
export const waitingLeadsQuery = () => queryOf(setting.waitingLeads, {})

/** After a change of one's own; a colleague's is told by the live line. */
export const invalidateDealer = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(setting.profile) }),
    queries.invalidateQueries({ queryKey: keyOf(setting.topicList) }),
  ])

export const invalidateBlocked = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(setting.blockedList) })
