import { Button, type ButtonProps, Tooltip, type TooltipRef } from 'antd'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import './Tip.css'

interface TipProps {
  /** Nothing is shown for an empty text. */
  text: string
  /** Keeps the tip open, whatever the user does. */
  open?: boolean
  /** A control, or text with `tabIndex={0}`. */
  children: ReactElement
}

/**
 * The only tooltip of the client: opens on hover, on tap, and on focus by the keyboard. Focus that a page or dialog gives
 * back after a click opens none: an open tip takes the next Escape.
 */
export function Tip({ text, open = false, children }: TipProps) {
  const tooltip = useRef<TooltipRef>(null)
  const [isOpen, setOpen] = useState(false)
  const isAsked = (): boolean => tooltip.current?.nativeElement.matches(':hover, :focus-visible') ?? false
  return (
    <Tooltip
      ref={tooltip}
      title={text}
      trigger={triggers}
      open={open || isOpen}
      onOpenChange={(next) => setOpen(next && isAsked())}
    >
      {children}
    </Tooltip>
  )
}

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
