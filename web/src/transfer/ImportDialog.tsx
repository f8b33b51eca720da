import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { importTemplate } from '@showroom/contract/transfer/transfer.api'
import { importMaxBytes, importMaxRows } from '@showroom/contract/transfer/transfer.schema'
import { Alert, Button, Modal, Progress } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../api/client'
import { download } from '../ui/download'
import { failureText } from '../ui/failure'
import { useQuestion } from '../ui/form/useQuestion'
import { answersOf, ImportMatch, missingOf } from './ImportMatch'
import { ImportPreview, ImportResult, UndoLine } from './ImportPreview'
import { type Answers, type ImportAtHand, type ImportStage, useImport } from './useImport'
import { useMessage } from '../ui/useMessage'
import { withCommas } from '../ui/withCommas'
import '../ui/form/form.css'
import './import.css'

/**
 * 客户导入: choose a workbook, match the columns that stayed unknown, choose the way and review what would change, then import. The dialog
 * can be left in any stage after the upload, and shows the import again when it is reopened.
 */
export function ImportDialog({ onClosed }: { onClosed: () => void }) {
  const at = useImport()
  const [open, setOpen] = useState(true)
  const { ask, questions } = useQuestion()
  const body = useStageFocus(at.stage)
  const draft = useMatchDraft(at)
  const close = async (): Promise<void> => {
    const sure =
      at.stage !== 'sending' ||
      (await ask({
        title: '放弃上传?',
        content: '文件还没有上传完。',
        okText: '放弃',
        cancelText: '继续上传',
        danger: true,
        keyboardOn: 'cancel',
      }))
    if (sure) setOpen(false)
  }
  return (
    <Modal
      open={open}
      title="客户导入"
      width={860}
      centered
      mask={{ closable: false }}
      wrapClassName="sr-dialog"
      onCancel={() => void close()}
      afterClose={onClosed}
      footer={<Footer at={at} draft={draft} onClose={() => void close()} />}
    >
      <div ref={body} tabIndex={-1} className="sr-import">
        {at.problem && (
          <Alert className="sr-import-problem" type="error" showIcon role="alert" title={at.problem} />
        )}
        <Stage at={at} draft={draft} />
      </div>
      {questions}
    </Modal>
  )
}

const isOver = (stage: ImportStage): boolean => stage === 'done' || stage === 'stopped'
/** The dialog can be left, and the import is found again. */
const isLeft: ReadonlySet<ImportStage> = new Set(['checking', 'matching', 'checked'])

/** The answers and the way as chosen in the dialog, before they are sent. */
function useMatchDraft({ status, stage }: ImportAtHand) {
  const [chosen, setChosen] = useState<{
    readonly of: unknown
    readonly answers: Answers
    readonly way: Way
  }>()
  const of =
    status &&
    `${status.importId} ${stage} ${status.sheet} ${status.headingRow} ${JSON.stringify(status.words)}`
  const isCurrent = chosen !== undefined && chosen.of === of
  const answers = isCurrent ? chosen.answers : answersOf(status)
  const way = isCurrent ? chosen.way : (status?.way ?? 0)
  return {
    answers,
    way,
    setAnswers: (next: Partial<Answers>) => setChosen({ of, answers: { ...answers, ...next }, way }),
    setWay: (next: Way) => setChosen({ of, answers, way: next }),
  }
}
type Way = NonNullable<ImportAtHand['status']>['way']
type MatchDraft = ReturnType<typeof useMatchDraft>

function Stage({ at, draft }: { at: ImportAtHand; draft: MatchDraft }) {
  const { stage, status, sending, asking } = at
  if (stage === 'sending') return <ImportProgress text="上传中..." percent={sending?.percent ?? 0} />
  if (!status || stage === 'choose')
    return (
      <>
        {at.last && <UndoLine isLast status={at.last} asking={asking} onUndo={(of) => void at.undo(of)} />}
        <ImportChoice onChoose={(files) => void at.choose(files)} />
      </>
    )
  if (stage === 'matching')
    return (
      <ImportMatch
        status={status}
        answers={draft.answers}
        way={draft.way}
        onAnswer={draft.setAnswers}
        onWay={draft.setWay}
        onPlace={(place) => void at.lookAt(place)}
      />
    )
  if (stage === 'checked')
    return (
      <ImportPreview
        status={status}
        asking={asking}
        onWay={(way) => void at.check(way)}
        onRematch={() => at.rematch(true)}
      />
    )
  if (isOver(stage)) return <ImportResult status={status} asking={asking} onUndo={(of) => void at.undo(of)} />
  const text = stage === 'running' ? '导入中...' : stage === 'undoing' ? '撤销中...' : '检查中...'
  return <ImportProgress text={text} {...rowsOf(status, stage)} />
}

