import { readSheet } from '@showroom/contract/target/target.api'
import type { ReadSheetAnswer } from '@showroom/contract/target/target.schema'
import { importTexts } from '@showroom/contract/transfer/transfer.schema'
import { Alert } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { sendFile } from '../base/public'
import type { UploadProgress } from '../ui/upload/image'
import { WorkbookDialog } from '../ui/upload/WorkbookDialog'
import { type CellText, textOf } from './grid'

interface ImportDialogProps {
  onFill: (cells: readonly CellText[]) => void
  onClosed: () => void
}

/** Reads a workbook into the grid. Nothing is saved yet. */
export function ImportDialog({ onFill, onClosed }: ImportDialogProps) {
  const [answer, setAnswer] = useState<ReadSheetAnswer>()
  const send = async (file: File, progress: UploadProgress): Promise<boolean> => {
    const key = await sendFile(file, progress, importTexts.tooLarge)
    const read = await callApi(readSheet, { file: key })
    onFill(read.cells.map(({ memberId, goal, ...cell }) => ({ ...cell, id: memberId, text: textOf(goal) })))
    setAnswer(read)
    return read.failTotal === 0
  }
  return (
    <WorkbookDialog
      title="导入业绩目标"
      send={send}
      onClosed={onClosed}
      outcome={answer && answer.failTotal > 0 && <Problems answer={answer} />}
    >
      用“导出”得到本月的表格作为模板，改好数字后选择该文件；空格表示没有目标。核对后点保存才生效。
    </WorkbookDialog>
  )
}

const Problems = ({ answer }: { answer: ReadSheetAnswer }) => (
  <Alert
    className="sr-form-problem"
    type="warning"
    showIcon
    role="status"
    title={`已填入 ${answer.cells.length} 格，${answer.failTotal} 处未读取`}
    description={
      <ul className="sr-target-problems">
        {answer.errors.map(({ row, column, cell, text }) => (
          <li key={`${cell} ${text}`}>
            第 {row} 行「{column}」（{cell}）：{text}
          </li>
        ))}
      </ul>
    }
  />
)
