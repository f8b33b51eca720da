import { z } from 'zod'
import { cleanLine } from '../kernel/clean.ts'
import { dealerId, idList, page, required } from '../kernel/wire.ts'

/** Files that a store's managers share. */

/** File name endings that may be shared. */
export const sharedEndings = ['xlsx', 'jpg', 'png', 'pdf'] as const
/** Range of the two size limits in the settings, in megabytes: for one file, and for all files of a store. */
export const fileMegabytes = { least: 1, most: 20 } as const
export const quotaMegabytes = { least: 10, most: 102_400 } as const

export const fileNameMax = 100
export const wrongType = '仅支持 xlsx、jpg、png、pdf 格式的文件'
export const tooLargeText = (maxMb: number): string => `文件大小不能超过${maxMb}MB`
export const quotaText = (quotaMb: number): string => `门店文件总容量${quotaMb}MB已用完，请先删除不用的文件`

/** Characters no file system accepts, and those that make a name look like another one. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}]/u
/** Name shown in the list: no path, nothing invisible. */
const FileName = z
  .string('请输入文件名')
  .overwrite(cleanLine)
  .min(1, '请输入文件名')
  .max(fileNameMax, `不能超过${fileNameMax}个字`)
  .refine((name) => !forbidden.test(name), '文件名不能包含 \\ / : * ? " < > | 等字符')

/** Requested before a file is sent. `fileName` is the chosen file's own name; its ending decides the type. */
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
  /** In bytes. Not trusted: the server reads the actual size. */
  fileSize: z.number().int().min(0).default(0),
})

/** Fields of the upload dialog. */
export const UploadForm = z.object({ fileName: FileName, file: z.custom<object>(Boolean, '请选择导入文件') })

export const FileList = z.object({ dealerId, ...page })
export const DealerFile = z.object({
  id: z.number(),
  fileName: z.string(),
  /** Link that shows the file in the browser; expires after half an hour. */
  fileUrl: z.string(),
  /** Link that saves the file under its name; expires after half an hour. */
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
  /** Bytes used by all files of the store, and the limits from its settings in megabytes. */
  usedBytes: z.number(),
  maxMb: z.number(),
  quotaMb: z.number(),
})

export const DeleteFiles = z.object({
  dealerId,
  ids: idList(50, '请选择文件').refine((ids) => ids.length > 0, '请选择文件'),
})
