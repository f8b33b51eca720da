import { PhoneOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { RevealNumber } from './RevealNumber'
import { clockText } from '@showroom/contract/kernel/day'
import { type Called, useCallTime } from './call'
import type { Numbers, Reveal } from './useReveal'

/** The customer's number, masked until the user reveals it. */
export const MobileNumber = ({ mobile, numbers }: { mobile: string; numbers: Reveal }) =>
  mobile ? (
    <RevealNumber name="手机号" masked={mobile} reveal={numbers} pick={(clear) => clear.phone} tel />
  ) : (
    <span className="sr-reveal-none">无手机号</span>
  )

interface DialProps extends Pick<ButtonProps, 'size' | 'className'> {
  numbers: Numbers
  /** Opens the form on return; by default the record's own page does. */
  open?: () => void
}

/** 拨打 on phones: the telephone opens with the number, and on return the form of the record. */
export function DialButton({ numbers, open, ...look }: DialProps) {
  if (!numbers.isOffered) return null
  return (
    <Button
      {...look}
      icon={<PhoneOutlined />}
      loading={numbers.pending}
      onClick={() => void numbers.dial(open)}
    >
      拨打
    </Button>
  )
}

/** When 拨打 called this record, for the head of its form. */
export function CallTime(record: Called) {
  const at = useCallTime(record)
  return at === undefined ? null : <span className="sr-quiet sr-num sr-call-time">{clockText(at)} 拨打</span>
}
