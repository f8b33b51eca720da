import { Button, type ButtonProps } from 'antd'
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useRef,
  useState,
} from 'react'
import { lazyDialog } from './lazyDialog'
import type { Heard } from './TipBubble'
import './Tip.css'

/** Loaded with the first use: a page shows none at first, and each would render a dozen components around its control. */
const TipBubble = lazyDialog(() => import('./TipBubble').then((module) => module.TipBubble), null)

interface TipProps {
  /** Nothing is shown for an empty text. */
  text: string
  /** Keeps the tip open, whatever the user does. */
  open?: boolean
  /** A control, or text with `tabIndex={0}`. */
  children: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>
}

/**
 * The only tooltip of the client: opens on hover, on tap, and on focus by the keyboard. Focus that a page or dialog gives
 * back after a click opens none: an open tip takes the next Escape.
 */
export function Tip({ text, open = false, children }: TipProps) {
  const control = useRef<HTMLElement>(null)
  const bubble = useRef<Heard>({})
  const [isUsed, setUsed] = useState(false)
  const pass = (name: keyof Heard) => ({
    [name]: (event: never) => {
      setUsed(true)
      const handlers: Heard[] = [children.props, bubble.current]
      for (const { [name]: handle } of handlers) handle?.(event)
    },
  })
  return (
    <>
      {cloneElement(children, {
        ref: control,
        ...pass('onPointerEnter'),
        ...pass('onPointerLeave'),
        ...pass('onFocus'),
        ...pass('onBlur'),
      })}
      {text !== '' && (open || isUsed) && (
        <TipBubble text={text} open={open} control={control} heard={bubble} />
      )}
    </>
  )
}

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
