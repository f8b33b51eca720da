import { z } from 'zod'
import { UploadParamsAnswer } from '../base/base.schema.ts'
import { call, omitted } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './file.schema.ts'

/** Shared files of the store (/manager/files). */

const manager = { module: '企业管理' } as const

export const list = call({
  path: '/v1/dealerFileRpc/list',
  summary: '共享文件',
  may: manager,
  request: shape.FileList,
  answer: shape.FileListAnswer,
  shows: ['file', 'setting'],
})

export const params = call({
  path: '/v1/dealerFileRpc/uploadParams',
  summary: '上传共享文件的签名参数',
  may: manager,
  request: shape.FileParams,
  answer: UploadParamsAnswer,
  refusals: ['UPLOAD_REFUSED'],
  leaves: 'which leave was given, so that an upload that nobody uses can go',
  omits: omitted.once,
})

export const add = call({
  path: '/v1/dealerFileRpc/add',
  summary: '登记已上传的文件',
  may: manager,
  request: shape.AddFile,
  answer: z.object({ id: z.number() }),
  refusals: ['UPLOAD_REFUSED'],
  writes: true,
})

export const remove = call({
  path: '/v1/dealerFileRpc/delete',
  summary: '删除文件',
  may: manager,
  request: shape.DeleteFiles,
  answer: Done,
  refusals: ['NOT_FOUND'],
  writes: true,
})
