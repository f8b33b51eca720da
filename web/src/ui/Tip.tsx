import { Button, type ButtonProps, Tooltip } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import './Tip.css'

interface TipProps {
  /** Nothing is shown for an empty text. */
  text: string
  /** Keeps the tip open, whatever the user does. */
  open?: boolean
  /** A control, or text with `tabIndex={0}`. */
  children: ReactElement
}

/** The only tooltip of the client: opens on hover, on keyboard focus and on tap, which focuses its child. */
export const Tip = ({ text, open = false, children }: TipProps) => (
  <Tooltip title={text} trigger={triggers} {...(open && { open })}>
    {children}
  </Tooltip>
)

const triggers: ('hover' | 'focus')[] = ['hover', 'focus']

const focusable = { tabIndex: 0 }

interface TipTextProps {
  tip: string
  className?: string
  children: ReactNode
}

/** Text with a tip. It takes the focus, so that keyboard and touch reach the tip. */
export const TipText = ({ tip, className, children }: TipTextProps) => (
  <Tip text={tip}>
    <span className={className} {...focusable}>
      {children}
    </span>
  </Tip>
)

interface TipButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Explains the button, or gives the reason for which it does nothing now. */
  tip: string
  isBarred?: boolean
}

/** A button with a tip. While barred it can still be focused, because a disabled button could not give its reason. */
export const TipButton = ({ tip, isBarred = false, onClick, ...rest }: TipButtonProps) => (
  <Tip text={tip}>
    <Button {...rest} {...(isBarred ? { 'aria-disabled': true } : onClick && { onClick })} />
  </Tip>
)
