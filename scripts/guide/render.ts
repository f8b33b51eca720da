import { existsSync } from 'node:fs'
import path from 'node:path'
import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import { root } from '../steps.ts'
import type { Page } from './pages.ts'

export interface Heading {
  readonly level: number
  readonly text: string
  readonly anchor: string
}

/** A link or picture of a page that leads nowhere. */
export interface Broken {
  readonly source: string
  readonly link: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
  readonly broken: readonly Broken[]
}

/** GitHub's anchor of a heading, so that links work in the repository and on the site. */
export const anchorOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Escapes raw HTML of the documents, and refuses addresses such as `javascript:`. */
const markdown = new MarkdownIt({ html: false })

const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')

/** The headings of a token list, which get their anchors as ids. */
function nameHeadings(tokens: readonly Token[]): Heading[] {
  const used = new Map<string, number>()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[index + 1])
    const base = anchorOf(text)
    const times = used.get(base) ?? 0
    used.set(base, times + 1)
    const anchor = times === 0 ? base : `${base}-${times}`
    token.attrSet('id', anchor)
    return [{ level: Number(token.tag.slice(1)), text, anchor }]
  })
}

export const headingsOf = (page: Page): Heading[] => nameHeadings(markdown.parse(page.markdown, {}))

/** Whether an address leads out of the documents: to another site, or to a page of the product. */
const isOutside = (link: string): boolean => /^(?:[a-z]+:|\/)/.test(link)

/** The way from one file of the site to another. */
export const relative = (from: string, to: string): string =>
  path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to)

/** Renders pages whose links to each other become links of the site. */
export function createRenderer(pages: readonly Page[]): (page: Page) => Rendered {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  const anchors = new Map(
    pages.map((page) => [page.source, new Set(headingsOf(page).map(({ anchor }) => anchor))]),
  )
  return (page) => {
    const tokens = markdown.parse(page.markdown, {})
    const headings = nameHeadings(tokens)
    const broken: Broken[] = []
    /** The site's address of a document's link; undefined if the site does not show what the link leads to. */
    const addressOf = (link: string): string | undefined => {
      if (isOutside(link)) return link
      const [file = '', anchor] = decodeURIComponent(link).split('#')
      const source = file ? path.posix.join(path.posix.dirname(page.source), file) : page.source
      const target = bySource.get(source)
      const leads = target ? !anchor || anchors.get(source)?.has(anchor) : existsSync(path.join(root, source))
      if (!leads) broken.push({ source: page.source, link })
      if (source.startsWith('docs/images/')) return relative(page.target, source.replace('docs/', ''))
      return target && relative(page.target, target.target) + (anchor ? `#${encodeURIComponent(anchor)}` : '')
    }
    for (const inline of tokens) relink(inline.children ?? [], addressOf)
    // A wide table scrolls by itself, by keyboard too.
    const html = markdown.renderer
      .render(tokens, markdown.options, {})
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0">')
    return { html, headings, broken }
  }
}

/** Replaces the addresses of links and pictures; a link without one becomes plain text. */
function relink(inline: readonly Token[], addressOf: (link: string) => string | undefined): void {
  let isPlain = false
  for (const token of inline) {
    if (token.type === 'image') {
      token.attrSet('src', addressOf(String(token.attrGet('src') ?? '')) ?? '')
      token.attrSet('loading', 'lazy')
    }
    if (token.type === 'link_open') {
      const address = addressOf(String(token.attrGet('href') ?? ''))
      isPlain = address === undefined
      if (address !== undefined) token.attrSet('href', address)
    }
    if (isPlain && token.type.startsWith('link_')) {
      token.tag = 'span'
      token.attrs = null
    }
  }
}
