import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { issueUploadTicket } from '../platform/files/uploads.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Undo } from '../platform/undo/undo.ts'
import * as repository from './base.repository.ts'
import { findPlace } from './mobile-region.ts'
import { renewLinks } from './links.service.ts'
import type { LinkDeps } from './links.service.ts'
import { reveal } from './reveal.service.ts'
import type { RevealDeps } from './reveal.service.ts'

/** `RevealDeps` read the clear numbers, which the customer room and the lead room own. */
export interface BaseDeps extends RevealDeps, LinkDeps {
  readonly undo: Undo
}

export const baseRoutes = (deps: BaseDeps): HandlersOf<typeof rooms.base> => ({
  baseInfo: ({ db }) => repository.getBaseInfo(db),
  undo: (context, { undoId }) => deps.undo(context, undoId),
  getUserInfo: (context, request) => reveal(context, deps, request),

  async uploadParams(context, request) {
    const params = await issueUploadTicket(context, deps.files, request.key)
    if (!params) throw new Refusal('UPLOAD_REFUSED', { text: '不支持的文件类型' })
    return params
  },
  refreshUrl: async (context, request) => ({
    data: { urlList: await renewLinks(context, deps, request.urlList) },
  }),

  seriesList: async ({ db }) => ({ records: await repository.listSeries(db) }),
  vehicleJsonTree: async ({ db }) => ({ data: await repository.getVehicleTree(db) }),
  getCompetitionSeriesList: async ({ db }, { key }) => ({ data: await repository.listCompetitors(db, key) }),

  async orderRegion({ db, session }, { province, city }) {
    const { dealer } = session
    const data = await repository.listRegions(db, province, city)
    return { data, province: dealer.province, city: dealer.city, county: dealer.area }
  },
  regionTree: async ({ catalogue }) => ({ data: catalogue.regionTree }),
  async mobileRegion({ catalogue }, { range }) {
    const { province, city } = catalogue.findRegion({ province: await findPlace(range) })
    return { province, city }
  },
  getSpec: ({ db }, { id }) => repository.getSpec(db, id),
  vehicleColor: async ({ db }, { modelId }) => ({ data: await repository.listColors(db, modelId) }),

  getCarModelDetail: async ({ db }, { modelId, carExternalColor }) => ({
    carInternalColor: await repository.getInteriors(db, modelId, carExternalColor),
  }),

  async cityDealers({ db, session }, { province, city }) {
    const at = city ? { province, city } : session.dealer
    return { data: await repository.listCityDealers(db, session.scope, at.province, at.city) }
  },
})
