import type { PersonalTables } from '../platform/personal/personal.ts'

/** The room keeps nothing about customers. */
export const basePersonal: PersonalTables = {
  dictionary: 'base data',
  region: 'base data',
  brand: 'base data',
  series: 'base data',
  model: 'base data',
  configuration: 'base data',
  sku: 'base data',
  competitor_series: 'base data',
  blocklist: 'the national list, of which a store only reads; its keeper corrects it',
}
