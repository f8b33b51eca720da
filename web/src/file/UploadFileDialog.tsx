import { InboxOutlined } from '@ant-design/icons'
import { add } from '@showroom/contract/file/file.api'
import { sharedEndings, tooLargeText, UploadForm, wrongType } from '@showroom/contract/file/file.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Progress, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { UploadFailed } from '../ui/upload/image'
import { useMessage } from '../ui/useMessage'
import { invalidateFiles, sendFile } from './file.queries'
import './file.css'

interface Values {
  fileName: string
  file?: File | undefined
}

const megabyte = 1024 * 1024

/** The reason that a chosen file cannot be shared, checked before the upload. */
function problemOf(file: File | undefined, maxMb: number): string | undefined {
  if (!file) return undefined
  const ending = file.name.toLowerCase().split('.').at(-1) ?? ''
  if (!sharedEndings.some((one) => one === ending)) return wrongType
  if (file.size === 0) return '文件内容为空'
  return file.size > maxMb * megabyte ? tooLargeText(maxMb) : undefined
}

/** The text for a failed upload. */
function failureOf(error: unknown): string {
  if (!(error instanceof UploadFailed)) return '文件上传失败，请求封装失败'
  return error.status === 0
    ? '文件上传失败，服务器端无响应'
    : `文件上传失败(${error.status})，${error.message}`
}

/** Uploads one file under a name for the list. */
export function UploadFileDialog({ maxMb, onClosed }: { maxMb: number; onClosed: () => void }) {
  const queries = useQueryClient()
  const message = useMessage()
  const [percent, setPercent] = useState<number>()
  const upload = useRef<AbortController>(undefined)
  // A retry after a lost response must send the same key, so the file is not uploaded again.
  const sent = useRef<{ file: File; fileUrl: string; idempotencyKey: string }>(undefined)
  useEffect(() => () => upload.current?.abort(), [])
  const form = useSchemaForm<Values, typeof UploadForm, void>({
    schema: UploadForm,
    initial: { fileName: '' },
    moreProblems: ({ file }) => {
      const text = problemOf(file, maxMb)
      return text ? [{ path: 'file', text }] : []
    },
    send: async ({ fileName, file }, { idempotencyKey }) => {
      if (!(file instanceof File)) return
      upload.current = new AbortController()
      setPercent(0)
      const progress = { signal: upload.current.signal, onProgress: setPercent }
      try {
        if (sent.current?.file !== file || sent.current.idempotencyKey !== idempotencyKey)
          sent.current = { file, fileUrl: await sendFile(file, progress), idempotencyKey }
        const { fileUrl } = sent.current
        await callApi(add, { fileName, fileUrl, fileSize: file.size }, { idempotencyKey })
      } finally {
        setPercent(undefined)
      }
    },
    failureOf,
    // A rejected file can be replaced and sent at once; the pending upload itself prevents double sending.
    lockMs: 0,
    onDone: () => {
      message.success('添加成功')
      void invalidateFiles(queries)
    },
  })
  const choose = (file: File | undefined): void => {
    form.form.setFieldValue('file', file)
    const name = file?.name.replace(/\.[^.]*$/, '').slice(0, 100)
    if (name && !form.form.getFieldValue('fileName')) form.form.setFieldValue('fileName', name)
    form.parts.changed({ file })
    void form.form.validateFields(['file']).catch(() => undefined)
  }
  return (
    <FormDialog title="上传文件" form={form} onClosed={onClosed} width={520} okText="上传">
      <Field name="fileName" label="文件名" required>
        <Input maxLength={100} showCount />
      </Field>
      <Field name="file" label="文件" required group extra={`支持 xlsx、jpg、png、pdf，不超过${maxMb}MB`}>
        <FileChoice onChoose={choose} />
      </Field>
      {percent !== undefined && <Progress percent={percent} aria-label="上传进度" />}
    </FormDialog>
  )
}

interface FileChoiceProps {
  value?: File
  onChoose: (file: File | undefined) => void
}

const FileChoice = ({ value, onChoose }: FileChoiceProps) => (
  <Upload.Dragger
    accept={sharedEndings.map((ending) => `.${ending}`).join(',')}
    maxCount={1}
    fileList={value ? [{ uid: '1', name: value.name, status: 'done' }] : []}
    beforeUpload={(file) => {
      onChoose(file)
      return false
    }}
    onRemove={() => onChoose(undefined)}
  >
    <p className="sr-file-drop">
      <InboxOutlined aria-hidden /> 点击选择，或将文件拖到这里
    </p>
  </Upload.Dragger>
)
