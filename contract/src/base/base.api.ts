import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { Empty } from '../kernel/wire.ts'
import * as shape from './base.schema.ts'

/** Dictionaries, vehicles, regions, revealing of numbers, and upload tickets. */

export const baseInfo = call({
  path: '/v2/appBaseService/info',
  summary: '全部字典',
  may: 'member',
  request: Empty,
  answer: shape.BaseInfo,
  withoutNetwork: 'base',
})

export const getUserInfo = call({
  path: '/v2/appBaseService/getUserInfo',
  summary: '查看完整号码（留痕、限频）',
  may: { module: ['客户管理', '前台流量', '销售订单', '线索分配'] },
  request: shape.GetUserInfo,
  answer: shape.GetUserInfoAnswer,
  refusals: ['NOT_FOUND', 'REVEAL_LIMIT'],
  writes: true,
  whenClosed: true,
  reveals: true,
})

export const uploadParams = call({
  path: '/v2/appBaseService/aliUploadParams',
  summary: '直传文件的签名参数',
  may: 'member',
  request: shape.UploadParams,
  answer: shape.UploadParamsAnswer,
  refusals: ['UPLOAD_REFUSED'],
  leaves: 'which leave was given, so that an upload that nobody uses can go',
})

export const refreshUrl = call({
  path: '/v1/dealerFileRpc/refreshUrl',
  summary: '刷新文件的签名链接',
  may: 'member',
  request: shape.RefreshUrl,
  answer: shape.RefreshUrlAnswer,
  refusals: ['NOT_FOUND'],
  omits: omitted.once,
})

export const seriesList = call({
  path: '/v1/dealerRpc/seriesList',
  summary: '意向车系选项',
  may: 'member',
  request: Empty,
  answer: z.object({ records: z.array(shape.SeriesOption) }),
  withoutNetwork: 'base',
})

export const vehicleJsonTree = call({
  path: '/v1/dealerRpc/vehicleJsonTree',
  summary: '车系、车型、配置树',
  may: 'member',
  request: Empty,
  answer: z.object({ data: z.array(shape.VehicleTreeNode) }),
})

export const getCompetitionSeriesList = call({
  path: '/v1/dealerRpc/getCompetitionSeriesList',
  summary: '竞品车系搜索',
  may: 'member',
  request: shape.CompetitionSeriesSearch,
  answer: z.object({ data: z.array(shape.CompetitionSeries) }),
})

export const orderRegion = call({
  path: '/v2/appCustomerService/orderRegion',
  summary: '省、市、区选项与本店所在地区',
  may: 'member',
  request: shape.OrderRegion,
  answer: shape.OrderRegionAnswer,
  withoutNetwork: 'base',
})

export const regionTree = call({
  path: '/v1/baseRpc/regionTree',
  summary: '全部省、市、区',
  may: 'member',
  request: Empty,
  answer: z.object({ data: z.array(shape.RegionNode) }),
  withoutNetwork: 'base',
})

export const mobileRegion = call({
  path: '/v1/baseRpc/mobileRegion',
  summary: '手机号段的归属地',
  may: 'member',
  request: shape.MobileRegion,
  answer: shape.MobileRegionAnswer,
})

export const getSpec = call({
  path: '/v1/baseRpc/getSpec',
  summary: '车型与颜色',
  may: 'member',
  request: shape.GetSpec,
  answer: shape.Spec,
  refusals: ['NOT_FOUND'],
})

export const vehicleColor = call({
  path: '/v2/appCustomerService/vehicleColor',
  summary: '车型的颜色与物料号',
  may: 'member',
  request: shape.VehicleColors,
  answer: z.object({ data: z.array(shape.VehicleColor) }),
})

/** Undoes what the member just did; `undoId` is from that call's response. */
export const undo = call({
  path: '/v2/appBaseService/undo',
  summary: '撤销刚才的操作',
  may: { leadStaff: true, module: ['客户管理', '线索分配', '前台流量'] },
  request: shape.Undo,
  answer: shape.Undone,
  refusals: ['NOT_FOUND', 'UNDO_OVER', 'STALE', 'MEMBER_UNAVAILABLE', 'LEAD_STATE'],
  writes: true,
})

export const getCarModelDetail = call({
  path: '/v2/appVerifyService/getCarModelDetail',
  summary: '车型与外观对应的内饰',
  may: 'member',
  request: shape.GetCarModelDetail,
  answer: shape.CarModelDetail,
})

export const cityDealers = call({
  path: '/v2/appCustomerService/cityDealers',
  summary: '同城门店',
  may: 'member',
  request: shape.CityDealers,
  answer: shape.CityDealersAnswer,
  omits: omitted.opened,
})
