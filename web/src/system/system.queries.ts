import { state } from '@showroom/contract/system/system.api'
import { queryOf } from '../api/query'

const lookMs = 30_000

/** Polled, because the state changes without anyone's call. */
export const stateQuery = () => {
  const query = queryOf(state, {})
  return { ...query, refetchInterval: lookMs } as typeof query
}
