import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../steps.ts'

/** A page of the site: a Markdown document of the repository, and its place below `/help`. */
export interface Page {
  /** Path in the repository. */
  readonly source: string
  /** Path below `/help`. */
  readonly target: string
  readonly lang: 'zh-CN' | 'en'
  readonly markdown: string
  /** Its first heading. */
  readonly title: string
}

/** A part of the table of contents. Its pages follow each other by 上一页 and 下一页. */
export interface Group {
  readonly title: string
  readonly pages: readonly Page[]
}

export interface Site {
  /** Every page, those outside of the table of contents too. */
  readonly pages: readonly Page[]
  /** Members' guides first. The other groups are for operators and engineers. */
  readonly groups: readonly Group[]
}

/** Folder of the guides, whose pages are the first level of the site. */
const guides = 'docs/guide/'

/** The guides in reading order; `guide.test.ts` demands that none is missing. */
const guideOrder = [
  'index',
  'start',
  'consultant',
  'dcc',
  'desk',
  'test-drive',
  'review',
  'stock',
  'manager',
  'team',
  'group',
  'messages',
  'changes',
]

const targetOf = (source: string): string =>
  source
    .replace(guides, '')
    .replace(/^docs\//, '')
    .toLowerCase()
    .replace(/(?:^|\/)readme\.md$/, (file) => file.replace('readme', 'index'))
    .replace(/\.md$/, '.html')

function readPage(source: string): Page {
  const markdown = readFileSync(path.join(root, source), 'utf8')
  const [, title = source] = /^# (.+)$/m.exec(markdown) ?? []
  const lang = source.startsWith(guides) || source.endsWith('.zh-CN.md') ? 'zh-CN' : 'en'
  return { source, target: targetOf(source), lang, markdown, title: title.replaceAll('`', '') }
}

/** Reads all documents that the site shows. */
export function readSite(): Site {
  const sources = ['CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root }).toSorted()]
  const pages = sources.map(readPage)
  const take = (...names: string[]): Page[] =>
    names.map((name) => {
      const page = pages.find(({ source }) => source === name)
      if (!page)
        throw new Error(`${name} is in the table of contents of scripts/guide/pages.ts, but not a file`)
      return page
    })
  const docs = (...names: string[]): Page[] => take(...names.map((name) => `docs/${name}.md`))
  const interfaces = docs('api', 'intake', 'order-status', 'records-intake', 'outside', 'permissions')
  const project = take('CHANGELOG.md', 'docs/style.md')
  const deploy = docs('deploy.zh-CN', 'deploy')
  const named = new Set([...interfaces, ...project, ...deploy])
  const others = pages.filter((page) => /^docs\/[^/]+$/.test(page.source) && !named.has(page))
  return {
    pages,
    groups: [
      { title: '使用指南', pages: take(...guideOrder.map((name) => `${guides}${name}.md`)) },
      { title: '安装与运维 Operation', pages: [...deploy, ...others] },
      { title: '接口 Interfaces', pages: interfaces },
      {
        title: '产品说明 Product',
        pages: pages.filter(({ source }) => source.startsWith('docs/product/')),
      },
      { title: '项目 Project', pages: project },
    ],
  }
}
