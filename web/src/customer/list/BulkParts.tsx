import { bulkMost } from '@showroom/contract/customer/bulk.rules'
import { useEffect, useSyncExternalStore } from 'react'
import { SelectedRows } from '../../ui/list/table/SelectedRows'
import type { Selection } from '../../ui/list/table/useSelection'
import { lazyDialog } from '../../ui/lazyDialog'
import { bulkStore, type Chosen } from './bulk'

const BulkActions = lazyDialog(() => import('./BulkActions').then((module) => module.BulkActions))
const BulkOutcome = lazyDialog(() => import('./BulkOutcome').then((module) => module.BulkOutcome))

interface ChosenFootProps {
  selection: Selection
  chosen: Chosen
  /** Number of customers that match the filters. */
  total: number | undefined
}

/** Number of selected customers, and the actions on them. */
export const ChosenFoot = ({ selection, chosen, total }: ChosenFootProps) => (
  <SelectedRows selection={selection} label="已选客户" unit="位" whole={{ total, most: bulkMost }}>
    {(size, isHeadAway) => (
      <BulkActions chosen={chosen} size={size} isHeadAway={isHeadAway} onDone={selection.end} />
    )}
  </SelectedRows>
)

/** Shows the outcome of a bulk action, including one started before the page was reloaded. */
export function BulkPart() {
  const outcome = useSyncExternalStore(bulkStore.subscribe, bulkStore.read)
  useEffect(() => {
    const bulkId = bulkStore.leftBehind()
    if (bulkId > 0 && !bulkStore.read()) bulkStore.put({ bulkId })
  }, [])
  return outcome && <BulkOutcome outcome={outcome} />
}
