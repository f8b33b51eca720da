import { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { sheetRow, storeSheet } from '../../test/sheets.ts'
import { admins, unknownId, readers, walked } from '../../test/walks/walk.ts'
import type { Actor, WalkOf } from '../../test/walks/walk.ts'

/** Roles that import: store and group heads, and the front desk. */
const desks = [...admins, 7, 9]

const unknownFile = 'z-backend/1/00000000-0000-4000-8000-000000000000.xlsx'

/** Uploads a sheet with one new customer. */
const upload = (app: TestApp, { member }: Actor): Promise<string> => storeSheet(app, member, [sheetRow()])

/** Uploads such a sheet and checks it. */
async function checked(app: TestApp, actor: Actor): Promise<number> {
  const file = await upload(app, actor)
  const { token } = actor.member
  const { importId, text } = await app.post(rooms.transfer.startImport, token, { file, preview: true })
  if (!importId) throw new Error(`import was refused: ${text}`)
  await app.app.importWork.run()
  return importId
}
const prepare = async (app: TestApp, actor: Actor) => ({ importId: await checked(app, actor) })
/** An import that can be undone; it updated no file. */
async function updated(app: TestApp, actor: Actor): Promise<{ importId: number }> {
  const { member } = actor
  const { importId } = await prepare(app, actor)
  await app.post(rooms.transfer.commitImport, member.token, { importId })
  await app.app.importWork.run()
  await app.db
    .updateTable('customer_import')
    .set({ undo_until: new Date(app.now().getTime() + 3_600_000) })
    .where('id', '=', importId)
    .execute()
  return { importId }
}
const importId = { of: checked, answer: 'NOT_FOUND' } as const

export const walk = {
  startImport: {
    request: () => ({ file: unknownFile }),
    prepare: async (app, actor) => ({ file: await upload(app, actor) }),
    roles: desks,
    ids: {
      file: {
        of: upload,
        unknown: unknownFile,
        answer: 'BLOCKED',
        colleague: 'who may import does so for the whole store',
      },
    },
  },
  importStatus: { request: () => ({ importId: unknownId }), prepare, roles: desks, ids: { importId } },
  checkImport: { request: () => ({ importId: unknownId }), prepare, roles: desks, ids: { importId } },
  dropImport: { request: () => ({ importId: unknownId }), prepare, roles: desks, ids: { importId } },
  commitImport: { request: () => ({ importId: unknownId }), prepare, roles: desks, ids: { importId } },
  undoImport: {
    request: () => ({ importId: unknownId }),
    prepare: updated,
    roles: admins,
    ids: {
      importId: { of: async (app, actor) => (await updated(app, actor)).importId, answer: 'NOT_FOUND' },
    },
  },
  importTemplate: { request: () => ({}), roles: desks },
  olderList: {
    request: () => ({ pageStart: 1, pageCount: 10 }),
    roles: readers,
    ids: { saleIds: walked.filterOfMembers, customerIds: walked.filterOfCustomers },
  },
} satisfies WalkOf<typeof rooms.transfer>
