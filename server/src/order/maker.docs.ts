import { Replay } from '@showroom/contract/kernel/open'
import {
  OrderStep,
  OrderStepAnswer,
  RefusedSteps,
  ReplayedSteps,
} from '@showroom/contract/order/maker.schema'
import { answerDocs, bodyDocs, headerDocs, openRoute, refusalDocs } from '../platform/open/docs.ts'

/** The open routes in the OpenAPI document. docs/order-status.md describes signing and the effect of each step. */

export const makerDocs: Readonly<Record<string, object>> = {
  '/open/v1/orders/{orderNo}/status': {
    post: {
      ...openRoute,
      summary: '订单状态推送',
      description:
        '按deliveryId幂等；状态只能前进，跳过的步骤自动补记；较早或相同的状态返回200且不改变订单。',
      parameters: [
        ...headerDocs,
        { name: 'orderNo', in: 'path', required: true, schema: { type: 'string' } },
      ],
      requestBody: bodyDocs(OrderStep),
      responses: {
        200: answerDocs('OK', OrderStepAnswer),
        404: answerDocs('订单不存在；已保留，可重放', OrderStepAnswer),
        409: answerDocs('订单已取消或尚未审核通过；已保留，可重放', OrderStepAnswer),
        ...refusalDocs,
      },
    },
  },
  '/open/v1/orders/refused': {
    get: {
      ...openRoute,
      summary: '被拒的状态推送',
      responses: { 200: answerDocs('OK', RefusedSteps), ...refusalDocs },
    },
  },
  '/open/v1/orders/replay': {
    post: {
      ...openRoute,
      summary: '重放被拒的状态推送',
      requestBody: bodyDocs(Replay),
      responses: { 200: answerDocs('OK', ReplayedSteps), ...refusalDocs },
    },
  },
}