function rowsOf({ doneTotal, rowTotal, updateTotal, undoneTotal, follows }: Status, stage: ImportStage) {
  const done = stage === 'undoing' ? undoneTotal : doneTotal + follows.doneTotal
  const total = stage === 'undoing' ? updateTotal : rowTotal + follows.total
  return {
    percent: total > 0 ? Math.floor((done / total) * 100) : 0,
    note: total > 0 ? `${withCommas(done)} / ${withCommas(total)} 行` : '',
  }
}
type Status = NonNullable<ImportAtHand['status']>

const countText = (total: number, what: string): string => (total > 0 ? `${withCommas(total)} ${what}` : '')

/** Says what the button does: 导入 3 位客户，更新 2 位. */
function commitText({ successTotal, updateTotal, follows }: Status): string {
  const parts = [
    successTotal > 0 && `导入 ${countText(successTotal, '位客户')}`,
    updateTotal > 0 && `更新 ${countText(updateTotal, '位客户')}`,
    follows.successTotal > 0 && `导入 ${countText(follows.successTotal, '条跟进')}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('，') : '没有可导入的内容'
}

interface FooterProps {
  readonly at: ImportAtHand
  readonly draft: MatchDraft
  readonly onClose: () => void
}

function Footer({ at, draft, onClose }: FooterProps) {
  const { stage } = at
  const isRunning = stage === 'running' || stage === 'undoing'
  const note = isRunning
    ? '可以关闭窗口，导入会继续进行'
    : isLeft.has(stage)
      ? '可以关闭窗口，24小时内再打开会回到这里'
      : ''
  const canRestart = stage === 'checked' || (stage === 'matching' && !at.isRematching) || isOver(stage)
  return (
    <div className="sr-dialog-footer">
      <span className="sr-dialog-note">{note}</span>
      {canRestart && <Button onClick={at.again}>{isOver(stage) ? '导入其他文件' : '重新选择文件'}</Button>}
      {stage === 'matching' && at.isRematching && <Button onClick={() => at.rematch(false)}>返回</Button>}
      <NextButton at={at} draft={draft} />
      {stage !== 'checked' && stage !== 'matching' && (
        <Button type={isOver(stage) ? 'primary' : 'default'} onClick={onClose}>
          {isOver(stage) ? '完成' : stage === 'sending' ? '取消' : '关闭'}
        </Button>
      )}
    </div>
  )
}

/** The step after the current one. */
function NextButton({ at, draft }: Omit<FooterProps, 'onClose'>) {
  const { stage, status, asking } = at
  if (!status) return null
  if (stage === 'matching') {
    const missing = missingOf(status, draft.answers, draft.way)
    return (
      <Button
        type="primary"
        loading={asking}
        disabled={missing.length > 0}
        onClick={() => void at.check(draft.way, draft.answers)}
      >
        下一步
      </Button>
    )
  }
  if (stage !== 'checked') return null
  const { successTotal, updateTotal, follows } = status
  return (
    <Button
      type="primary"
      loading={asking}
      disabled={successTotal + updateTotal + follows.successTotal === 0}
      onClick={() => void at.commit()}
    >
      {commitText(status)}
    </Button>
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

function ImportChoice({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onChoose([...event.dataTransfer.files])
  }
  return (
    <>
      <div
        className="sr-import-drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          className="sr-import-input"
          aria-label="选择导入文件"
          accept=".xlsx"
          onChange={(event) => {
            onChoose([...(event.target.files ?? [])])
            // Choosing the same file again must fire a change event.
            event.target.value = ''
          }}
        />
        <InboxOutlined className="sr-import-art" aria-hidden />
        <span className="sr-import-call">点击选择，或将文件拖到这里</span>
        <span className="sr-import-limits">
          仅支持 xlsx 格式，每次一个文件，不超过 {importMaxBytes / 1024 / 1024}MB、
          {withCommas(importMaxRows)} 行
        </span>
      </div>
      <div className="sr-import-help">
        <span>
          可直接使用现有表格，表头会自动识别，导入前可核对。也可按模板填写；第二张表“跟进记录”可带入以往跟进。
        </span>
        <TemplateLink />
      </div>
    </>
  )
}

function TemplateLink() {
  const message = useMessage()
  const [loading, setLoading] = useState(false)
  const fetchTemplate = async (): Promise<void> => {
    setLoading(true)
    try {
      download((await callApi(importTemplate, {})).filePath)
    } catch (error) {
      message.error(failureText(error))
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button type="link" icon={<DownloadOutlined />} loading={loading} onClick={() => void fetchTemplate()}>
      下载导入模板
    </Button>
  )
}

function ImportProgress({ text, percent, note }: { text: string; percent: number; note?: string }) {
  return (
    <div className="sr-import-progress">
      <p role="status">{text}</p>
      <Progress percent={percent} status="active" aria-label={text} />
      <p className="sr-import-note">{note}</p>
    </div>
  )
}
