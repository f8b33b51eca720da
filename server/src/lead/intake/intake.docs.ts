import { Replay } from '@showroom/contract/kernel/open'
import {
  intakeMax,
  IncomingLead,
  IntakeAnswer,
  ReceiptAnswer,
  ReplayAnswer,
} from '@showroom/contract/lead/intake.schema'
import { z } from 'zod'
import { answered, refused } from '../../platform/http/openapi.ts'
import type { OpenPaths } from '../../platform/http/openapi.ts'
import { bodyDocs, bodyRefusals, openRoute, pathDocs, refusalDocs } from '../../platform/open/docs.ts'

/** The open routes in the OpenAPI document. docs/intake.md describes signing and the handling of leads. */

export const intakeDocs: OpenPaths = {
  '/open/v1/leads': {
    post: {
      ...openRoute,
      operationId: 'openLeads',
      summary: '线索接入',
      description: `一次1至${intakeMax}条；按externalId幂等，重复发送返回首次回执。`,
      requestBody: bodyDocs(z.object({ leads: z.array(IncomingLead).min(1).max(intakeMax) })),
      responses: {
        202: answered('已接收，回执逐条说明', IntakeAnswer),
        ...bodyRefusals,
        400: refused('全部被拒，逐条列出错误字段；被拒的线索已保留，可重放', IntakeAnswer.partial()),
      },
    },
  },
  '/open/v1/leads/{receipt}': {
    get: {
      ...openRoute,
      operationId: 'openLeadReceipt',
      summary: '回执查询',
      description: '一条线索的处理状态。',
      parameters: [pathDocs('receipt')],
      responses: { 200: answered('OK', ReceiptAnswer), 404: refused('回执不存在'), ...refusalDocs },
    },
  },
  '/open/v1/leads/replay': {
    post: {
      ...openRoute,
      operationId: 'openLeadReplay',
      summary: '重放被拒线索',
      description: '再次处理该来源被拒的线索：列出的，或全部。',
      requestBody: bodyDocs(Replay),
      responses: { 200: answered('OK', ReplayAnswer), ...bodyRefusals },
    },
  },
}
