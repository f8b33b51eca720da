import { PhoneOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { RevealNumber } from './RevealNumber'
import type { Reveal } from './useReveal'

/** The customer's number, masked until the user reveals it. */
export const MobileNumber = ({ mobile, numbers }: { mobile: string; numbers: Reveal }) =>
  mobile ? (
    <RevealNumber name="手机号" masked={mobile} reveal={numbers} pick={(clear) => clear.phone} tel />
  ) : (
    <span className="sr-reveal-none">无手机号</span>
  )

/** 拨打 on phones: reveals the number and starts the call. */
export function DialButton({
  numbers,
  ...look
}: { numbers: Reveal } & Pick<ButtonProps, 'size' | 'className'>) {
  const call = async (): Promise<void> => {
    const clear = await numbers.show()
    if (clear?.phone) location.href = `tel:${clear.phone.replaceAll(/[\s-]/g, '')}`
  }
  if (!numbers.isOffered) return null
  return (
    <Button {...look} icon={<PhoneOutlined />} loading={numbers.pending} onClick={() => void call()}>
      拨打
    </Button>
  )
}
