import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { EmptyState } from '../../EmptyState'
import { withCommas } from '../../withCommas'
import type { Fields, FilterOf } from './listFields'
import type { ListState } from './useListFilter'

/** The reach of a list's keyword search. */
export interface Reach {
  /** The search covered days that the list otherwise leaves out. */
  readonly isOfAllTime: boolean
  /** How many rows the keyword finds without filters, if the filters hide some of them; otherwise 0. */
  readonly beyond: number
  /** Removes the filters that hide them. */
  readonly widen: () => void
}

/** Builds the list's query for a filter; only its total is used. */
type QueryOf<F extends Fields> = (
  filter: FilterOf<F>,
  // oxlint-disable-next-line typescript/no-explicit-any -- each list has its own row and key types
) => UseQueryOptions<any, Error, { readonly total: number }, any>

/** Queries the total without filters while filters narrow a keyword search. */
export function useReach<F extends Fields>(
  { table, filter, change }: ListState<F>,
  counts: Pick<UseQueryResult<{ readonly total: number }>, 'data' | 'isPlaceholderData'>,
  queryOf: QueryOf<F>,
): Reach {
  const widest = table.widest(filter)
  const isNarrowed =
    filter.keyword !== '' &&
    addressOf(table.searchOf(widest)) !== addressOf(table.searchOf({ ...filter, pageStart: 1 }))
  const { data } = useQuery({ ...queryOf(widest), enabled: isNarrowed, placeholderData: undefined })
  const all = isNarrowed ? (data?.total ?? 0) : 0
  const total = counts.isPlaceholderData ? undefined : counts.data?.total
  return {
    isOfAllTime: table.isOfAllTime(filter),
    beyond: total !== undefined && all > total ? all : 0,
    widen: () => change(widest),
  }
}

const addressOf = (search: object): string => JSON.stringify(search)

interface ReachProps {
  reach: Reach
  /** The counted unit: 位, 条. */
  unit: string
}

const ShowAll = ({ reach: { beyond, widen }, unit, ...look }: ReachProps & { type?: 'link' }) => (
  <Button {...look} {...(look.type && { size: 'small' })} onClick={widen}>
    全部时间有 {withCommas(beyond)} {unit} · 查看
  </Button>
)

/** Shown beside the list's title: a note that all days were searched, or that there are more rows without the filters. */
export function ReachLine(props: ReachProps) {
  const { beyond, isOfAllTime } = props.reach
  if (beyond > 0) return <ShowAll {...props} type="link" />
  return isOfAllTime && <>已在全部时间查找</>
}

interface NothingFoundProps extends ReachProps {
  list: Pick<ListState, 'keyword' | 'searchFor' | 'clear'>
  title: string
  hint: string
  /** Whether a filter is set that could be removed. */
  isFiltered: boolean
}

/** Shown in place of rows if keyword and filters find none. */
export function NothingFound({ list, title, hint, isFiltered, ...reached }: NothingFoundProps) {
  const { beyond, isOfAllTime } = reached.reach
  const isOnlyKeyword = list.keyword !== '' && !isFiltered
  return (
    <EmptyState
      title={title}
      hint={isOnlyKeyword ? `${isOfAllTime ? '已在全部时间查找，' : ''}可核对姓名或号码后重试。` : hint}
    >
      {beyond > 0 && <ShowAll {...reached} />}
      {beyond === 0 && isFiltered && <Button onClick={list.clear}>清除筛选</Button>}
      {isOnlyKeyword && <Button onClick={() => list.searchFor('')}>清除关键字</Button>}
    </EmptyState>
  )
}
