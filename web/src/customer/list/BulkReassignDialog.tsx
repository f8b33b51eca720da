import { Bulk } from '@showroom/contract/customer/bulk.schema'
import { useQuery } from '@tanstack/react-query'
import { assignableQuery, BatchHandOverDialog, MemberSelect } from '../../team/public'
import type { Chosen } from './bulk'
import { sendBulk, useBulkEnd, whichOf } from './useBulk'
import { withCommas } from '../../ui/withCommas'

interface BulkReassignDialogProps {
  chosen: Chosen
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: (done: boolean) => void
}

/** Reassigns the selected customers to one member. Each option shows how many customers the member already follows. */
export function BulkReassignDialog({ chosen, onClosed }: BulkReassignDialogProps) {
  const end = useBulkEnd()
  const { data } = useQuery(assignableQuery(false, false, true))
  const nameOf = (memberId: number): string =>
    data?.data.find((member) => member.memberId === memberId)?.userName ?? ''
  return (
    <BatchHandOverDialog
      title={`再分配 ${withCommas(chosen.total)} 位客户`}
      okText="再分配"
      remarkPlaceholder="交接说明，选填"
      member={<MemberSelect withLoad />}
      memberExtra={ownersOf(chosen)}
      schema={Bulk}
      toRequest={(values) => ({ action: 'reassign', ...whichOf(chosen), ...values })}
      send={(request, options) => sendBulk(request, options, nameOf(Number(request.memberId)))}
      onDone={end}
      onClosed={onClosed}
    />
  )
}

/** How many owners to name; the others are a number. */
const named = 3

/** Present owners of the chosen customers. */
function ownersOf({ rows, total }: Chosen): string {
  // A ticked row is known from the page and from earlier pages.
  const present = rows?.filter(({ isSuperseded }) => !isSuperseded)
  const rowsById = new Map(present?.map((row) => [row.customerId, row]))
  if (rowsById.size < total) return '包括筛选出的全部客户'
  const counts = new Map<string, number>()
  for (const { ownerName } of rowsById.values()) counts.set(ownerName, (counts.get(ownerName) ?? 0) + 1)
  const owners = [...counts].toSorted(([, one], [, other]) => other - one)
  const words = owners.slice(0, named).map(([name, count]) => `${name || '未分配'} ${count} 位`)
  const rest = owners.length > named ? `等 ${owners.length} 人` : ''
  return `当前客户经理：${words.join('、')}${rest}`
}
