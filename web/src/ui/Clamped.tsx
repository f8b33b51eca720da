import { Button } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import './Clamped.css'

/** Four lines of a text in a dialog, and all of it on request, scrolling where it stands. */
export function Clamped({ text }: { text: string }) {
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
        className={`sr-clamped ${open ? 'sr-clamped-open' : 'sr-clamped-cut'}`}
        // Scrolls by the keyboard too.
        {...(open && { tabIndex: 0 })}
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
