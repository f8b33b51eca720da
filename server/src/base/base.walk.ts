import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { baseData, unknownId, sellers, walked } from '../../test/walks/walk.ts'
import type { TestApp } from '../../test/app.ts'
import type { Actor, WalkOf } from '../../test/walks/walk.ts'
import { buildLead } from '../lead/lead.factory.ts'

/** Changes the customer's tags and returns the id to undo it with. */
async function tagged(app: TestApp, { member, customer: { customerId } }: Actor): Promise<number> {
  const { undoId, text } = await app.post(rooms.customer.updateTag, member.token, { customerId, tag: '首购' })
  if (!undoId) throw new Error(`not tagged: ${text}`)
  return undoId
}

/** The key of a picture; each member has one. */
const proofKey = (dealerId: number, memberId = 0): string =>
  `image/${dealerId}/00000000-0000-4000-8000-${String(memberId).padStart(12, '0')}.png`

/** A picture that proves the source of the actor's customer. */
async function proofOf(app: TestApp, { member, customer: { dealId } }: Actor): Promise<string> {
  const key = proofKey(member.dealerId, member.memberId)
  await app.db
    .updateTable('deal')
    .set({ proof_images: sql`array[${key}]::text[]` })
    .where('id', '=', dealId)
    .execute()
  return key
}

export const walk = {
  baseInfo: { roles: 'member', request: () => ({}) },
  getUserInfo: {
    request: (_app, { customer }) => ({ userId: customer.customerId, dataType: 1, userType: 1 }),
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15],
    ids: {
      userId: walked.customer,
      clueId: {
        of: (app, { member }) => buildLead(app, member, { status: 2, owner_id: member.memberId }),
        answer: 'NOT_FOUND',
        besides: { userType: 2 },
      },
    },
  },
  undo: {
    request: () => ({ undoId: unknownId }),
    prepare: async (app, actor) => ({ undoId: await tagged(app, actor) }),
    roles: [...sellers, 7].toSorted((a, b) => a - b),
    ids: { undoId: { of: tagged, answer: 'NOT_FOUND' } },
  },
  uploadParams: { roles: 'member', request: () => ({ key: 'proof.png' }) },
  refreshUrl: {
    roles: 'member',
    request: (_app, { member }) => ({ urlList: [proofKey(member.dealerId)] }),
    prepare: async (app, actor) => ({ urlList: [await proofOf(app, actor)] }),
    ids: {
      urlList: { of: proofOf, answer: 'NOT_FOUND', unknown: proofKey(unknownId), as: (key) => [key] },
    },
  },
  seriesList: { roles: 'member', request: () => ({}) },
  vehicleJsonTree: { roles: 'member', request: () => ({}) },
  getCompetitionSeriesList: { roles: 'member', request: () => ({ key: '' }) },
  orderRegion: { roles: 'member', request: () => ({ province: '浙江省', city: '' }) },
  regionTree: { roles: 'member', request: () => ({}) },
  mobileRegion: { roles: 'member', request: () => ({ range: '1380571' }) },
  getSpec: { roles: 'member', request: () => ({ id: 1201 }), ids: { id: baseData } },
  vehicleColor: { roles: 'member', request: () => ({ modelId: 20_101 }), ids: { modelId: baseData } },
  getCarModelDetail: {
    roles: 'member',
    request: () => ({ modelId: 20_101, carExternalColor: '松雪白' }),
    ids: { modelId: baseData },
  },
  cityDealers: { roles: 'member', request: () => ({}) },
} satisfies WalkOf<typeof rooms.base>
