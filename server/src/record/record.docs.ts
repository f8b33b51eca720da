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
import { answered, refused } from '../platform/http/openapi.ts'
import type { OpenPaths } from '../platform/http/openapi.ts'
import { bodyDocs, bodyRefusals, openRoute, refusalDocs } from '../platform/open/docs.ts'

/** The open routes in the OpenAPI document. docs/intake.md describes signing, docs/records-intake.md what becomes of each record. */

const take = (operationId: string, summary: string, schema: z.ZodType) => ({
  post: {
    ...openRoute,
    operationId,
    summary,
    description: '按deliveryId幂等；被拒的记录会保留，可重放。',
    requestBody: bodyDocs(schema),
    responses: {
      200: answered('OK', RecordAnswer),
      409: refused('客户档案、车系或录音不存在；已保留，可重放', RecordAnswer),
      ...bodyRefusals,
    },
  },
})

export const recordDocs: OpenPaths = {
  '/open/v1/calls': take('openCalls', '通话记录推送', IncomingCall),
  '/open/v1/testDrives': take('openTestDrives', '智能试驾推送', IncomingDrive),
  '/open/v1/contacts': take('openContacts', '企业微信联系人推送', IncomingContact),
  '/open/v1/calls/recordings': {
    post: {
      ...openRoute,
      operationId: 'openRecording',
      summary: '录音直传的签名表单',
      description: '录音文件先以此表单上传，再随通话记录推送其key。',
      requestBody: bodyDocs(AskRecording),
      responses: { 200: answered('OK', RecordingForm), ...bodyRefusals },
    },
  },
  '/open/v1/records/refused': {
    get: {
      ...openRoute,
      operationId: 'openRecordRefused',
      summary: '被拒的记录',
      description: '该来源被拒且尚未重放的记录。',
      responses: { 200: answered('OK', RefusedRecords), ...refusalDocs },
    },
  },
  '/open/v1/records/replay': {
    post: {
      ...openRoute,
      operationId: 'openRecordReplay',
      summary: '重放被拒的记录',
      description: '再次处理该来源被拒的记录：列出的，或全部。',
      requestBody: bodyDocs(Replay),
      responses: { 200: answered('OK', ReplayedRecords), ...bodyRefusals },
    },
  },
}
