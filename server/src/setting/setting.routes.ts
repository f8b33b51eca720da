import type { rooms } from '@showroom/contract'
import type { FileStore } from '../platform/files/files.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listBlocked } from './blocklist.repository.ts'
import * as blocklist from './blocklist.service.ts'
import { countWaitingLeads, listTopics } from './setting.repository.ts'
import { addSource, removeSource, renameSource } from './source.service.ts'
import * as setting from './setting.service.ts'

export const settingRoutes = (files: FileStore): HandlersOf<typeof rooms.setting> => ({
  profile: (_request, context) => setting.getProfile(context),
  topicList: (request, { db, session }) => listTopics(db, session.scope, request),
  async updateTopic({ content }, context) {
    await setting.updateTopic(context, content)
    return {}
  },
  async updateAddress({ address }, context) {
    await setting.updateAddress(context, address)
    return {}
  },
  waitingLeads: (_request, { db, session }) => countWaitingLeads(db, session.scope),
  async updatePolicy(request, context) {
    await setting.updatePolicy(context, request)
    return {}
  },
  checkStatus: (_request, { session }) => Promise.resolve({ groupId: session.dealer.groupId }),
  async switchSalesLogin({ forbit }, context) {
    await setting.switchSalesLogin(context, forbit)
    return {}
  },
  async updateSignSetting(request, context) {
    await setting.updateSignSetting(context, request)
    return {}
  },
  async updateLeadLimits(request, context) {
    await setting.updateLeadLimits(context, request)
    return {}
  },
  async updateFileLimits(request, context) {
    await setting.updateFileLimits(context, request)
    return {}
  },
  async switchCityPool({ enable }, context) {
    await setting.switchCityPool(context, enable)
    return {}
  },

  blockedList: (request, { db, session }) => listBlocked(db, session.scope, request),
  async addBlocked(request, context) {
    await blocklist.addBlocked(context, request)
    return {}
  },
  async removeBlocked({ id }, context) {
    await blocklist.removeBlocked(context, id)
    return {}
  },
  importBlocked: ({ file }, context) => blocklist.importBlocked(context, files, file),

  addSource: ({ name }, context) => addSource(context, name),
  async updateSource({ sourceId, name }, context) {
    await renameSource(context, sourceId, name)
    return {}
  },
  async deleteSource({ sourceId }, context) {
    await removeSource(context, sourceId)
    return {}
  },
})
