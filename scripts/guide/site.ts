import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { release } from '../../server/src/platform/config/release.ts'
import { root } from '../steps.ts'
import { readSite } from './pages.ts'
import type { Group, Page, Site } from './pages.ts'
import { createRenderer, relative } from './render.ts'
import type { Rendered } from './render.ts'

/** Writes the site of the documents, which the server serves at `/help`: plain files, without a framework. */

/** Sources of the site besides the documents, for the build's comparison with the last one. */
export const siteSources: readonly string[] = [
  'CHANGELOG.md',
  'docs/**/*',
  'scripts/guide/*',
  'web/src/app/tokens.css',
  'package.json',
]

const words = {
  'zh-CN': {
    contents: '目录',
    here: '本页内容',
    before: '上一页',
    after: '下一页',
    find: '查找帮助',
    back: '返回展厅',
    skip: '跳到正文',
    none: '没有找到。换一个词试试，例如“跟进”“战败”“导入”。',
    missing: '没有这一页',
    missingText: '地址可能有误，或者这一页已改名。请从目录中选择，或在上方查找。',
    site: '展厅帮助',
  },
  en: {
    contents: 'Contents',
    here: 'On this page',
    before: 'Previous',
    after: 'Next',
    find: 'Search the documents',
    back: 'Back to Showroom',
    skip: 'Skip to the text',
    none: 'Nothing found. Try another word.',
    missing: '',
    missingText: '',
    site: 'Showroom documents',
  },
} as const

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const mark = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><path d="M5 24V12L16 6l11 6v12M3 26.5h26" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><path class="car" d="M9.5 23.5v-2.4c0-.8.6-1.5 1.4-1.6l1.3-.2 2-2.4c.4-.5 1-.8 1.7-.8h2c.7 0 1.3.3 1.7.8l1.7 2.1c.7.2 1.2.8 1.2 1.5v3z"/></svg>`

function contentsOf({ groups }: Site, page: Pick<Page, 'target'>): string {
  const list = ({ pages }: Group): string =>
    `<ul>${pages
      .map(
        (one) =>
          `<li><a href="${relative(page.target, one.target)}"${one.target === page.target ? ' aria-current="page"' : ''}${one.lang === 'en' ? ' lang="en"' : ''}>${escape(one.title)}</a></li>`,
      )
      .join('')}</ul>`
  return groups
    .map((group, at) => {
      // A member sees the guides alone; the group of the open page is never folded.
      const isOpen = at === 0 || group.pages.some(({ target }) => target === page.target)
      return `<details${isOpen ? ' open' : ''}><summary>${group.title}</summary>${list(group)}</details>`
    })
    .join('')
}

function neighboursOf({ groups }: Site, page: Page): string {
  const text = words[page.lang]
  const pages = groups.find((group) => group.pages.includes(page))?.pages ?? []
  const at = pages.indexOf(page)
  const link = (one: Page | undefined, way: 'before' | 'after'): string =>
    one
      ? `<a class="${way}" href="${relative(page.target, one.target)}"><span>${text[way]}</span>${escape(one.title)}</a>`
      : ''
  return `<nav class="neighbours" aria-label="${text.before} / ${text.after}">${link(pages[at - 1], 'before')}${link(at < 0 ? undefined : pages[at + 1], 'after')}</nav>`
}

function outlineOf({ lang }: Page, { headings }: Rendered): string {
  const entries = headings.filter(({ level }) => level === 2 || level === 3)
  if (entries.length < 2) return ''
  return `<nav class="outline" aria-labelledby="outline"><h2 id="outline">${words[lang].here}</h2><ul>${entries
    .map(
      ({ level, text, anchor }) =>
        `<li class="level${level}"><a href="#${encodeURIComponent(anchor)}">${escape(text)}</a></li>`,
    )
    .join('')}</ul></nav>`
}

/** The frame of a page. `base` leads to the site's first level, `home` to the product. */
function frame(
  page: Pick<Page, 'target' | 'lang' | 'title'>,
  site: Site,
  { base, article, outline }: { base: string; article: string; outline: string },
): string {
  const text = words[page.lang]
  return `<!doctype html>
<html lang="${page.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${base}../favicon.svg">
<script src="${base}../first-paint.js"></script>
<link rel="stylesheet" href="${base}guide.css">
<script src="${base}guide.js" defer></script>
<title>${escape(page.title)} · ${text.site}</title>
</head>
<body data-base="${base}" data-none="${text.none}">
<a class="skip" href="#text">${text.skip}</a>
<header class="head">
<a class="home" href="${base}index.html">${mark}<span>${text.site}</span></a>
<search><input type="search" id="find" placeholder="${text.find}" aria-label="${text.find}" autocomplete="off" hidden><div id="found" aria-live="polite"></div></search>
<a class="to-contents" href="#contents">${text.contents}</a>
<a class="back" href="${base}../">${text.back}</a>
</header>
<div class="frame">
<main id="text" tabindex="-1">
${outline}
${article}
</main>
<nav class="contents" id="contents" aria-label="${text.contents}">${contentsOf(site, page)}<p class="release" lang="en">Showroom ${release}</p></nav>
</div>
</body>
</html>
`
}

/** Puts pages into their frame. */
export const createFrame =
  (site: Site) =>
  (page: Page, rendered: Rendered): string => {
    const base = '../'.repeat(page.target.split('/').length - 1)
    return frame(page, site, {
      base,
      outline: outlineOf(page, rendered),
      article: `<article>${rendered.html}</article>${neighboursOf(site, page)}`,
    })
  }

/** The page of an unknown address, whose depth is unknown too: its links are absolute. */
function missingFile(site: Site): string {
  const { missing, missingText } = words['zh-CN']
  const page = { target: '404.html', lang: 'zh-CN', title: missing } as const
  const article = `<article><h1>${missing}</h1><p>${missingText}</p></article>`
  return frame(page, site, { base: '/help/', outline: '', article }).replaceAll(
    /href="(?![/#])([^"]+)"/g,
    'href="/help/$1"',
  )
}

/** Titles and headings for the search field: page, its title, and the anchor and text of each heading. */
const indexOf = (page: Page, { headings }: Rendered): object => ({
  page: page.target,
  title: page.title,
  headings: headings.filter(({ level }) => level > 1).map(({ anchor, text }) => [anchor, text]),
})

export function writeSite(folder: string): void {
  const site = readSite()
  const render = createRenderer(site.pages)
  const inFrame = createFrame(site)
  rmSync(folder, { recursive: true, force: true })
  const write = (target: string, text: string): void => {
    const file = path.join(folder, target)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const index = site.pages.map((page) => {
    const rendered = render(page)
    write(page.target, inFrame(page, rendered))
    return indexOf(page, rendered)
  })
  write('404.html', missingFile(site))
  write('search.json', JSON.stringify(index))
  const own = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
  write('guide.css', readFileSync(path.join(root, 'web/src/app/tokens.css'), 'utf8') + own('guide.css'))
  write('guide.js', own('guide.js'))
  cpSync(path.join(root, 'docs/images'), path.join(folder, 'images'), { recursive: true })
}
