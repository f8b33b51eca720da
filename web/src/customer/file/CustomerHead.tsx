import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { ReactNode } from 'react'
import { useDictionaryText } from '../../base/public'
import { useNow } from '../../ui/useNow'
import { BackLink } from './BackLink'
import { LevelChip } from '../fields/LevelChip'
import { DialButton, MobileNumber } from '../fields/MobileNumber'
import { dueText, urgencyOf } from '../fields/due'
import type { Numbers, Reveal } from '../fields/useReveal'

interface CustomerHeadProps {
  profile: CustomerProfile
  numbers: Reveal
  /** True while the card of the next follow-up is scrolled away; the head then shows it as one line. */
  showNext: boolean
  actions: ReactNode
}

/** The customer's title bar. Stays at the top, and shows the next step once its card is scrolled away. */
export function CustomerHead({ profile, numbers, showNext, actions }: CustomerHeadProps) {
  const { customer } = profile
  return (
    <header className="sr-c-head" data-next={showNext}>
      <BackLink />
      <h1 className="sr-c-name" title={customer.name} tabIndex={-1}>
        {customer.name}
      </h1>
      <LevelChip level={profile.info.level} size="large" />
      <State profile={profile} />
      <span className="sr-c-head-mobile">
        <MobileNumber mobile={customer.mobile} numbers={numbers} />
      </span>
      <div className="sr-c-head-next">
        {showNext && <NextLine profile={profile} />}
        {actions}
      </div>
    </header>
  )
}

function State({ profile }: { profile: CustomerProfile }) {
  const { waitingFailReview } = profile.customer.deal
  if (waitingFailReview) return <span className="sr-c-status sr-c-status-due">待战败审核</span>
  if (profile.info.level === 'F') return <span className="sr-c-status sr-c-status-plain">已战败</span>
  if (profile.isSuspend) return <span className="sr-c-status sr-c-status-plain">休眠中</span>
  return null
}

function NextLine({ profile }: { profile: CustomerProfile }) {
  const now = useNow()
  const typeText = useDictionaryText('activityTypes')
  const pending = profile.pendingActivity
  if (!pending) return null
  return (
    <span className={`sr-c-head-due sr-c-due-${urgencyOf(pending, now)}`}>
      {typeText(pending.type)} {dueText(pending, now)}
    </span>
  )
}

/** The bottom bar on phones: call and main action. */
export const PhoneBar = ({ numbers, actions }: { numbers: Numbers; actions: ReactNode }) => (
  <div className="sr-phone-bar sr-c-phone-bar">
    <DialButton size="large" numbers={numbers} />
    {actions}
  </div>
)
