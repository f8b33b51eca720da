import { bulkMost } from '@showroom/contract/customer/bulk.rules'
import { useEffect, useSyncExternalStore } from 'react'
import { SelectedRows } from '../../ui/list/SelectedRows'
import type { Selection } from '../../ui/list/useSelection'
import { lazyDialog } from '../../ui/lazyDialog'
import { bulkStore, type Chosen } from './bulk'

const BulkActions = lazyDialog(() => import('./BulkActions').then((module) => module.BulkActions))
const BulkOutcome = lazyDialog(() => import('./BulkOutcome').then((module) => module.BulkOutcome))

interface ChosenFootProps {
  selection: Selection
  chosen: Chosen
  /** All that the filters find. */
  total: number | undefined
}

/** How many are chosen, and what can be done with them. */
export const ChosenFoot = ({ selection, chosen, total }: ChosenFootProps) => (
  <SelectedRows selection={selection} label="已选客户" unit="位" whole={{ total, most: bulkMost }}>
    {(size) => <BulkActions chosen={chosen} size={size} onDone={selection.end} />}
  </SelectedRows>
)

/** What becomes of something done to many, also of what was begun before the page was loaded anew. */
export function BulkPart() {
  const outcome = useSyncExternalStore(bulkStore.subscribe, bulkStore.read)
  useEffect(() => {
    const bulkId = bulkStore.leftBehind()
    if (bulkId > 0 && !bulkStore.read()) bulkStore.put({ bulkId })
  }, [])
  return outcome && <BulkOutcome outcome={outcome} />
}
