import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { FormDialog } from '../../ui/form/FormDialog'
import { RelativeTime } from '../../ui/RelativeTime'
import type { ActionDialogProps } from '../actionDialog'
import type { Outcome } from './follow.form'
import { FollowFields, useFollowForm } from './FollowForm'

const okText: Readonly<Record<Outcome, string>> = {
  next: '完成跟进',
  dormant: '完成跟进并休眠',
  defeat: '提交战败申请',
}

/** Completing a follow-up. */
export function FollowDialog({ profile, onClosed }: ActionDialogProps) {
  const form = useFollowForm(profile)
  return (
    <FormDialog
      title={`跟进 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText={okText[form.outcome]}
      danger={form.outcome === 'defeat'}
      width={880}
    >
      <div className="sr-follow">
        <LastTime profile={profile} />
        <FollowFields profile={profile} outcome={form.outcome} />
      </div>
    </FormDialog>
  )
}

/** The last time anyone spoke with the customer, so that nobody has to close the form to look it up. */
function LastTime({ profile }: { profile: CustomerProfile }) {
  const last = profile.timelines.find(({ content }) => content !== '')
  if (!last) return null
  return (
    <p className="sr-follow-last">
      <RelativeTime at={last.createdAt} /> {last.ownerName} {last.subject}：{last.content}
    </p>
  )
}
