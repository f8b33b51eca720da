import { randomUUID } from 'node:crypto'
import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { storeImage } from '../../test/files.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { linkedFolders } from '../platform/files/files.ts'
import type { LinkedFolder } from '../platform/files/files.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** Links to files are renewed by the right to the record that names the file. */

let app: TestApp
let head: BuiltMember
let owner: BuiltMember
let colleague: BuiltMember
let customer: BuiltCustomer
beforeAll(async () => {
  app = await createTestApp()
  head = await buildMember(app.db, app.now(), { role: 1 })
  owner = await buildMember(app.db, app.now(), { dealerId: head.dealerId })
  colleague = await buildMember(app.db, app.now(), { dealerId: head.dealerId })
  customer = await buildCustomer(app, owner)
})
afterAll(() => app.close())

const renew = async (by: BuiltMember, url: string): Promise<number> =>
  (await app.post(rooms.base.refreshUrl, by.token, { urlList: [url] })).code
const newKey = (folder: LinkedFolder): string =>
  `${folder}/${head.dealerId}/${randomUUID()}.${{ image: 'png', audio: 'mp3', file: 'pdf' }[folder]}`

const addRow = (media: { image_keys?: RawBuilder<string[]>; audio_key?: string }) =>
  app.db
    .insertInto('timeline')
    .values({
      dealer_id: head.dealerId,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      member_id: owner.memberId,
      owner_name: '',
      level: 'H',
      type: 1,
      subject: '沟通',
      created_at: app.now(),
      ...media,
    })
    .execute()

interface Naming {
  readonly folder: LinkedFolder
  /** Puts the key into the column of a record. */
  readonly name: (key: string) => Promise<unknown>
  readonly sees: () => readonly BuiltMember[]
  readonly seesNot: () => readonly BuiltMember[]
}
const ofCustomer = {
  sees: () => [owner, head],
  seesNot: () => [colleague],
}

/** Every column that names a file which is read by links. */
const columns: Readonly<Record<string, Naming | { readonly none: string }>> = {
  'deal.proof_images': {
    folder: 'image',
    ...ofCustomer,
    name: (key) =>
      app.db
        .updateTable('deal')
        .set({ proof_images: sql`array[${key}]::text[]` })
        .where('id', '=', customer.dealId)
        .execute(),
  },
  'timeline.image_keys': {
    folder: 'image',
    ...ofCustomer,
    name: (key) => addRow({ image_keys: sql`array[${key}]::text[]` }),
  },
  'timeline.audio_key': {
    folder: 'audio',
    ...ofCustomer,
    name: (key) => addRow({ audio_key: key }),
  },
  'call_record.audio_key': {
    folder: 'audio',
    ...ofCustomer,
    name: (key) =>
      app.db
        .insertInto('call_record')
        .values({
          dealer_id: head.dealerId,
          customer_id: customer.customerId,
          member_id: owner.memberId,
          started_at: app.now(),
          seconds: 1,
          audio_key: key,
        })
        .execute(),
  },
  'dealer_file.file_key': {
    folder: 'file',
    sees: () => [head],
    seesNot: () => [owner, colleague],
    name: (key) =>
      app.db
        .insertInto('dealer_file')
        .values({
          dealer_id: head.dealerId,
          file_name: '话术.pdf',
          file_key: key,
          file_size: 1,
          member_id: head.memberId,
          user_name: '总',
          created_at: app.now(),
        })
        .execute(),
  },
  'customer_import.file_key': { none: 'a workbook, which the server alone reads' },
  'export_log.file_key': { none: 'a workbook of one member, by a link of its own' },
}

it('the columns are all that name files, and every folder has one', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(_images|(audio|file|image)_keys?)$'`.execute(app.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(columns).toSorted())
  const folders = Object.values(columns).flatMap((one) => ('folder' in one ? [one.folder] : []))
  expect(new Set(folders)).toEqual(new Set(linkedFolders))
})

describe('a link', () => {
  it.each(Object.entries(columns).flatMap(([name, one]) => ('none' in one ? [] : [[name, one] as const])))(
    'to a file of %s is renewed for who sees the record, and for nobody else',
    async (_name, { folder, name, sees, seesNot }) => {
      const key = newKey(folder)
      const link = app.app.files.link(key, app.now())
      const foreign = await buildMember(app.db, app.now(), { role: 1 })
      // No record names it, so no member may renew it.
      for (const by of [...sees(), ...seesNot()]) expect(await renew(by, key)).toBe(404)
      await name(key)
      for (const by of sees()) for (const url of [key, link]) expect(await renew(by, url)).toBe(0)
      for (const by of [...seesNot(), foreign])
        for (const url of [key, link]) expect(await renew(by, url)).toBe(404)
    },
  )

  it('to a recording is not renewed for a member who handed the customer over', async () => {
    const key = newKey('audio')
    await addRow({ audio_key: key })
    expect(await renew(owner, key)).toBe(0)
    const { customerId } = customer
    const form = { customerIds: String(customerId), memberId: colleague.memberId, remark: '' }
    expect((await app.post(rooms.customer.batchReassign, head.token, form)).status).toBe('0')
    expect(await renew(owner, key)).toBe(404)
    expect(await renew(colleague, key)).toBe(0)
    const back = { ...form, memberId: owner.memberId }
    expect((await app.post(rooms.customer.batchReassign, head.token, back)).status).toBe('0')
  })

  it('to what one has just uploaded is one’s own until a record takes it', async () => {
    const key = await storeImage(app, owner.token)
    expect(await renew(owner, key)).toBe(0)
    for (const by of [head, colleague]) expect(await renew(by, key)).toBe(404)
    await app.db.updateTable('upload').set({ used_at: app.now() }).where('key', '=', key).execute()
    expect(await renew(owner, key)).toBe(404)
  })
})
