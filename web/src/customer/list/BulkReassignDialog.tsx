import { Bulk } from '@showroom/contract/customer/bulk.schema'
import { useQuery } from '@tanstack/react-query'
import { assignableQuery, BatchHandOverDialog, MemberSelect } from '../../team/public'
import { withCommas } from '../../ui/list/ListFoot'
import type { Chosen } from './bulk'
import { sendBulk, useBulkEnd, whichOf } from './useBulk'

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
      schema={Bulk}
      toRequest={(values) => ({ action: 'reassign', ...whichOf(chosen), ...values })}
      send={(request, options) => sendBulk(request, options, nameOf(Number(request.memberId)))}
      onDone={end}
      onClosed={onClosed}
    />
  )
}
