import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Clamped } from '../../ui/Clamped'
import { RelativeTime } from '../../ui/RelativeTime'
import './DefeatRequest.css'

interface DefeatRequestProps {
  profile: CustomerProfile
  /** Draws its own background, for use in a dialog. */
  boxed?: boolean
}

/** The defeat request under review: its author and reason. */
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
