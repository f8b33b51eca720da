import { describeTables } from '../platform/tables/describe.ts'
import { other } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  dictionary: { place: 'reference', free: 'base data' },
  region: { place: 'reference', free: 'base data' },
  brand: { place: 'reference', free: 'base data' },
  series: { place: 'reference', free: 'base data' },
  model: { place: 'reference', free: 'base data' },
  configuration: { place: 'reference', free: 'base data' },
  sku: { place: 'reference', ids: other('product_id'), free: 'base data' },
  competitor_series: { place: 'reference', free: 'base data' },
  blocklist: {
    place: 'reference',
    free: 'the national list, of which a store only reads; its keeper corrects it',
  },
})
