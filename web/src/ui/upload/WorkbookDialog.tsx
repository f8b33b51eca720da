import { notXlsxText } from '@showroom/contract/kernel/workbook'
import { Alert, Button, Modal, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { type UploadProgress, uploadProblem } from './image'
import '../form/form.css'
import './workbook.css'

interface WorkbookDialogProps {
  title: string
  /** Sends the workbook. Returns whether the dialog closes; its error is shown. */
  send: (file: File, progress: UploadProgress) => Promise<boolean>
  onClosed: () => void
  /** Outcome of the last workbook, above the hint. */
  outcome: ReactNode
  /** The workbook that is expected. */
  children: ReactNode
}

/** Chooses a workbook and sends it, again and again until it is closed. */
export function WorkbookDialog({ title, send, onClosed, outcome, children }: WorkbookDialogProps) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const take = async (file: File): Promise<void> => {
    const isBook = file.name.toLowerCase().endsWith('.xlsx')
    setProblem(isBook ? '' : notXlsxText(file.name))
    if (!isBook) return
    setBusy(true)
    try {
      const progress = { signal: new AbortController().signal, onProgress: () => undefined }
      if (await send(file, progress)) setOpen(false)
    } catch (error) {
      setProblem(uploadProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={open}
      title={title}
      width={560}
      centered
      wrapClassName="sr-dialog"
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
    >
      <div className="sr-workbook">
        {problem && <Alert className="sr-form-problem" type="error" showIcon role="alert" title={problem} />}
        {outcome}
        <p>{children}</p>
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
      </div>
    </Modal>
  )
}
