import { describeTables } from '../platform/tables/describe.ts'
import { other } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
const silent = 'base data, whose caches have their own notification'

export const tables = describeTables({
  dictionary: { silent, place: 'reference', free: 'base data' },
  region: { silent, place: 'reference', free: 'base data' },
  brand: { silent, place: 'reference', free: 'base data' },
  series: { silent, place: 'reference', free: 'base data' },
  model: { silent, place: 'reference', free: 'base data' },
  configuration: { silent, place: 'reference', free: 'base data' },
  sku: { silent, place: 'reference', ids: other('product_id'), free: 'base data' },
  competitor_series: { silent, place: 'reference', free: 'base data' },
  blocklist: {
    silent,
    place: 'reference',
    free: 'the national list, of which a store only reads; its keeper corrects it',
  },
})
