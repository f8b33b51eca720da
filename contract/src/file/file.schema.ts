import { z } from 'zod'
import { trimmed } from '../kernel/text.ts'
import { dealerId, idList, page, required } from '../kernel/wire.ts'

/** Files that a store shares among who manages it. */

/** What may be shared, by the ending of the file's name. */
export const sharedEndings = ['xlsx', 'jpg', 'png', 'pdf'] as const
/** Most megabytes of one file, and of all files of a store, that the settings may allow. */
export const fileMegabytes = { least: 1, most: 20 } as const
export const quotaMegabytes = { least: 10, most: 102_400 } as const

export const fileNameMax = 100
export const wrongType = '仅支持 xlsx、jpg、png、pdf 格式的文件'
export const tooLargeText = (maxMb: number): string => `文件大小不能超过${maxMb}MB`
export const quotaText = (quotaMb: number): string => `门店文件总容量${quotaMb}MB已用完，请先删除不用的文件`

/** What no file system takes, and what makes a name look like another one. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}]/u
/** As people see it in the list: no path, nothing invisible. */
const FileName = z
  .string('请输入文件名')
  .transform(trimmed)
  .pipe(
    z
      .string()
      .min(1, '请输入文件名')
      .max(fileNameMax, `不能超过${fileNameMax}个字`)
      .refine((name) => !forbidden.test(name), '文件名不能包含 \\ / : * ? " < > | 等字符'),
  )

/** Asked before a file is sent: `fileName` is the chosen file's own, its ending says what it is. */
export const FileParams = z.object({
  dealerId,
  fileName: required('请选择导入文件', 255),
  /** In bytes. */
  fileSize: z.number().int().min(1, '文件内容为空').max(Number.MAX_SAFE_INTEGER),
})

export const AddFile = z.object({
  dealerId,
  fileName: FileName,
  /** The object key of the upload. */
  fileUrl: required('请选择导入文件', 300),
  /** In bytes; the server looks itself. */
  fileSize: z.number().int().min(0).default(0),
})

/** The upload dialog: what a person fills in. */
export const UploadForm = z.object({ fileName: FileName, file: z.custom<object>(Boolean, '请选择导入文件') })

export const FileList = z.object({ dealerId, ...page })
export const DealerFile = z.object({
  id: z.number(),
  fileName: z.string(),
  /** A link that lives half an hour; shows the file in place. */
  fileUrl: z.string(),
  /** The same to save it under its name. */
  downloadUrl: z.string(),
  /** In bytes. */
  fileSize: z.number(),
  ending: z.string(),
  userName: z.string(),
  createdAt: z.number(),
})
export type DealerFile = z.infer<typeof DealerFile>

export const FileListAnswer = z.object({
  data: z.array(DealerFile),
  total: z.number(),
  /** Bytes of all files of the store, and the limits of its settings in megabytes. */
  usedBytes: z.number(),
  maxMb: z.number(),
  quotaMb: z.number(),
})

export const DeleteFiles = z.object({
  dealerId,
  ids: idList(50, '请选择文件').refine((ids) => ids.length > 0, '请选择文件'),
})
