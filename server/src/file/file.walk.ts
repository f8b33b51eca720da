import { randomUUID } from 'node:crypto'
import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { managers } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { kindOf, uploadKey } from '../platform/files/files.ts'
import type { FileKind } from '../platform/files/files.ts'

/** Puts a PDF into the object storage, like an upload would. */
async function uploaded(app: TestApp, { member }: Actor): Promise<string> {
  const key = uploadKey(kindOf('a.pdf', true) as FileKind, member, 'pdf')
  await app.app.files.write(key, Buffer.from('%PDF-1.7'))
  return key
}

const file: Walked = {
  async of(app: TestApp, { member: { dealerId, memberId } }: Actor) {
    const { id } = await app.db
      .insertInto('dealer_file')
      .values({
        dealer_id: dealerId,
        file_name: '话术',
        file_key: `file/${dealerId}/${randomUUID()}.pdf`,
        file_size: 8,
        member_id: memberId,
        user_name: '顾问',
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'files are the store’s',
  as: String,
}

export const walk = {
  list: { roles: managers, request: () => ({}) },
  params: { roles: managers, request: () => ({ fileName: '话术.pdf', fileSize: 8 }) },
  add: {
    roles: managers,
    request: () => ({ fileName: '话术', fileUrl: 'file/1/x.pdf' }),
    prepare: async (app, actor) => ({ fileUrl: await uploaded(app, actor) }),
  },
  remove: {
    roles: managers,
    request: () => ({ ids: '1' }),
    prepare: async (app, actor) => ({ ids: String(await file.of(app, actor)) }),
    ids: { ids: file },
  },
} satisfies WalkOf<typeof rooms.file>
