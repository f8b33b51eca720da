import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Alert } from 'antd'
import { RelativeTime } from '../ui/RelativeTime'

/** What is special about this customer now, before anything else. */
export function CustomerBanners({ profile, onlyView }: { profile: CustomerProfile; onlyView: boolean }) {
  return (
    <>
      {onlyView && (
        <Alert
          className="sr-c-banner"
          type="info"
          showIcon
          title="仅可查看：您在此页面不能编辑或跟进该客户"
        />
      )}
      {profile.customer.deal.waitingFailReview && <WaitingReview profile={profile} />}
    </>
  )
}

function WaitingReview({ profile: { failInfo } }: { profile: CustomerProfile }) {
  return (
    <Alert
      className="sr-c-banner"
      type="warning"
      showIcon
      title="战败申请待审核"
      description={
        <dl className="sr-c-banner-facts">
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
          <div className="sr-c-banner-wide">
            <dt>说明</dt>
            <dd>{failInfo.remark || '—'}</dd>
          </div>
        </dl>
      }
    />
  )
}
