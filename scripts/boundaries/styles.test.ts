import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bareClasses, stylesAlone, unmatchedClasses } from './styles.ts'

const src = path.resolve(import.meta.dirname, '../../web/src')

test('each class is styled by one room: style sheets of visited pages stay loaded, in any order', () => {
  const rooms = new Map<string, Set<string>>()
  for (const file of globSync('*/**/*.css', { cwd: src }))
    for (const name of stylesAlone(readFileSync(path.join(src, file), 'utf8')))
      rooms.set(name, (rooms.get(name) ?? new Set()).add(file.split(path.sep)[0] ?? ''))
  expect(rooms.size).toBeGreaterThan(500)
  const shared = [...rooms].filter(([, all]) => all.size > 1).map(([name, all]) => [name, ...all].join(' '))
  expect(shared).toEqual([])
})

test('a margin of form items outweighs the one of all forms, whichever sheet loads later', () => {
  const selectors = globSync('*/**/*.css', { cwd: src })
    .filter((file) => path.basename(file) !== 'form.css')
    .map((file) => readFileSync(path.join(src, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''))
    .flatMap((text) => [...text.matchAll(/([^{};]*\.ant-form-item)\s*\{[^}]*\bmargin/g)])
    .map(([, selector = '']) => selector.trim())
  expect(selectors.length).toBeGreaterThan(3)
  // `.sr-form .ant-form-item` has two classes.
  expect(selectors.filter((selector) => selector.split('.').length - 1 < 3)).toEqual([])
})

test('a component has its styles on each page, whatever was open before', () => {
  expect(bareClasses(src, 'main.tsx', 'app/ShellLayout.tsx')).toEqual([])
})

test('finds a component styled by another page only, behind a dialog too, and accepts one that imports its styles', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-styles-'))
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text)
  write('main.tsx', `export const pages = [() => import('./List'), () => import('./File')]\n`)
  write('Frame.tsx', `import './frame.css'\nexport const Frame = () => <b className="sr-frame" />\n`)
  write('List.tsx', `import { Part } from './Part'\nexport const List = () => [Part, import('./Dialog')]\n`)
  write('Dialog.tsx', `export const Dialog = () => <p className="sr-frame sr-fact" />\n`)
  write('File.tsx', `import { Part } from './Part'\nimport './file.css'\nexport const File = Part\n`)
  write(
    'Part.tsx',
    `import './part.css'\nexport const Part = () => <i className="sr-part sr-row sr-said" />\n`,
  )
  write('frame.css', `.sr-frame { color: red }\n@media print { .sr-row { color: black } }\n`)
  write('part.css', `.sr-part:hover { color: red }\n.sr-part .sr-row { color: blue }\n`)
  write('file.css', `.sr-fact, .sr-row { color: red }\n.sr-elsewhere .sr-said { color: red }\n`)
  try {
    expect(bareClasses(folder, 'main.tsx', 'Frame.tsx')).toEqual([
      'Dialog.tsx has sr-fact without file.css',
      'Part.tsx has sr-row without file.css',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('each class is styled, and each styled class is used', () => {
  expect(unmatchedClasses(src)).toEqual([])
})

test('finds a class without a style and a style without a use, also for the beginning of a name', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-classes-'))
  writeFileSync(
    path.join(folder, 'Part.tsx'),
    'export const Part = () => <b id="sr-id" className={`sr-a sr-b-${x} sr-bare sr-none-${x}`} />\n',
  )
  writeFileSync(
    path.join(folder, 'part.css'),
    '.sr-a, .sr-b-good { color: red }\n.sr-left .sr-a { color: blue }\n',
  )
  try {
    expect(unmatchedClasses(folder)).toEqual([
      'Part.tsx has sr-bare, which no sheet styles',
      'Part.tsx has sr-none-, which no sheet styles',
      'sr-left is styled, but no component has it',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
