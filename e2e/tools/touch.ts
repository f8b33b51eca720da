import type { Page } from '@playwright/test'

/** Sizes for a thumb, in pixels. */
const least = 44
const mostHeader = 56
const mostAbove = 200

/** Faults of the page, or of the layer over it, for a thumb: small targets, horizontal scrolling, a high header. */
export const findHardToTouch = (page: Page, layers: string): Promise<string[]> =>
  page.evaluate(
    ([over, size, header, above]) => {
      const seen = (node: Element): boolean =>
        node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        node.getBoundingClientRect().width > 1
      const layer = [...document.querySelectorAll(over)].findLast((one) => one.checkVisibility())
      const root = layer ?? document.body
      const controls =
        'a[href], button, input:not([type=hidden], [type=file]), textarea, select, summary, [role=button], [role=tab], [role=link], [role=option], [role=menuitem], [role=switch], [role=checkbox], [role=radio]'
      /** The box that a finger hits: the label around a hidden box, the frame around the text of a field. */
      const targetOf = (node: Element): Element =>
        node.closest('label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number') ?? node
      /** A link within a sentence is as high as its line. */
      const isInline = (node: Element): boolean =>
        getComputedStyle(node).display === 'inline' &&
        (node.parentElement?.textContent.trim().length ?? 0) > node.textContent.trim().length
      /** The box of the target, with the area that a pseudo-element adds to it. */
      const sizeOf = (node: Element): { width: number; height: number } => {
        const boxes = ['::before', '::after'].map((name) => getComputedStyle(node, name))
        const added = boxes.filter(({ content, position }) => content !== 'none' && position === 'absolute')
        const { width, height } = node.getBoundingClientRect()
        return {
          width: Math.max(width, ...added.map((one) => Number.parseFloat(one.width) || 0)),
          height: Math.max(height, ...added.map((one) => Number.parseFloat(one.height) || 0)),
        }
      }
      const faults: string[] = []
      const done = new Set<Element>()
      for (const control of root.querySelectorAll(controls)) {
        const target = targetOf(control)
        if (done.has(target) || !seen(target)) continue
        done.add(target)
        if (control.matches(':disabled, [aria-disabled=true]') || isInline(target)) continue
        if (target.closest('[aria-hidden=true], [inert], .sr-visually-hidden, .sr-skip')) continue
        const { width, height } = sizeOf(target)
        if (width >= size - 1 && height >= size - 1) continue
        const name = (control.ariaLabel || target.textContent || control.getAttribute('placeholder') || '')
          .trim()
          .slice(0, 16)
        faults.push(
          `${Math.round(width)} × ${Math.round(height)}: ${target.tagName.toLowerCase()}.${[...target.classList].slice(0, 3).join('.')} ${name}`,
        )
      }
      const wide = document.documentElement
      if (wide.scrollWidth > wide.clientWidth) faults.push(`scrolls sideways: ${wide.scrollWidth}`)
      if (layer) return faults
      scrollTo(0, 0)
      const head = document.querySelector('.sr-header')?.getBoundingClientRect().height ?? 0
      if (head > header) faults.push(`header ${head}`)
      const first =
        document
          .querySelector('.sr-cards > li, .sr-list-table tbody tr.ant-table-row')
          ?.getBoundingClientRect().top ?? 0
      const alerts = [...document.querySelectorAll('main .ant-alert')].reduce(
        (sum, one) => sum + one.getBoundingClientRect().height,
        0,
      )
      if (first > above + alerts) faults.push(`first row at ${first}`)
      return faults
    },
    [layers, least, mostHeader, mostAbove] as const,
  )
