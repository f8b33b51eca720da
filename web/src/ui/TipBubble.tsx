import { Tooltip } from 'antd'
import {
  type HTMLAttributes,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'

/** Events of the control that the bubble follows. */
export type Heard = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
>

interface TipBubbleProps {
  text: string
  open: boolean
  control: RefObject<HTMLElement | null>
  /** Receives the bubble's handlers. */
  heard: RefObject<Heard>
}

/** antd's delay before a tip, which the use that loaded this one had not. */
const delayMs = 100

/** The bubble of a `Tip`, beside its control: wrapping the control when it loads would render that again, without its focus. */
export function TipBubble({ text, open, control, heard }: TipBubbleProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(isAsked(control.current)), delayMs)
    return () => clearTimeout(timer)
  }, [control])
  return (
    <Tooltip
      title={text}
      trigger={triggers}
      open={open || isOpen}
      onOpenChange={(next) => setOpen(next && isAsked(control.current))}
    >
      <Anchor control={control} heard={heard} />
    </Tooltip>
  )
}

const isAsked = (control: HTMLElement | null): boolean => control?.matches(':hover, :focus-visible') ?? false

const triggers: ('hover' | 'focus')[] = ['hover', 'focus']

interface AnchorProps extends Pick<TipBubbleProps, 'control' | 'heard'>, HTMLAttributes<HTMLElement> {
  ref?: Ref<HTMLElement | null>
}

/** Stands for the control in antd's tooltip, which adds a ref, handlers and the description to its child. */
function Anchor({ ref, control, heard, 'aria-describedby': description, ...handlers }: AnchorProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => control.current, [control])
  useLayoutEffect(() => {
    heard.current = handlers
  })
  useEffect(() => {
    const element = control.current
    if (!description || !element) return undefined
    element.setAttribute('aria-describedby', description)
    return () => element.removeAttribute('aria-describedby')
  }, [control, description])
  return null
}
