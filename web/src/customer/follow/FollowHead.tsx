import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNarrow } from '../../ui/useNarrow'
import { LevelChip } from '../fields/LevelChip'
import { CallTime, DialButton, MobileNumber } from '../fields/MobileNumber'
import { revealed, useReveal } from '../fields/useReveal'

interface FollowHeadProps {
  name: string
  /** Undefined while loading. */
  profile?: CustomerProfile
  /** Navigation buttons of the queue. */
  children: ReactNode
}

/** Name, contact details and navigation. */
export const FollowHead = ({ name, profile, children }: FollowHeadProps) => (
  <div className="sr-follow-head">
    <span className="sr-follow-who">
      <h2 className="sr-follow-name" title={name}>
        {name || '跟进任务'}
      </h2>
      {profile && <LevelChip level={profile.info.level} />}
      {profile && <CallTime userId={profile.customer.id} userType={revealed.customer} />}
    </span>
    {profile && <Reach profile={profile} />}
    {children}
  </div>
)

/** The form is open already. */
const stay = (): void => undefined

function Reach({ profile: { customer } }: { profile: CustomerProfile }) {
  const narrow = useNarrow()
  const numbers = useReveal(customer.id, 'numbers')
  return (
    <span className="sr-follow-reach">
      <MobileNumber mobile={customer.mobile} numbers={numbers} />
      {narrow && customer.mobile && <DialButton numbers={numbers} open={stay} />}
      <Link to="/customer/detail/$customerId" params={{ customerId: String(customer.id) }}>
        客户档案
      </Link>
    </span>
  )
}
