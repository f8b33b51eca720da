/** Parts of base data that other rooms may use. */
export {
  baseInfoQuery,
  offered,
  offText,
  regionQuery,
  seriesQuery,
  useDictionary,
  useDictionaryText,
  useMobileRegion,
  useOwnRegion,
  vehicleTreeQuery,
  type Region,
} from './base.queries'
export { showBlocked, showOnFile } from './refusedCustomer'
export { DictionaryChips } from './DictionaryChips'
export { DictionaryRadio } from './DictionaryRadio'
export { DictionaryMultiSelect, DictionarySelect } from './DictionarySelect'
export { RegionCascader } from './RegionCascader'
export { RegionCodeSelect, useRegionOf } from './RegionCode'
export { CompetitorSelect, OneSeriesSelect, SeriesSelect } from './SeriesSelect'
export { sendFile, sendImage } from './sendFile'
export { offerTicket, showResult } from './undoTicket'
