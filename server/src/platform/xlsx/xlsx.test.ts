import { utils, write } from '@e965/xlsx'
import type { BookType } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { dataOf, dateCell, numberCell, partsOf, rounded, workbookOf } from '../../../test/workbook.ts'
import { makeZip } from '../../../test/zip.ts'
import { readXlsx } from './xlsx.ts'

/** Reading workbooks that other programs wrote. */

const rows = [
  ['姓名', '手机号'],
  ['王一', '13800000001'],
]
const sheets = [{ name: '客户', data: dataOf(rows) }]
const parts = partsOf(sheets)
const changed = (change: (name: string, content: string) => [string, string | Buffer]) =>
  makeZip(Object.fromEntries(Object.entries(parts).map(([name, content]) => change(name, content))))
const inUtf16 = (content: string): Buffer =>
  Buffer.from(`\uFEFF${content.replace('UTF-8', 'UTF-16')}`, 'utf16le')
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
const inSheet = (change: (content: string) => string) =>
  changed((name, content) => [name, name.includes('/sheet') ? change(content) : content])
const bySheetJs = (bookType: BookType, options = {}) => {
  const book = utils.book_new(utils.aoa_to_sheet(rows), '客户')
  return Buffer.from(write(book, { type: 'buffer', bookType, ...options }) as Buffer)
}

const read = async (bytes: Uint8Array, maxRows = 100) => {
  const answer = await readXlsx({ bytes, maxUnpackedBytes: 1e7, maxRows })
  return 'problem' in answer ? answer.problem : answer.sheets
}
const rowOf = async (...cells: Parameters<typeof dataOf>[0][number]) => {
  const answer = await read(workbookOf([{ name: 'x', data: dataOf([cells]) }]))
  if (typeof answer === 'string') throw new Error(answer)
  return answer[0]?.rows[0]
}

describe('the same two rows are read', () => {
  it.each<[string, Buffer]>([
    ['as written by hand', workbookOf(sheets)],
    ['by SheetJS', bySheetJs('xlsx')],
    ['by SheetJS, with shared strings', bySheetJs('xlsx', { bookSST: true })],
    ['in a workbook without macros that says it may have some', bySheetJs('xlsm')],
    [
      'with back-slashes in the names of parts',
      changed((name, content) => [name.replaceAll('/', '\\'), content]),
    ],
    ['with UTF-16 parts', changed((name, content) => [name, inUtf16(content)])],
    ['with big-endian UTF-16 parts', changed((name, content) => [name, swapped(inUtf16(content))])],
    ['with UTF-16 parts without a mark', changed((name, content) => [name, inUtf16(content).subarray(2)])],
    ['with a byte order mark', changed((name, content) => [name, `\uFEFF${content}`])],
    [
      'with prefixed elements',
      inSheet((content) => content.replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')),
    ],
    [
      'in the strict form of the standard',
      changed((name, content) => [
        name,
        content.replaceAll(
          /http:\/\/schemas\.openxmlformats\.org\/(spreadsheetml|officeDocument)\/2006/g,
          'http://purl.oclc.org/ooxml/$1',
        ),
      ]),
    ],
    [
      'with a workbook part of another name',
      changed((name, content) => [
        name.replace('workbook.xml', 'book7.xml'),
        content.replaceAll('/workbook.xml', '/book7.xml'),
      ]),
    ],
    ['without addresses of cells', inSheet((content) => content.replaceAll(/ r="[A-Z]+\d+"/g, ''))],
    ['without addresses of cells and rows', inSheet((content) => content.replaceAll(/ r="[A-Z]*\d+"/g, ''))],
    [
      'with a row element for each cell',
      inSheet((content) =>
        content.replaceAll(
          /<row r="(\d+)">(<c.*?<\/c>)(<c.*?<\/c>)<\/row>/g,
          '<row r="$1">$2</row><row r="$1">$3</row>',
        ),
      ),
    ],
    ['with the 64-bit directory of large archives', makeZip(parts, { isLong: true })],
    [
      'with folders and other parts',
      makeZip({ 'xl/': '', ...parts, 'xl/printerSettings1.bin': 'x', 'docProps/thumb.jpeg': 'x' }),
    ],
    [
      'with rich text and sounds',
      inSheet((content) =>
        content.replace(
          '<t>王一</t>',
          '<r><t>王</t></r><r><rPr><b/></rPr><t>一</t></r><rPh sb="0" eb="1"><t>ワン</t></rPh>',
        ),
      ),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes)).toMatchObject([
      { name: '客户', isHidden: false, rows: rows.map((cells, at) => ({ number: at + 1, cells })) },
    ])
  })
})

