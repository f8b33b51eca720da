import { describeTables } from '../platform/tables/describe.ts'
import { other } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
const silent = 'base data, whose caches have their own notification'
const companions = [{ on: ['insert', 'update', 'delete'], notifies: 'base_changed' }] as const

export const tables = describeTables({
  dictionary: { silent, companions, place: 'reference', free: 'base data' },
  region: { silent, companions, place: 'reference', free: 'base data' },
  brand: { silent, place: 'reference', free: 'base data' },
  series: { silent, companions, place: 'reference', free: 'base data' },
  model: { silent, place: 'reference', free: 'base data' },
  configuration: { silent, place: 'reference', free: 'base data' },
  sku: { silent, place: 'reference', ids: other('product_id'), free: 'base data' },
  competitor_series: { silent, companions, place: 'reference', free: 'base data' },
  blocklist: {
    silent,
    place: 'reference',
    clear: { mobile: 'stores compare with it and never see it', identify_no: 'the same' },
    free: 'the national list, of which a store only reads; its keeper corrects it',
  },
})
