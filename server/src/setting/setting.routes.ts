import type { rooms } from '@showroom/contract'
import type { FileStore } from '../platform/files/files.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listBlocked } from './blocklist.repository.ts'
import * as blocklist from './blocklist.service.ts'
import { countWaitingLeads, listTopics } from './setting.repository.ts'
import { addSource, removeSource, renameSource } from './source.service.ts'
import * as setting from './setting.service.ts'
import * as store from './store.service.ts'

export const settingRoutes = (files: FileStore): HandlersOf<typeof rooms.setting> => ({
  profile: (context) => setting.getProfile(context),
  topicList: ({ db, session }, request) => listTopics(db, session.scope, request),
  async updateTopic(context, { content }) {
    await setting.updateTopic(context, content)
    return {}
  },
  async updateAddress(context, form) {
    await setting.updateAddress(context, form)
    return {}
  },
  waitingLeads: ({ db, session }) => countWaitingLeads(db, session.scope),
  async updatePolicy(context, request) {
    await setting.updatePolicy(context, request)
    return {}
  },
  checkStatus: ({ session }) => Promise.resolve({ groupId: session.dealer.groupId }),
  async switchSalesLogin(context, { forbit }) {
    await setting.switchSalesLogin(context, forbit)
    return {}
  },
  async updateSignSetting(context, request) {
    await setting.updateSignSetting(context, request)
    return {}
  },
  async updateLeadLimits(context, request) {
    await setting.updateLeadLimits(context, request)
    return {}
  },
  async updateFileLimits(context, request) {
    await setting.updateFileLimits(context, request)
    return {}
  },
  async updateDaily(context, request) {
    await setting.updateDaily(context, request)
    return {}
  },
  async switchRanking(context, { enable }) {
    await setting.switchRanking(context, enable)
    return {}
  },
  async switchCityPool(context, { enable }) {
    await setting.switchCityPool(context, enable)
    return {}
  },

  stores: (context) => store.listStores(context),
  storeFacts: (context, request) => store.readFacts(context, request),
  async closeStore(context, request) {
    await store.closeStore(context, request)
    return {}
  },
  async openStore(context, { storeId }) {
    await store.openStore(context, storeId)
    return {}
  },

  blockedList: ({ db, session }, request) => listBlocked(db, session.scope, request),
  async addBlocked(context, request) {
    await blocklist.addBlocked(context, request)
    return {}
  },
  async removeBlocked(context, { id }) {
    await blocklist.removeBlocked(context, id)
    return {}
  },
  importBlocked: (context, { file }) => blocklist.importBlocked(context, files, file),

  addSource: (context, { name }) => addSource(context, name),
  async updateSource(context, { sourceId, name }) {
    await renameSource(context, sourceId, name)
    return {}
  },
  async deleteSource(context, { sourceId }) {
    await removeSource(context, sourceId)
    return {}
  },
})
