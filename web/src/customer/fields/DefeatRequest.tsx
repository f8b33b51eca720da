import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Clamped } from '../../ui/Clamped'
import { RelativeTime } from '../../ui/RelativeTime'
import './DefeatRequest.css'

interface DefeatRequestProps {
  profile: CustomerProfile
  /** On a ground of its own, in a dialog. */
  boxed?: boolean
}

/** What the reviewer decides on: who asks to give the customer up, and why. */
export function DefeatRequest({ profile: { failInfo }, boxed = false }: DefeatRequestProps) {
  return (
    <dl className={`sr-c-defeat-request ${boxed ? 'sr-c-defeat-request-boxed' : ''}`}>
      <div>
        <dt>战败原因</dt>
        <dd>{failInfo.reason || '—'}</dd>
      </div>
      <div>
        <dt>累计跟进</dt>
        <dd>{failInfo.followTimes}次</dd>
      </div>
      {failInfo.requestedBy && (
        <div>
          <dt>申请</dt>
          <dd>
            {failInfo.requestedBy} <RelativeTime at={failInfo.requestedAt} />
          </dd>
        </div>
      )}
      <div className="sr-c-defeat-request-wide">
        <dt>说明</dt>
        <dd>{boxed && failInfo.remark ? <Clamped text={failInfo.remark} /> : failInfo.remark || '—'}</dd>
      </div>
    </dl>
  )
}
