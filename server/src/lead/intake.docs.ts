import { Replay } from '@showroom/contract/kernel/open'
import {
  intakeMax,
  IncomingLead,
  IntakeAnswer,
  ReceiptAnswer,
  ReplayAnswer,
} from '@showroom/contract/lead/intake.schema'
import { z } from 'zod'
import { answerDocs, bodyDocs, headerDocs, openRoute, refusalDocs } from '../platform/open/docs.ts'

/** The open routes in the OpenAPI document. docs/intake.md describes signing and the handling of leads. */

export const intakeDocs = {
  '/open/v1/leads': {
    post: {
      ...openRoute,
      summary: '线索接入',
      description: `一次1至${intakeMax}条；按externalId幂等，重复发送返回首次回执。`,
      requestBody: bodyDocs(z.object({ leads: z.array(IncomingLead).min(1).max(intakeMax) })),
      responses: {
        202: answerDocs('已接收，回执逐条说明', IntakeAnswer),
        400: answerDocs('全部被拒，逐条列出错误字段；被拒的线索已保留，可重放', IntakeAnswer),
        ...refusalDocs,
      },
    },
  },
  '/open/v1/leads/{receipt}': {
    get: {
      ...openRoute,
      summary: '回执查询',
      parameters: [
        ...headerDocs,
        { name: 'receipt', in: 'path', required: true, schema: { type: 'string' } },
      ],
      responses: { 200: answerDocs('OK', ReceiptAnswer), 404: { description: '回执不存在' }, ...refusalDocs },
    },
  },
  '/open/v1/leads/replay': {
    post: {
      ...openRoute,
      summary: '重放被拒线索',
      requestBody: bodyDocs(Replay),
      responses: { 200: answerDocs('OK', ReplayAnswer), ...refusalDocs },
    },
  },
}
