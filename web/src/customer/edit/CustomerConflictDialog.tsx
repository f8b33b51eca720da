import { getCompetitionSeriesList } from '@showroom/contract/base/base.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/query'
import { seriesQuery, useDictionaryText } from '../../base/public'
import { customSourceQuery } from '../../team/public'
import type { Versions } from '../../ui/form/compare'
import { ConflictDialog, type Side } from '../../ui/form/ConflictDialog'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { compare, type Names } from './customer.conflict'

interface NamedSeries {
  readonly specId: number
  readonly name: string
}

export interface Conflict {
  readonly versions: Versions<EditableValues>
  /** Field paths that both users changed. */
  readonly paths: readonly string[]
  /** Name of the other user, if the timeline shows it. */
  readonly who: string
  /** Competitor series of both files, since no query lists all of them. */
  readonly competitors: readonly NamedSeries[]
}

interface CustomerConflictDialogProps {
  conflict: Conflict
  onMerged: (picks: Readonly<Record<string, Side>>) => void
  onClosed: () => void
}

/** Resolves fields of a file that two users changed. */
export function CustomerConflictDialog({ conflict, ...rest }: CustomerConflictDialogProps) {
  const compared = compare(conflict.versions, conflict.paths, useNames(conflict.competitors))
  return <ConflictDialog {...compared} {...rest} who={conflict.who} />
}

/** Looks up names in data that the page has already loaded. */
function useNames(competitors: readonly NamedSeries[]): Names {
  const queries = useQueryClient()
  const series = useQuery(seriesQuery()).data?.records ?? []
  const sources = useQuery(customSourceQuery()).data?.data ?? []
  const texts = {
    customerFromSources: useDictionaryText('customerFromSources'),
    onlineSources: useDictionaryText('onlineSources'),
    businessTypes: useDictionaryText('businessTypes'),
    budgets: useDictionaryText('budgets'),
    identifyTypes: useDictionaryText('identifyTypes'),
  }
  const searched = queries
    .getQueriesData<AnswerOf<typeof getCompetitionSeriesList>>({ queryKey: keyOf(getCompetitionSeriesList) })
    .flatMap(([, query]) => query?.data ?? [])
  return {
    of: (kind, value) => (value === 0 ? '' : texts[kind](value)),
    series: (id) => series.find(({ specId }) => specId === id)?.name ?? String(id),
    customSource: (id) => sources.find((one) => one.id === id)?.name ?? '',
    competitor: (id) =>
      competitors.find(({ specId }) => specId === id)?.name ??
      searched.find((one) => one.id === id)?.seriesName ??
      String(id),
  }
}
