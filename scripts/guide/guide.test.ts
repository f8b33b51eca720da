import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { passages } from '../../web/src/app/passages.ts'
import { root } from '../steps.ts'
import { readSite } from './pages.ts'
import { anchorOf, createRenderer, headingsOf } from './render.ts'
import { createFrame } from './site.ts'

const site = readSite()
const render = createRenderer(site.pages)
const guides = site.pages.filter(({ source }) => source.startsWith('docs/guide/'))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const page = (markdown: string, source = 'docs/guide/new.md') =>
  ({ source, target: 'new.html', lang: 'zh-CN', markdown, title: 'new' }) as const

it('every link and picture of the documents leads somewhere', () => {
  expect(site.pages.flatMap((one) => render(one).broken)).toEqual([])
})

it('reports links to missing files, pages and headings', () => {
  const { broken } = render(
    page('[a](none.md) [b](start.md#none) ![c](../images/none.png) [d](#none) [e](start.md#登录)'),
  )
  expect(broken.map(({ link }) => link)).toEqual(['none.md', 'start.md#none', '../images/none.png', '#none'])
})

it('every page of the product has its passage', () => {
  const anchors = new Set(
    guides.flatMap((one) => headingsOf(one).map(({ anchor }) => `${one.target}#${anchor}`)),
  )
  const missing = Object.entries(passages).filter(
    ([, passage]) => !anchors.has(passage.replace('#', '.html#')),
  )
  expect(missing).toEqual([])
  const literal = globSync('web/src/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/"\/help\/([^"]+)"/g)].map(([, to = '']) => to),
  )
  expect(literal.length).toBeGreaterThan(0)
  expect(literal.filter((to) => !anchors.has(to))).toEqual([])
})

it('links of the guides into the product lead to its pages', () => {
  const links = guides.flatMap(({ markdown }) =>
    [...markdown.matchAll(/\]\(\/#([^)]+)\)/g)].map(([, to]) => to),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((to = '') => !Object.hasOwn(passages, to))).toEqual([])
})

it('the table of contents has every guide, and every role starts at one', () => {
  const listed = site.groups.flatMap(({ pages }) => pages)
  expect(guides.filter((one) => !listed.includes(one))).toEqual([])
  const top = site.pages.filter(({ source }) => /^docs\/[^/]+$/.test(source))
  expect(top.filter((one) => !listed.includes(one))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
  const roles = [...read('docs/product/access.md').matchAll(/\b\d+ ([\p{Script=Han}A-Z]+)[,.]/gu)].map(
    ([, name]) => name,
  )
  expect(roles).toHaveLength(13)
  const index = guides.find(({ target }) => target === 'index.html')?.markdown
  for (const role of roles) expect(index).toContain(role)
})

it('no two documents share an address', () => {
  const targets = site.pages.map(({ target }) => target)
  expect(new Set(targets).size).toBe(targets.length)
})

it('a document cannot bring in markup or scripts', () => {
  const { html } = render(
    page(
      '# a\n\n<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) [y](data:text/html,z)',
    ),
  )
  expect(html).not.toMatch(/<script|<img|href="(?:javascript|data):/i)
})

it('pages have no inline script, style or handler, and load nothing from elsewhere', () => {
  const frame = createFrame(site)
  for (const one of site.pages) {
    const html = frame(one, render(one))
    expect(html, one.source).not.toMatch(/<script(?![^>]*\ssrc=)|<style| style="| on\w+="/)
    expect(html, one.source).not.toMatch(/(?:src|<link[^>]*href)="(?:https?:)?\/\//)
  }
})

it('anchors are those of GitHub', () => {
  expect(anchorOf('From 0.1.0')).toBe('from-010')
  expect(anchorOf('Upgrade, and the way back')).toBe('upgrade-and-the-way-back')
  expect(anchorOf('首次登录与忘记密码')).toBe('首次登录与忘记密码')
})

it('pictures are small, and each is used', () => {
  const files = globSync('docs/images/guide/*', { cwd: root })
  const text = guides.map(({ markdown }) => markdown).join('')
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !text.includes(`/guide/${path.basename(file)}`))).toEqual([])
  expect(files.filter((file) => statSync(path.join(root, file)).size > 60 * 1024)).toEqual([])
  const all = globSync('docs/images/**/*.*', { cwd: root }).map(
    (file) => statSync(path.join(root, file)).size,
  )
  expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.5 * 1024 ** 2)
})

it('messages that the guides explain are those of the product', () => {
  const rows = read('docs/guide/messages.md').matchAll(/^\| ([^|]+) \| [^|]+\|$/gm)
  const messages = [...rows]
    .map(([, message = '']) => message.replace(/……$/, ''))
    .filter((one) => !/^(?:提示|---)/.test(one))
  expect(messages.length).toBeGreaterThan(35)
  const sources = globSync(['contract/src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'server/src/**/*.ts'], {
    cwd: root,
  })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n')
  expect(messages.filter((message) => !sources.includes(message))).toEqual([])
})

it('every shell command of the Chinese operator guide is in the English one', () => {
  const commands = (text: string): string[] =>
    [...text.matchAll(/^ *```sh\n([^]*?)```/gm)].flatMap(([, block = '']) =>
      block
        .split('\n')
        .map((line) => line.replace(/ +#.*/, '').trim())
        .filter(Boolean),
    )
  const english = commands(read('docs/deploy.md'))
  const chinese = commands(read('docs/deploy.zh-CN.md'))
  expect(chinese.length).toBeGreaterThan(20)
  expect(chinese.filter((command) => !english.includes(command) && command !== 'showroom doctor')).toEqual([])
})

it('the changelogs name the same releases, and the running one or its next', () => {
  const releases = (file: string): string[] =>
    [...read(file).matchAll(/^## (\d+\.\d+\.\d+)(?: - \d{4}-\d\d-\d\d)?$/gm)].map(([, one = '']) => one)
  expect(releases('docs/guide/changes.md')).toEqual(releases('CHANGELOG.md'))
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(releases('CHANGELOG.md').slice(0, 2)).toContain(version)
})
