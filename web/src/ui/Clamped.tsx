import { Button } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import './Clamped.css'

interface ClampedProps {
  text: string
  lines?: 3 | 4
  /** The whole text makes its place larger. Otherwise it scrolls where it stands: in a dialog what is asked stays in sight. */
  grows?: boolean
  className?: string
}

/** The first lines of a text, and all of it on request. */
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
        // Scrolls by the keyboard too.
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
