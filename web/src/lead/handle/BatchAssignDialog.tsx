import { BatchAssign } from '@showroom/contract/lead/handle.schema'
import { batchAssign } from '@showroom/contract/lead/lead.api'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { useSession } from '../../frame/session'
import { BatchHandOverDialog, MemberSelect } from '../../team/public'
import { offerUndo } from '../../ui/undo/undo'
import { invalidateLeads } from '../lead.queries'

interface BatchAssignDialogProps {
  clueIds: readonly number[]
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: (done: boolean) => void
}

/** Assigns the selected leads to one member. */
export function BatchAssignDialog({ clueIds, onClosed }: BatchAssignDialogProps) {
  const queries = useQueryClient()
  return (
    <BatchHandOverDialog
      title={`分配 ${clueIds.length} 条线索`}
      okText="分配"
      remarkPlaceholder="分配说明，选填"
      member={<MemberSelect isAll withLeads without={[useSession().profile.memberId]} />}
      schema={BatchAssign}
      toRequest={(values) => ({ ...values, clueIdArr: [...clueIds] })}
      send={(request, options) => callApi(batchAssign, request, options)}
      onDone={({ successTotal, repeatTotal, skippedTotal }) => {
        offerUndo({
          text: `${successTotal} 条线索分配成功`,
          about: [
            repeatTotal > 0 && `其中 ${repeatTotal} 条号码已是客户，已归入原客户`,
            skippedTotal > 0 && `${skippedTotal} 条未分配：已被他人处理或状态已变化`,
          ]
            .filter(Boolean)
            .join('；'),
        })
        void invalidateLeads(queries)
      }}
      onClosed={onClosed}
    />
  )
}
