import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesPattern, numbersPattern } from '../personal/pattern.ts'
import { eraseParts } from './erase.ts'
import { eraseFromXlsx, readXlsx } from './xlsx.ts'

const folder = path.resolve(import.meta.dirname, '../../../test/workbooks')
const limits = { maxUnpackedBytes: 1e8, maxRows: 1_000 }
async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const read = await readXlsx({ bytes, ...limits })
  if ('problem' in read) throw new Error(read.problem)
  return read.sheets.flatMap(({ rows }) => rows.map(({ cells }) => cells))
}

describe('a workbook of another program', () => {
  it.each(globSync('*.xlsx', { cwd: folder }))('%s loses the rows of a person alone', async (name) => {
    const bytes = readFileSync(path.join(folder, name))
    const before = await rowsOf(bytes)
    const numbers = before.flat().filter((cell) => /^1[3-9]\d{9}$/.test(cell))
    const [number = '13900000000'] = numbers
    const person = { numbers: numbersPattern({ numbers: [number] }), names: namesPattern({}) }
    const erased = await eraseFromXlsx({ bytes, maxUnpackedBytes: 1e8, ...person })
    expect(erased === undefined).toBe(numbers.length === 0)
    const after = await rowsOf(erased ?? bytes)
    expect(after).toEqual(before.filter((cells) => !cells.includes(number)))
    expect(erased && Buffer.from(erased).includes(number)).not.toBe(true)
  })
})

it('a number with an exponent is found', () => {
  const row = (value: string) => `<row r="1"><c r="A1"><v>${value}</v></c></row>`
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const parts = new Map([['xl/worksheets/sheet1.xml', Buffer.from(sheet(row('1.3912345678E10')))]])
  const changed = eraseParts(parts, { numbers: numbersPattern({ numbers: ['13912345678'] }), names: '(?!)' })
  expect(String(changed.get('xl/worksheets/sheet1.xml'))).toBe(sheet(''))
})
