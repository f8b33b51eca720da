import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { StopOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { useSession } from '../../frame/session'
import { formatDay } from '../../ui/day'
import { DefeatRequest } from '../fields/DefeatRequest'

/** Notices about the customer's special state, at the top of the page. */
export function CustomerBanners({ profile, onlyView }: { profile: CustomerProfile; onlyView: boolean }) {
  // The shell says once a page that an investor only reads.
  const { onlyReads } = useSession()
  return (
    <>
      {onlyView && !onlyReads && (
        <Alert
          className="sr-c-banner"
          type="info"
          showIcon
          title="仅可查看：您在此页面不能编辑或跟进该客户"
        />
      )}
      {profile.isErased && (
        <Alert
          className="sr-c-banner"
          type="info"
          showIcon
          title="该客户的个人信息已删除：不能再跟进或编辑，已订的车可以交付"
        />
      )}
      {!onlyView && profile.onlyReview && (
        <Alert
          className="sr-c-banner"
          type="info"
          showIcon
          title={
            profile.customer.deal.waitingFailReview
              ? '该客户由其他同事跟进：您可以同意或驳回战败申请，不能编辑或跟进'
              : '仅可查看：该客户由其他同事跟进，战败申请已审核'
          }
        />
      )}
      {profile.customer.deal.waitingFailReview && <WaitingReview profile={profile} />}
      {profile.info.level === 'F' && <Lost profile={profile} />}
    </>
  )
}

function WaitingReview({ profile }: { profile: CustomerProfile }) {
  return (
    <Alert
      className="sr-c-banner"
      type="warning"
      showIcon
      title="战败申请待审核"
      description={<DefeatRequest profile={profile} />}
    />
  )
}

/** The reason why the customer was lost. */
function Lost({ profile: { failInfo, customer } }: { profile: CustomerProfile }) {
  const day = formatDay(customer.deal.failDate)
  return (
    <Alert
      className="sr-c-banner sr-c-lost"
      type="info"
      showIcon
      icon={<StopOutlined />}
      title={[`已战败：${failInfo.reason || '未说明原因'}`, day].filter(Boolean).join('，')}
      {...(failInfo.remark && { description: failInfo.remark })}
    />
  )
}
