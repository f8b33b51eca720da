import {
  blockedColumns,
  blockedImportMaxRows,
  type ImportBlockedAnswer,
} from '@showroom/contract/setting/blocklist.schema'
import { importBlocked } from '@showroom/contract/setting/setting.api'
import { useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { sendFile } from '../base/public'
import type { UploadProgress } from '../ui/upload/image'
import { WorkbookDialog } from '../ui/upload/WorkbookDialog'
import { invalidateBlocked } from './setting.queries'

const tooLarge = '导入文件不能超过5MB，请拆分后重试'

/** Adds everyone in a workbook to the store's blocklist. */
export function ImportBlockedDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const [answer, setAnswer] = useState<ImportBlockedAnswer>()
  const send = async (file: File, progress: UploadProgress): Promise<boolean> => {
    const key = await sendFile(file, progress, tooLarge)
    setAnswer(await callApi(importBlocked, { file: key }, { once: true }))
    void invalidateBlocked(queries)
    return false
  }
  return (
    <WorkbookDialog
      title="导入blc名单"
      send={send}
      onClosed={onClosed}
      outcome={answer && <Outcome answer={answer} />}
    >
      第一行为表头：{blockedColumns.join('、')}。多位联系人用顿号分隔，单次最多 {blockedImportMaxRows} 行。
    </WorkbookDialog>
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
