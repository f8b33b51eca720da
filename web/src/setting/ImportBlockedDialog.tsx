import {
  blockedColumns,
  blockedImportMaxRows,
  type ImportBlockedAnswer,
} from '@showroom/contract/setting/blocklist.schema'
import { importBlocked } from '@showroom/contract/setting/setting.api'
import { notXlsxText } from '@showroom/contract/kernel/workbook'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Upload } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { sendFile } from '../base/public'
import { uploadProblem } from '../ui/upload/image'
import { invalidateBlocked } from './setting.queries'
import '../ui/form/form.css'

const tooLarge = '导入文件不能超过5MB，请拆分后重试'

/** Adds everyone in a workbook to the store's blocklist. */
export function ImportBlockedDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [answer, setAnswer] = useState<ImportBlockedAnswer>()
  const take = async (file: File): Promise<void> => {
    setProblem(file.name.toLowerCase().endsWith('.xlsx') ? '' : notXlsxText(file.name))
    if (!file.name.toLowerCase().endsWith('.xlsx')) return
    setBusy(true)
    try {
      const progress = { signal: new AbortController().signal, onProgress: () => undefined }
      const key = await sendFile(file, progress, tooLarge)
      setAnswer(await callApi(importBlocked, { file: key }, { once: true }))
      void invalidateBlocked(queries)
    } catch (error) {
      setProblem(uploadProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={open}
      title="导入blc名单"
      width={560}
      centered
      wrapClassName="sr-dialog"
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
    >
      {problem && <Alert className="sr-form-problem" type="error" showIcon role="alert" title={problem} />}
      {answer && <Outcome answer={answer} />}
      <p>
        第一行为表头：{blockedColumns.join('、')}。多位联系人用顿号分隔，单次最多 {blockedImportMaxRows} 行。
      </p>
      <Upload
        accept=".xlsx"
        showUploadList={false}
        disabled={busy}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <Button loading={busy}>选择文件</Button>
      </Upload>
    </Modal>
  )
}

function Outcome({ answer }: { answer: ImportBlockedAnswer }) {
  const { successTotal, duplicateTotal, failTotal, errors } = answer
  return (
    <Alert
      className="sr-form-problem"
      type={failTotal > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      title={`导入 ${successTotal} 人，已在名单中 ${duplicateTotal} 人，失败 ${failTotal} 行`}
      description={
        errors.length > 0 && (
          <ul className="sr-blocklist-errors">
            {errors.map(({ row, text }) => (
              <li key={row}>
                第 {row} 行：{text}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
