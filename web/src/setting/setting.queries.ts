import type { Store } from '@showroom/contract/setting/store.schema'
import * as setting from '@showroom/contract/setting/setting.api'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'

/** Keeps the current page until the next one has loaded. */
const paged = <Query extends object>(query: Query): Query => ({ ...query, placeholderData: keepPreviousData })

/** The store's settings and announcement. */
export const dealerQuery = () => queryOf(setting.profile, {})

export const topicsQuery = (pageStart: number) => paged(queryOf(setting.topicList, { pageStart }))

export const blockedQuery = (pageStart: number) => paged(queryOf(setting.blockedList, { pageStart }))

/** Fetched before the policy changes. */
export const waitingLeadsQuery = () => queryOf(setting.waitingLeads, {})

/** Refetches after this member's change; events report a colleague's. */
export const invalidateDealer = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(setting.profile) }),
    queries.invalidateQueries({ queryKey: keyOf(setting.topicList) }),
  ])

export const invalidateBlocked = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(setting.blockedList) })

/** Stores of a group's administrator. */
export const storesQuery = () => queryOf(setting.stores, {})

export const storeFactsQuery = (storeId: number, intoId: number) =>
  queryOf(setting.storeFacts, { storeId, intoId })

/** The administrator's open stores besides this one. */
export const openBeside = (store: Store, stores: readonly Store[]): Store[] =>
  stores.filter(({ id, closedAt }) => id !== store.id && closedAt === 0)

export const invalidateStores = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(setting.stores) })
