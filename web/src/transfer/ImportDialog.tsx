import { Alert, Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useQuestion } from '../ui/form/useQuestion'
import { ImportChoice, ImportPreview, ImportProgress, ImportResult } from './ImportSteps'
import { type ImportAtHand, type ImportStage, useImport } from './useImport'
import '../ui/form/form.css'
import './import.css'

/** 客户导入: choose a workbook, review the rows with errors, then import the valid ones. */
export function ImportDialog({ onClosed }: { onClosed: () => void }) {
  const at = useImport()
  const [open, setOpen] = useState(true)
  const { ask, questions } = useQuestion()
  const body = useStageFocus(at.stage)
  const close = async (): Promise<void> => {
    const sure =
      !unfinished.has(at.stage) ||
      (await ask({
        title: '放弃本次导入?',
        content: '还没有客户被导入。',
        okText: '放弃',
        cancelText: '继续导入',
        danger: true,
        keyboardOn: 'cancel',
      }))
    if (sure) setOpen(false)
  }
  return (
    <Modal
      open={open}
      title="客户导入"
      width={760}
      centered
      mask={{ closable: false }}
      wrapClassName="sr-dialog"
      onCancel={() => void close()}
      afterClose={onClosed}
      footer={<Footer at={at} onClose={() => void close()} />}
    >
      <div ref={body} tabIndex={-1} className="sr-import">
        {at.problem && (
          <Alert className="sr-import-problem" type="error" showIcon role="alert" title={at.problem} />
        )}
        <Stage at={at} />
      </div>
      {questions}
    </Modal>
  )
}

/** Closing in these stages would discard work. */
const unfinished: ReadonlySet<ImportStage> = new Set(['sending', 'checking', 'checked'])

const isOver = (stage: ImportStage): boolean => stage === 'done' || stage === 'stopped'

function Stage({ at }: { at: ImportAtHand }) {
  const { stage, status, sending } = at
  if (stage === 'checked' && status) return <ImportPreview status={status} />
  if (isOver(stage) && status) return <ImportResult status={status} />
  if (stage === 'sending') return <ImportProgress text="上传中..." percent={sending?.percent ?? 0} />
  if (status && (stage === 'checking' || stage === 'running'))
    return <ImportProgress text={stage === 'running' ? '导入中...' : '检查中...'} {...rowsOf(status)} />
  return <ImportChoice onChoose={(files) => void at.choose(files)} />
}

const rowsOf = ({ doneTotal, rowTotal }: { doneTotal: number; rowTotal: number }) => ({
  percent: rowTotal > 0 ? Math.floor((doneTotal / rowTotal) * 100) : 0,
  note: rowTotal > 0 ? `${doneTotal.toLocaleString('zh-CN')} / ${rowTotal.toLocaleString('zh-CN')} 行` : '',
})

function Footer({ at, onClose }: { at: ImportAtHand; onClose: () => void }) {
  const { stage, status, committing } = at
  const ready = status?.successTotal ?? 0
  return (
    <div className="sr-dialog-footer">
      <span className="sr-dialog-note">{stage === 'running' && '可以关闭窗口，导入会继续进行'}</span>
      {(stage === 'checked' || isOver(stage)) && (
        <Button onClick={at.again}>{isOver(stage) ? '导入其他文件' : '重新选择文件'}</Button>
      )}
      {stage === 'checked' ? (
        <Button type="primary" loading={committing} disabled={ready === 0} onClick={() => void at.commit()}>
          {ready === 0 ? '没有可导入的客户' : `导入 ${ready.toLocaleString('zh-CN')} 位客户`}
        </Button>
      ) : (
        <Button type={isOver(stage) ? 'primary' : 'default'} onClick={onClose}>
          {isOver(stage) ? '完成' : stage === 'choose' || stage === 'running' ? '关闭' : '取消'}
        </Button>
      )}
    </div>
  )
}

/** A stage's controls disappear with it, so moves the focus to the new stage. */
function useStageFocus(stage: ImportStage) {
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current !== stage) body.current?.focus({ preventScroll: true })
    before.current = stage
  }, [stage])
  return body
}
