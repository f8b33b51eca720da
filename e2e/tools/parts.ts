import type { Checked } from './checked.ts'

/**
 * Leaves out of an accessibility check what this worker has checked. Texts with the same classes up to the root have
 * equal colours. A part of a page is the same if its place, elements, attributes, states and texts are.
 */

export interface Task {
  /** The attribute of texts whose contrast axe checks. */
  readonly mark: string
  /** The names under which parts are kept, of which the first is that of this check; none if it leaves no part out. */
  readonly kinds: readonly string[]
}

export interface Prepared {
  readonly exclude: readonly Element[]
  /** Removes the marks. */
  readonly clean: () => void
}

interface Looks {
  readonly lookOf: (node: Element) => string
  readonly statesOf: (node: Element) => string
}

/** Runs in the page. The hash of an element's look covers the classes and states up to the root. */
function watchLooks(): Looks {
  const { checked } = globalThis as unknown as { checked: Checked }
  const states = [':hover', ':focus', ':checked', ':disabled', ':placeholder-shown']
  const statesOf = (node: Element): string => states.filter((state) => node.matches(state)).join()
  const window = [location.pathname, innerWidth, innerHeight, matchMedia('(pointer: coarse)').matches].join()
  const looks = new Map<Element, string>()
  const lookOf = (node: Element): string => {
    const earlier = looks.get(node)
    if (earlier !== undefined) return earlier
    const { color, background, opacity } = (node as HTMLElement).style
    const look = checked.hash(
      [
        node.parentElement ? lookOf(node.parentElement) : window,
        node.tagName,
        node.getAttribute('class'),
        color,
        background,
        opacity,
        statesOf(node),
        ...[...node.attributes]
          .filter(({ name, value }) => /^(?:role$|aria-|data-)/.test(name) && /^[a-z-]*$/i.test(value))
          .map(({ name, value }) => `${name}=${value}`),
      ].join(),
    )
    looks.set(node, look)
    return look
  }
  return { lookOf, statesOf }
}

/** Runs in the page. The texts of an element itself. */
function textsIn(node: Element): string[] {
  return [...node.childNodes].flatMap(({ nodeType, nodeValue }) => (nodeType === 3 ? [nodeValue ?? ''] : []))
}

/** Runs in the page. Marks the texts with new colours, and returns a function that removes the marks. */
function markNewTexts(root: Element, mark: string, lookOf: (node: Element) => string): () => void {
  const { checked } = globalThis as unknown as { checked: Checked }
  const marked: Element[] = []
  for (const node of root.querySelectorAll('*')) {
    const { value = '', placeholder = '' } = node as Partial<HTMLInputElement>
    // Axe is not sure about a single letter.
    if (`${textsIn(node).join('')}${value}${placeholder}`.trim().length < 2) continue
    if (!node.checkVisibility() || !checked.isNew(`text ${lookOf(node)}`)) continue
    node.setAttribute(mark, '')
    marked.push(node)
  }
  return () => {
    for (const node of marked) node.removeAttribute(mark)
  }
}

/** Runs in the page. The hash and the number of elements of each part, with all that axe reads in it. */
function describeParts(root: Element, statesOf: (node: Element) => string) {
  const { checked } = globalThis as unknown as { checked: Checked }
  const parts = new Map<Element, { hash: string; size: number }>()
  const leading =
    /^(?:for|list|aria-(?:labelledby|describedby|controls|owns|activedescendant|errormessage|details))$/
  /** An id has another number each time: what counts is the text that it leads to. */
  const valueOf = ({ name, value }: Attr): string => {
    if (name === 'id') return ''
    if (!leading.test(name)) return value
    const targets = value.split(/\s+/).map((id) => document.getElementById(id))
    return targets.map((target) => (target ? `to ${target.textContent}` : 'nowhere')).join()
  }
  const describe = (node: Element): { hash: string; size: number } => {
    const inner = [...node.children].map(describe)
    const { value = '', labels } = node as Partial<HTMLInputElement>
    const own = [
      node.tagName,
      ...[...node.attributes].map((each) => `${each.name}=${valueOf(each)}`),
      statesOf(node),
      value,
      ...[...(labels ?? [])].map(({ textContent }) => textContent),
      ...textsIn(node),
    ]
    const part = {
      hash: checked.hash([...own, ...inner.map(({ hash }) => hash)].join('|')),
      size: inner.reduce((sum, { size }) => sum + size, 1),
    }
    parts.set(node, part)
    return part
  }
  describe(root)
  return parts
}

/** Runs in the page. The parts that were checked before, and keeps the others as checked. */
function findKnownParts(root: Element, kinds: readonly string[], { lookOf, statesOf }: Looks): Element[] {
  const { checked } = globalThis as unknown as { checked: Checked }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  // An id that stands twice concerns two parts.
  if (kinds.length === 0 || new Set(ids).size < ids.length) return []
  // Axe compares these across the page.
  const compared =
    'h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, section, form, iframe, [role=heading], [role=main], [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=region], [role=form], [role=search]'
  // Smaller ones cost more than they save: axe looks for each element in each part that is left out.
  const least = 12
  const parts = describeParts(root, statesOf)
  const known: Element[] = []
  const found: string[] = []
  const visit = (node: Element): void => {
    const { hash = '', size = 0 } = parts.get(node) ?? {}
    if (size < least) return
    if (node !== root && !node.matches(compared) && !node.querySelector(compared)) {
      const name = `${lookOf(node)} ${hash}`
      if (kinds.some((kind) => checked.has(`${kind} ${name}`))) return void known.push(node)
      // Axe does not read what is hidden.
      if (node.checkVisibility() && !node.closest('[inert]')) found.push(`${kinds[0]} ${name}`)
    }
    for (const child of node.children) visit(child)
  }
  visit(root)
  for (const name of found) checked.isNew(name)
  return known
}

/** Runs in the page, before a check. */
function prepare(root: Element, { mark, kinds }: Task): Prepared {
  const looks = watchLooks()
  const exclude = findKnownParts(root, kinds, looks)
  return { exclude, clean: markNewTexts(root, mark, looks.lookOf) }
}

/** The source of `prepare`, for the page. */
export const prepareInPage = [watchLooks, textsIn, markNewTexts, describeParts, findKnownParts, prepare]
  .map(String)
  .join('\n')
