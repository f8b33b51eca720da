import { type RefObject, useEffect, useRef } from 'react'
import { useIsDark } from '../frame/appearance'

const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

/**
 * One tile, as an image that the browser repeats: it holds the text twice, so that any larger screenshot contains it
 * once.
 */
function tileOf(text: string, color: string): string {
  const safe = text.replace(/[<>&]/g, (sign) => escapes[sign] ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="300"><g fill="${color}" font-size="14" font-family="PingFang SC,Microsoft YaHei,WenQuanYi Micro Hei,sans-serif" text-anchor="middle"><text x="105" y="80" transform="rotate(-20 105 80)">${safe}</text><text x="315" y="230" transform="rotate(-20 315 230)">${safe}</text></g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/** Name and last four digits over everything, dialogs and print included: a screenshot shows whose it was. */
export function Watermark({ name, mobile }: { name: string; mobile: string }) {
  const cover = useRef<HTMLDivElement>(null)
  useLeftOut(cover)
  const color = useIsDark() ? 'rgb(255 255 255 / 4%)' : 'rgb(21 36 43 / 4%)'
  return (
    <div
      ref={cover}
      className="sr-watermark"
      aria-hidden
      style={{ backgroundImage: tileOf(`${name} ${mobile.slice(-4)}`, color) }}
    />
  )
}

const typed = 'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])'
/** Frames around inputs. */
const framed = '.ant-input-affix-wrapper, .ant-picker, .ant-select, .ant-input-number, .ant-cascader'

/** Leaves the focused input out, so that the watermark does not disturb typing. */
function useLeftOut(cover: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0
    const cut = (): void => {
      const { activeElement: input } = document
      const box = input?.matches(typed) ? (input.closest(framed) ?? input).getBoundingClientRect() : undefined
      if (cover.current) cover.current.style.clipPath = box ? around(box) : ''
    }
    const soon = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(cut)
    }
    const events = ['focusin', 'focusout', 'input', 'scroll', 'resize'] as const
    for (const event of events) addEventListener(event, soon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) removeEventListener(event, soon, { capture: true })
    }
  }, [cover])
}

/** A clip path of everything except that box. */
function around({ left, top, right, bottom }: DOMRect): string {
  const hole = [
    [left, top],
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ]
  const points = hole.map(([x = 0, y = 0]) => `${x}px ${y}px`).join(', ')
  return `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${points}, 0 0)`
}
