import { maskCases } from '@showroom/contract/kernel/mask.cases'
import {
  maskIdNo,
  maskMobile,
  maskText,
  maybeIdNo,
  maybeMobile,
  textMasks,
} from '@showroom/contract/kernel/mask'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const inSql = async (name: string, texts: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ shown: string }>`
    select ${sql.ref(name)}(t) as shown from unnest(${texts}::text[]) with ordinality as k (t, place) order by place`.execute(
    app.db,
  )
  return rows.map(({ shown }) => shown)
}

it('PostgreSQL masks the shared cases of free text', async () => {
  const texts = maskCases.map(([text]) => text)
  const masked = await inSql('mask_text', texts)
  expect(texts.map((text, at) => [text, masked[at]])).toEqual(maskCases)
})

it('mask_text uses the patterns of the contract', async () => {
  const { rows } = await sql<{
    text: string
  }>`select pg_get_functiondef('mask_text'::regproc) as text`.execute(app.db)
  for (const pattern of [maybeMobile, maybeIdNo, ...textMasks.map(([one]) => one)])
    expect(rows[0]?.text).toContain(`'${pattern}'`)
})

it('masking masked text changes nothing', async () => {
  const expected = maskCases.map(([, masked]) => masked)
  expect(await inSql('mask_text', expected)).toEqual(expected)
  expect(expected.map(maskText)).toEqual(expected)
})

it('SQL and TypeScript mask single numbers alike', async () => {
  const numbers = [
    '13812345678',
    '057188012233',
    '88012233',
    '12',
    '',
    '11010119900307002X',
    'E12345678',
    '1234567',
  ]
  expect(await inSql('mask_mobile', numbers)).toEqual(numbers.map(maskMobile))
  expect(await inSql('mask_id_no', numbers)).toEqual(numbers.map(maskIdNo))
})
