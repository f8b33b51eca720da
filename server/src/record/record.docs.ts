import { Replay } from '@showroom/contract/kernel/open'
import {
  AskRecording,
  IncomingCall,
  IncomingContact,
  IncomingDrive,
  RecordAnswer,
  RecordingForm,
  RefusedRecords,
  ReplayedRecords,
} from '@showroom/contract/record/record.schema'
import type { z } from 'zod'
import { answerDocs, bodyDocs, openRoute, refusalDocs } from '../platform/open/docs.ts'

/** The open routes in the OpenAPI document. docs/intake.md describes signing, docs/records-intake.md what becomes of each record. */

const take = (summary: string, schema: z.ZodType) => ({
  post: {
    ...openRoute,
    summary,
    description: '按deliveryId幂等；被拒的记录会保留，可重放。',
    requestBody: bodyDocs(schema),
    responses: {
      200: answerDocs('OK', RecordAnswer),
      409: answerDocs('客户档案、车系或录音不存在；已保留，可重放', RecordAnswer),
      ...refusalDocs,
    },
  },
})

export const recordDocs: Readonly<Record<string, object>> = {
  '/open/v1/calls': take('通话记录推送', IncomingCall),
  '/open/v1/testDrives': take('智能试驾推送', IncomingDrive),
  '/open/v1/contacts': take('企业微信联系人推送', IncomingContact),
  '/open/v1/calls/recordings': {
    post: {
      ...openRoute,
      summary: '录音直传的签名表单',
      requestBody: bodyDocs(AskRecording),
      responses: { 200: answerDocs('OK', RecordingForm), ...refusalDocs },
    },
  },
  '/open/v1/records/refused': {
    get: {
      ...openRoute,
      summary: '被拒的记录',
      responses: { 200: answerDocs('OK', RefusedRecords), ...refusalDocs },
    },
  },
  '/open/v1/records/replay': {
    post: {
      ...openRoute,
      summary: '重放被拒的记录',
      requestBody: bodyDocs(Replay),
      responses: { 200: answerDocs('OK', ReplayedRecords), ...refusalDocs },
    },
  },
}
