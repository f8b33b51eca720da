import { Resume } from '@showroom/contract/customer/action.schema'
import { resume } from '@showroom/contract/customer/customer.api'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { formatDay } from '../../ui/day'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf, resumeLabel, stateOf } from '../customerState'
import { useActionForm } from './useActionForm'

/** Wakes a dormant customer before the time. */
export function ResumeDialog({ profile, onClosed }: ActionDialogProps) {
  const label = resumeLabel(stateOf(profile))
  const { resumeDate } = profile.customer.deal
  const form = useActionForm({
    profile,
    action: 'resume',
    schema: Resume,
    initial: {},
    toRequest: () => dealOf(profile),
    send: (request, options) => callApi(resume, request, options),
    done: label === '唤醒' ? '客户已唤醒!' : '客户已继续跟进!',
  })
  return (
    <ConfirmDialog title={`${label} ${profile.customer.name}`} form={form} onClosed={onClosed}>
      <p>此操作将{label === '唤醒' ? '唤醒该客户' : '继续跟进该客户'}, 是否继续?</p>
      {resumeDate > 0 && (
        <p className="sr-confirm-hint">该客户休眠中，原定 {formatDay(resumeDate)} 自动唤醒。</p>
      )}
    </ConfirmDialog>
  )
}
