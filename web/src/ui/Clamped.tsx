import { Button } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import './Clamped.css'

interface ClampedProps {
  text: string
  lines?: 3 | 4
  /** Expanding enlarges the block. By default the text scrolls in place, so that a dialog's question stays visible. */
  grows?: boolean
  className?: string
}

/** Cuts a text after `lines` lines and adds a button that expands it. */
export function Clamped({ text, lines = 4, grows = false, className = '' }: ClampedProps) {
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  const block = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = block.current
    if (!element || open) return undefined
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [open, text])
  return (
    <>
      <p
        ref={block}
        className={`sr-clamped ${className} ${open ? '' : 'sr-clamped-cut'} ${open && !grows ? 'sr-clamped-scrolls' : ''}`}
        style={open ? {} : { WebkitLineClamp: lines }}
        // Makes the scrolling text reachable by keyboard.
        {...(open && !grows && { tabIndex: 0 })}
      >
        {text}
      </p>
      {(cut || open) && (
        <Button
          type="link"
          size="small"
          className="sr-clamped-more"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? '收起' : '展开'}
        </Button>
      )}
    </>
  )
}
