import { updatePolicy } from '@showroom/contract/setting/setting.api'
import { onlinePolicies } from '@showroom/contract/setting/setting.rules'
import { UpdatePolicy } from '@showroom/contract/setting/setting.schema'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { waitingLeadsQuery } from './setting.queries'
import { useSettingForm } from './useSettingForm'

/** Confirms a new policy, and shows its effect on waiting leads. */
export function PolicyDialog({ from, to, onClosed }: { from: number; to: number; onClosed: () => void }) {
  const { data } = useQuery({ ...waitingLeadsQuery(), staleTime: 0 })
  const form = useSettingForm({
    schema: UpdatePolicy,
    initial: {},
    toRequest: () => ({ online: to }),
    send: (request, options) => callApi(updatePolicy, request, options),
  })
  const next = onlinePolicies.find(({ value }) => value === to)
  const before = onlinePolicies.find(({ value }) => value === from)
  return (
    <ConfirmDialog title="更换线上线索策略" form={form} onClosed={onClosed} okText="更换">
      <p>
        由“{before?.title}”改为“{next?.title}”，立即生效。
      </p>
      <p className="sr-confirm-hint">
        {data
          ? `现有待清洗 ${data.waiting} 条、未接通 ${data.unreachable} 条、待分配 ${data.unassigned} 条。`
          : '正在统计等待处理的线索…'}
      </p>
      <p className="sr-confirm-hint">{next?.waiting}</p>
    </ConfirmDialog>
  )
}
