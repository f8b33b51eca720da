import { PhoneOutlined } from '@ant-design/icons'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useDictionaryText } from '../base/public'
import { useNow } from '../ui/RelativeTime'
import { BackLink } from './BackLink'
import { LevelChip } from './LevelChip'
import { dueText, urgencyOf } from './NextFollowCard'
import { RevealNumber } from './RevealNumber'
import type { Reveal } from './useReveal'

interface CustomerHeadProps {
  profile: CustomerProfile
  numbers: Reveal
  /** The card of the next follow-up is out of sight: this line stands in for it. */
  showNext: boolean
  actions: ReactNode
}

/** Who this is. Stays at the top, and takes over the next step once its card has been scrolled away. */
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
        {customer.mobile ? (
          <RevealNumber
            name="手机号"
            masked={customer.mobile}
            reveal={numbers}
            pick={(clear) => clear.phone}
            tel
          />
        ) : (
          <span className="sr-c-missing">无手机号</span>
        )}
      </span>
      <div className="sr-c-head-next" inert={!showNext} aria-hidden={!showNext}>
        <NextLine profile={profile} />
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

/** The thumb's bar on a phone: call and act. */
export function PhoneBar({ numbers, actions }: { numbers: Reveal; actions: ReactNode }) {
  const call = async (): Promise<void> => {
    const clear = await numbers.show()
    if (clear?.phone) location.href = `tel:${clear.phone}`
  }
  return (
    <div className="sr-c-phone-bar">
      <Button size="large" icon={<PhoneOutlined />} loading={numbers.pending} onClick={() => void call()}>
        拨打
      </Button>
      {actions}
    </div>
  )
}
