import { errors } from '@showroom/contract/kernel/errors'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import { Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { download } from '../download'
import { failureText } from '../failure'
import { useQuestion } from '../form/useQuestion'
import { useMessage } from '../useMessage'
import { withCommas } from '../withCommas'

/** Delay until the link of a finished file works everywhere. */
const waitMs = 1000

export interface ExportProps {
  /** Creates the workbook and returns its link. */
  makeFile: () => Promise<{ filePath?: string | undefined }>
  /** Number of exported rows; undefined while unknown. */
  total: number | undefined
  /** Exported rows with their unit, shown with the total before the export starts: 当前筛选的客户, 位. */
  rows?: { readonly name: string; readonly unit: string } | undefined
  /** Larger results are rejected without a request. */
  maxRows?: number | undefined
}

/** Asks, makes the workbook and downloads it; starts when it is rendered. */
export function Export({
  makeFile,
  total = 0,
  rows,
  maxRows = exportMaxRows,
  onDone,
}: ExportProps & { onDone: () => void }) {
  const [running, setRunning] = useState(false)
  const message = useMessage()
  const { ask, questions } = useQuestion()
  const start = async (): Promise<void> => {
    if (total > maxRows) return message.error(errors.EXPORT_TOO_MANY.text)
    if (rows && !(await ask(questionOf(rows, total)))) return
    setRunning(true)
    try {
      const { filePath = '' } = await makeFile()
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (filePath) download(filePath)
    } catch (error) {
      message.error(failureText(error))
    }
  }
  const isStarted = useRef(false)
  useEffect(() => {
    if (!isStarted.current) void start().finally(onDone)
    isStarted.current = true
  })
  return (
    <>
      {running && (
        <div role="status">
          <Spin fullscreen description="正在导出中..." size="large" />
        </div>
      )}
      {questions}
    </>
  )
}

const questionOf = ({ name, unit }: { name: string; unit: string }, total: number) =>
  ({
    title: `导出 ${withCommas(total)} ${unit}`,
    content: `范围：${name}。文件中的号码不完整显示，本次导出会记入操作记录。`,
    okText: '导出',
    cancelText: '取消',
    keyboardOn: 'ok',
  }) as const
