import { expect, it } from 'vitest'
import { readTable } from './table.ts'

const rowsOf = (html: string) => {
  const table = readTable(html)
  return 'rows' in table ? table.rows : table.problem
}

it.each([
  ['text alone', '<table><tr><td> a <b>b</b>&amp;&lt;c&gt;</td></tr></table>', [['a b&<c>']]],
  [
    'rows of one length',
    '<table><tr><td>a<td>b<tr><td>c</table>',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  ['lines', '<table><tr><td>a<br> b \n c<br/></td></tr></table>', [['a\nb c']]],
  [
    'spans',
    '<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td rowspan=2>d<tr><td>e</table>',
    [
      ['a', 'b', ''],
      ['', 'c', 'd'],
      ['e', '', ''],
    ],
  ],
  [
    'no scripts',
    '<table><tr><td><script>alert(1)</script>a<style>td{}</style><img onerror=x></td></tr></table>',
    [['a']],
  ],
  ['what stands around it left out', '<h1>x</h1><table><caption>y</caption><tr><td>a</table>z', [['a']]],
  ['without what no workbook holds', '<table><tr><td>a\u0001\ud800b\uffff</td></tr></table>', [['ab']]],
  ['nothing', '<p>a</p>', 'none'],
  ['an empty table', '<table></table>', 'none'],
  ['two tables', '<table><tr><td>a</table><table><tr><td>b</table>', 'several'],
  ['a table in a table', '<table><tr><td><table><tr><td>a</table></table>', 'several'],
  ['a wide cell', '<table><tr><td colspan="1000000000">a</table>', 'size'],
  ['a wider number than there is', `<table><tr><td colspan="${'9'.repeat(400)}">a</table>`, 'size'],
  ['a high cell', '<table><tr><td rowspan="5001">a</table>', 'size'],
  ['61 columns', `<table><tr>${'<td>a'.repeat(61)}</table>`, 'size'],
  ['columns pushed out by spans', `<table><tr>${'<td rowspan=2>a'.repeat(60)}<tr><td>b</table>`, 'size'],
  ['5001 rows', `<table>${'<tr><td>a'.repeat(5001)}</table>`, 'size'],
  ['deep nesting', `<table><tr><td>${'<i>'.repeat(300_000)}a</table>`, 'broken'],
] as const)('%s', (_what, html, expected) => {
  expect(rowsOf(html)).toEqual(expected)
})

/** Milliseconds of processor time since a call of `process.cpuUsage`, which a busy machine does not change. */
const msSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

it('reads the largest table in under two seconds', () => {
  const html = `<table>${`<tr>${'<td>1'.repeat(30)}`.repeat(5000)}</table>`
  const before = process.cpuUsage()
  expect(rowsOf(html)).toHaveLength(5000)
  expect(msSince(before)).toBeLessThan(2000)
})

it('is not slowed down by a cell of a million spaces', () => {
  const before = process.cpuUsage()
  expect(rowsOf(`<table><tr><td>a${' '.repeat(1_000_000)}b <br>  c</table>`)).toEqual([['a b\nc']])
  expect(msSince(before)).toBeLessThan(2000)
})
