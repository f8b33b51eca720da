import { read } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { plain, readXlsx, writeXlsx } from './xlsx.ts'

/** Every workbook of the product is written by `writeXlsx`, whose cells hold no formula whatever a person typed. */

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0", '-', '=']

it.each(formulas)('%j is a text in every place of a workbook', async (text) => {
  const columns = [
    { heading: text, width: 10 },
    { heading: 'sum', width: 10 },
  ]
  const rows = [
    [text, -1],
    [`x${text}`, 2],
  ]
  const bytes = await writeXlsx([
    { name: 'list', head: [text], columns, rows },
    { name: 'form', isForm: true, columns, rows },
  ])
  const { Sheets } = read(bytes, { type: 'array', cellFormula: true })
  const cells = Object.values(Sheets).flatMap((sheet) =>
    Object.entries(sheet).flatMap(([address, cell]) =>
      address.startsWith('!') ? [] : [cell as { t: string; v?: unknown; f?: string }],
    ),
  )
  const texts = cells.filter(({ t }) => t === 's').map(({ v }) => String(v))
  expect(texts.filter((one) => one.endsWith(text.trimStart()))).toHaveLength(7)
  expect(texts.filter((one) => /^[=+\-@\t\r\n]/.test(one))).toEqual([])
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
  expect(cells.filter(({ t }) => t === 'n').map(({ v }) => v)).toEqual([-1, 2, -1, 2])
})

it.each(formulas)('%j is read back as it was written', async (text) => {
  const bytes = await writeXlsx([{ name: 'list', columns: [{ heading: 'h', width: 9 }], rows: [[text]] }])
  const answer = await readXlsx({ bytes, maxUnpackedBytes: 1e7, maxRows: 10 })
  if ('problem' in answer) throw new Error(answer.problem)
  const cell = answer.sheets[0]?.rows[1]?.cells[0] ?? ''
  expect(plain(cell).trim()).toBe(text.trim())
})
