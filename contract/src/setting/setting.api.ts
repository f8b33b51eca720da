import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { Done, Empty } from '../kernel/wire.ts'
import * as blocklist from './blocklist.schema.ts'
import * as shape from './setting.schema.ts'
import { managesStores } from './setting.rights.ts'
import * as store from './store.schema.ts'

/** Settings of a store (/manager/setting). Each change takes effect at once on every node, and is audited with old and new value. */

const manager = { module: '企业管理' } as const
const changing = { may: manager, answer: Done, writes: true } as const

export const profile = call({
  path: '/v1/dealerRpc/profile',
  summary: '门店资料与设置',
  may: 'member',
  request: Empty,
  answer: shape.DealerProfile,
  shows: ['setting', 'team', 'file'],
})

export const topicList = call({
  path: '/v1/dealerRpc/topicList',
  summary: '历史公告',
  may: 'member',
  request: shape.TopicList,
  answer: z.object({ data: z.array(shape.Topic), total: z.number() }),
  shows: ['setting'],
})

export const updateTopic = call({
  path: '/v1/dealerRpc/updateTopic',
  summary: '发布或撤下公告',
  request: shape.UpdateTopic,
  ...changing,
})

export const updateAddress = call({
  path: '/v2/appDealerManagerService/updateAddress',
  summary: '修改门店地址',
  request: shape.UpdateAddress,
  ...changing,
})

export const waitingLeads = call({
  path: '/v1/dealerRpc/waitingLeads',
  summary: '等待处理的线索数（更换策略前）',
  may: manager,
  request: Empty,
  answer: shape.WaitingLeads,
  omits: omitted.opened,
})

export const updatePolicy = call({
  path: '/v1/dealerRpc/updatePolicy',
  summary: '更换线上线索策略',
  request: shape.UpdatePolicy,
  refusals: ['POLICY_OF_GROUP'],
  ...changing,
})

export const checkStatus = call({
  path: '/v2/v2AppDealerDccService/checkStatus',
  summary: '本店是否由集团DCC清洗',
  may: 'member',
  request: Empty,
  answer: shape.GroupStatus,
})

export const switchSalesLogin = call({
  path: '/v1/dealerRpc/switchSalesLoginPc',
  summary: '禁止或允许销售人员登录PC端',
  request: shape.SwitchSalesLogin,
  ...changing,
})

export const updateSignSetting = call({
  path: '/v1/dealerRpc/updateSignSetting',
  summary: '签到设置',
  request: shape.UpdateSignSetting,
  refusals: ['MEMBER_UNAVAILABLE', 'MEMBER_RIGHTS'],
  ...changing,
})

export const updateLeadLimits = call({
  path: '/v1/dealerRpc/updateLeadLimits',
  summary: '线索处理时限',
  request: shape.UpdateLeadLimits,
  ...changing,
})

export const updateFileLimits = call({
  path: '/v1/dealerRpc/updateFileLimits',
  summary: '共享文件的大小与容量',
  request: shape.UpdateFileLimits,
  ...changing,
})

export const updateDaily = call({
  path: '/v1/dealerRpc/updateDaily',
  summary: '日报',
  request: shape.UpdateDaily,
  ...changing,
})

export const switchCityPool = call({
  path: '/v1/dealerRpc/switchCityPool',
  summary: '加入或退出城市池',
  request: shape.SwitchCityPool,
  ...changing,
})

export const switchRanking = call({
  path: '/v1/dealerRpc/switchRanking',
  summary: '向全员显示或隐藏业绩排名',
  request: shape.SwitchRanking,
  ...changing,
})

export const blockedList = call({
  path: '/v1/dealerBlocklistRpc/list',
  summary: '本店blc名单',
  may: manager,
  request: blocklist.BlockedList,
  answer: z.object({ data: z.array(blocklist.Blocked), total: z.number() }),
  shows: ['setting'],
})

export const addBlocked = call({
  path: '/v1/dealerBlocklistRpc/add',
  summary: '加入blc名单',
  request: blocklist.AddBlocked,
  refusals: ['BLOCKED_ALREADY'],
  ...changing,
})

export const removeBlocked = call({
  path: '/v1/dealerBlocklistRpc/delete',
  summary: '移出blc名单',
  request: blocklist.RemoveBlocked,
  refusals: ['NOT_FOUND'],
  ...changing,
})

export const importBlocked = call({
  path: '/v1/dealerBlocklistRpc/import',
  summary: '导入blc名单',
  request: blocklist.ImportBlocked,
  refusals: ['UPLOAD_REFUSED', 'TOO_MANY'],
  may: manager,
  answer: blocklist.ImportBlockedAnswer,
  leaves: 'who is on the list, in a transaction behind the reading of the file, once for each file',
})

export const addSource = call({
  path: '/v2/appDealerManagerService/addSource',
  summary: '新增自定义来源',
  request: shape.AddSource,
  refusals: ['SOURCE_EXISTS'],
  ...changing,
  answer: z.object({ id: z.number() }),
})

export const updateSource = call({
  path: '/v2/appDealerManagerService/updateSource',
  summary: '重命名自定义来源',
  request: shape.UpdateSource,
  refusals: ['NOT_FOUND', 'SOURCE_EXISTS'],
  ...changing,
})

export const deleteSource = call({
  path: '/v2/appDealerManagerService/deleteSource',
  summary: '删除自定义来源',
  request: shape.DeleteSource,
  refusals: ['NOT_FOUND'],
  ...changing,
})

export const stores = call({
  path: '/v1/groupRpc/stores',
  summary: '集团的门店及其状态',
  may: managesStores,
  request: Empty,
  answer: store.Stores,
  shows: ['setting'],
  omits: omitted.opened,
})

export const storeFacts = call({
  path: '/v1/groupRpc/storeFacts',
  summary: '停业或合并前的门店情况',
  may: managesStores,
  request: store.StoreFactsQuery,
  answer: store.StoreFacts,
  refusals: ['NOT_FOUND'],
  omits: omitted.opened,
})

export const closeStore = call({
  path: '/v1/groupRpc/closeStore',
  summary: '停业，或更换接收线索的门店',
  may: managesStores,
  request: store.CloseStore,
  answer: Done,
  refusals: ['NOT_FOUND', 'STALE'],
  writes: true,
  whenClosed: true,
})

export const openStore = call({
  path: '/v1/groupRpc/openStore',
  summary: '恢复营业',
  may: managesStores,
  request: store.OpenStore,
  answer: Done,
  refusals: ['NOT_FOUND', 'STALE'],
  writes: true,
  whenClosed: true,
})
