import { notXlsxText } from '@showroom/contract/kernel/workbook'
import { readSheet } from '@showroom/contract/target/target.api'
import type { ReadSheetAnswer } from '@showroom/contract/target/target.schema'
import { importTexts } from '@showroom/contract/transfer/transfer.schema'
import { Alert, Button, Modal, Upload } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { sendFile } from '../base/public'
import { uploadProblem } from '../ui/upload/image'
import { type CellText, textOf } from './grid'
import '../ui/form/form.css'

interface ImportDialogProps {
  onFill: (cells: readonly CellText[]) => void
  onClosed: () => void
}

/** Reads a workbook into the grid. Nothing is saved yet. */
export function ImportDialog({ onFill, onClosed }: ImportDialogProps) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [answer, setAnswer] = useState<ReadSheetAnswer>()
  const take = async (file: File): Promise<void> => {
    const isBook = file.name.toLowerCase().endsWith('.xlsx')
    setProblem(isBook ? '' : notXlsxText(file.name))
    if (!isBook) return
    setBusy(true)
    try {
      const progress = { signal: new AbortController().signal, onProgress: () => undefined }
      const key = await sendFile(file, progress, importTexts.tooLarge)
      const read = await callApi(readSheet, { file: key })
      onFill(read.cells.map(({ memberId, goal, ...cell }) => ({ ...cell, id: memberId, text: textOf(goal) })))
      setAnswer(read)
      if (read.failTotal === 0) setOpen(false)
    } catch (error) {
      setProblem(uploadProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={open}
      title="导入业绩目标"
      width={560}
      centered
      wrapClassName="sr-dialog"
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
    >
      {problem && <Alert className="sr-form-problem" type="error" showIcon role="alert" title={problem} />}
      {answer && answer.failTotal > 0 && (
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
      )}
      <p>用“导出”得到本月的表格作为模板，改好数字后选择该文件；空格表示没有目标。核对后点保存才生效。</p>
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
