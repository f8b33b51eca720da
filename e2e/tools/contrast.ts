import type { Page } from '@playwright/test'

/** States and their opposites, in one group of elements. */
const states = [
  ['[aria-selected=true]', '[aria-selected=false]'],
  ['[aria-pressed=true]', '[aria-pressed=false]'],
  ['[role=switch][aria-checked=true]', '[role=switch][aria-checked=false]'],
  ['a[aria-current=page]', 'a:not([aria-current])'],
  ['input[type=radio]:checked', 'input[type=radio]:not(:checked)'],
  ['input[type=checkbox]:checked', 'input[type=checkbox]:not(:checked)'],
] as const

/** Chosen, pressed and checked elements that look like those beside them in high contrast, where backgrounds do not show. */
export async function findUnseenStates(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate((all) => {
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
    const looksOf = (root: Element): string[] =>
      [root, ...root.querySelectorAll('*')].flatMap((node) =>
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
      [...document.querySelectorAll(on)].flatMap((node) => {
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
  return found
}
