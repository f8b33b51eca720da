import * as morning from '@showroom/contract/report/morning.api'
import { queryOf } from '../../api/query'

export const morningQuery = () => queryOf(morning.morningReport, {})
