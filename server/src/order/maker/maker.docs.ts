import { Replay } from '@showroom/contract/kernel/open'
import {
  OrderStep,
  OrderStepAnswer,
  RefusedSteps,
  ReplayedSteps,
} from '@showroom/contract/order/maker.schema'
import { answered, refused } from '../../platform/http/openapi.ts'
import type { OpenPaths } from '../../platform/http/openapi.ts'
import { bodyDocs, bodyRefusals, openRoute, pathDocs, refusalDocs } from '../../platform/open/docs.ts'

/** The open routes in the OpenAPI document. docs/order-status.md describes signing and the effect of each step. */

export const makerDocs: OpenPaths = {
  '/open/v1/orders/{orderNo}/status': {
    post: {
      ...openRoute,
      operationId: 'openOrderStatus',
      summary: '订单状态推送',
      description:
        '按deliveryId幂等；状态只能前进，跳过的步骤自动补记；较早或相同的状态返回200且不改变订单。',
      parameters: [pathDocs('orderNo')],
      requestBody: bodyDocs(OrderStep),
      responses: {
        200: answered('OK', OrderStepAnswer),
        404: refused('订单不存在；已保留，可重放', OrderStepAnswer),
        409: refused('订单已取消或尚未审核通过；已保留，可重放', OrderStepAnswer),
        ...bodyRefusals,
      },
    },
  },
  '/open/v1/orders/refused': {
    get: {
      ...openRoute,
      operationId: 'openOrderRefused',
      summary: '被拒的状态推送',
      description: '该来源被拒且尚未重放的推送。',
      responses: { 200: answered('OK', RefusedSteps), ...refusalDocs },
    },
  },
  '/open/v1/orders/replay': {
    post: {
      ...openRoute,
      operationId: 'openOrderReplay',
      summary: '重放被拒的状态推送',
      description: '再次处理该来源被拒的推送：列出的，或全部。',
      requestBody: bodyDocs(Replay),
      responses: { 200: answered('OK', ReplayedSteps), ...bodyRefusals },
    },
  },
}
