import type { Locator, Page } from '@playwright/test'
import { recall, remember } from './checked.ts'
import type { Checked } from './checked.ts'
import { topOf } from './layers.ts'

/** States and their opposites, in one group of elements. */
const states = [
  ['[aria-selected=true]', '[aria-selected=false]'],
  ['[aria-pressed=true]', '[aria-pressed=false]'],
  ['[role=switch][aria-checked=true]', '[role=switch][aria-checked=false]'],
  ['a[aria-current=page]', 'a:not([aria-current])'],
  ['input[type=radio]:checked', 'input[type=radio]:not(:checked)'],
  ['input[type=checkbox]:checked', 'input[type=checkbox]:not(:checked)'],
] as const

/**
 * Runs in the page. What is chosen, beside its opposite, and has classes that this worker has not checked yet:
 * equal classes and states up to the root have equal looks.
 */
function takeNewStates(root: Element, all: typeof states): string[] {
  const { checked } = globalThis as unknown as { checked: Checked }
  const place = `${location.pathname} ${innerWidth} ${matchMedia('(pointer: coarse)').matches}`
  for (const [on, off] of all) {
    if (!root.querySelector(off)) continue
    for (const node of root.querySelectorAll(on)) {
      if (!node.checkVisibility()) continue
      let look = `${place} ${on}`
      for (let one: Element | null = node; one; one = one.parentElement) {
        look += ` ${one.tagName}`
        for (const { name, value } of one.attributes)
          if (/^(?:class|role|aria-.*|data-.*)$/.test(name)) look += ` ${name}=${value}`
      }
      checked.isNew(look)
    }
  }
  return checked.take()
}

/**
 * Chosen, pressed and checked elements that look like those beside them in high contrast, where backgrounds do not show:
 * in the layer over the page, or else in the part of the page.
 */
export async function findUnseenStates(page: Page, within?: Locator): Promise<string[]> {
  await recall(page)
  const root = await topOf(page, within)
  // The colours of the whole page are computed again for high contrast, and after it.
  const taken = await root.evaluate(takeNewStates, states)
  if (taken.length === 0) return []
  remember(taken)
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = await root.evaluate((whole, all) => {
    const lookOf = (node: Element, pseudo: string): string => {
      const style = getComputedStyle(node, pseudo)
      if (pseudo && style.content === 'none') return ''
      const { backgroundColor, borderTopWidth, borderBottomWidth, outlineStyle, fontWeight, transform } =
        style
      const border = borderTopWidth === '0px' ? '' : style.borderTopColor
      const outline = outlineStyle === 'none' ? '' : style.outlineColor
      return [
        node.tagName,
        pseudo,
        backgroundColor,
        border,
        borderBottomWidth,
        outline,
        fontWeight,
        transform,
      ].join()
    }
    const looksOf = (group: Element): string[] =>
      [group, ...group.querySelectorAll('*')].flatMap((node) =>
        ['', '::before', '::after'].map((pseudo) => lookOf(node, pseudo)),
      )
    /** The part of a group with the node, and the part with an element of the opposite state. */
    const partsOf = (node: Element, opposite: string): [Element, Element | undefined] => {
      let part = node
      while (part.parentElement && !part.parentElement.querySelector(opposite)) part = part.parentElement
      const other = part.parentElement?.querySelector(opposite) ?? null
      return [part, [...(part.parentElement?.children ?? [])].find((one) => one.contains(other))]
    }
    return all.flatMap(([on, off]) =>
      [...whole.querySelectorAll(on)].flatMap((node) => {
        const [part, other] = partsOf(node, off)
        if (!node.checkVisibility() || !other || other === part) return []
        const looks = looksOf(other)
        return looksOf(part).every((look) => looks.includes(look))
          ? [`${on} “${part.textContent}” looks like “${other.textContent}” in high contrast`]
          : []
      }),
    )
  }, states)
  await page.emulateMedia({ forcedColors: 'none' })
  return faults
}