describe('a cell', () => {
  it('keeps the text of numbers, and no invisible characters', async () => {
    expect(
      await rowOf(
        numberCell(13800000001),
        numberCell(0.1 + 0.2),
        numberCell(0),
        '\u202D138\u00A000\u202C\uFEFF',
        '👨‍👩‍👧',
      ),
    ).toEqual({ number: 1, cells: ['13800000001', '0.3', '0', '138 00', '👨‍👩‍👧'] })
  })

  it('is marked if a program changed or failed to make its content', async () => {
    const row = await rowOf(
      rounded,
      { raw: '<c r="@" t="e"><f>NA()</f><v>#N/A</v></c>' },
      '#REF!',
      { raw: '<c r="@"><f>A1</f></c>' },
      dateCell(46310),
      dateCell(46310.5),
      { raw: '<c r="@" t="d"><v>2026-10-15</v></c>' },
      '2026-10-15',
    )
    expect(row).toEqual({
      number: 1,
      cells: [
        '3.30106199001011E+17',
        '#N/A',
        '#REF!',
        '',
        '2026-10-15',
        '2026-10-15 12:00:00',
        '2026-10-15',
        '2026-10-15',
      ],
      marks: { 0: 'rounded', 1: 'error', 2: 'error', 3: 'formula', 4: 'date', 5: 'date', 6: 'date' },
    })
  })

  it('counts days from 1904 where the workbook does', async () => {
    const data = dataOf([[dateCell(44848)]])
    expect(await read(workbookOf([{ name: 'x', data }], '<workbookPr date1904="1"/>'))).toMatchObject([
      { rows: [{ cells: ['2026-10-15'] }] },
    ])
  })
})

describe('a sheet', () => {
  it('is known as hidden, and to have no addresses', async () => {
    const data = dataOf(rows).replaceAll(/ r="[A-Z]+\d+"/g, '')
    const hidden = [
      { name: '旧', isHidden: true, data },
      { name: '客户', data },
    ]
    expect(await read(workbookOf(hidden))).toMatchObject([
      { name: '旧', isHidden: true, isUnaddressed: true },
      { name: '客户', isHidden: false, isUnaddressed: true },
    ])
  })

  it('returns one row more than asked for', async () => {
    const data = dataOf(Array.from({ length: 9 }, () => ['x']))
    const [sheet] = (await read(workbookOf([{ name: 'x', data }]), 5)) as unknown as { rows: unknown[] }[]
    expect(sheet?.rows).toHaveLength(6)
  })
})

describe('a file is refused', () => {
  const compound = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
  ])
  const vba = { 'xl/vbaProject.bin': 'x' }
  it.each([
    ['with a password', Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]), 'password'],
    ['of an older program', compound, 'notXlsx'],
    ['with macros', makeZip({ ...parts, ...vba }), 'macros'],
    ['with macros in a folder of back-slashes', makeZip({ ...parts, 'xl\\VBAPROJECT.BIN': 'x' }), 'macros'],
    ['with a macro sheet', makeZip({ ...parts, 'xl/macrosheets/sheet1.xml': '<x/>' }), 'macros'],
    [
      'that is a text document',
      makeZip({
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      }),
      'notXlsx',
    ],
    [
      'with entities in a UTF-16 part',
      makeZip({ ...parts, 'xl/a.xml': inUtf16('<!DOCTYPE x [<!ENTITY a "aaaa">]><x/>') }),
      'unreadable',
    ],
  ])('%s', async (_name, bytes, problem) => {
    expect(await read(bytes)).toBe(problem)
  })
})
