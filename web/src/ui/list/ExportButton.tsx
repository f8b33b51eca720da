import { DownloadOutlined } from '@ant-design/icons'
import { errors } from '@showroom/contract/kernel/errors'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import { Spin } from 'antd'
import { useState } from 'react'
import { download } from '../download'
import { failureText } from '../failure'
import { useQuestion } from '../form/useQuestion'
import { useMessage } from '../useMessage'
import { withCommas } from '../withCommas'
import { TipButton } from '../Tip'

/** Delay until the link of a finished file works everywhere. */
const waitMs = 1000

interface ExportButtonProps {
  /** Creates the workbook and returns its link. */
  makeFile: () => Promise<{ filePath?: string | undefined }>
  /** Number of exported rows; undefined while unknown. */
  total: number | undefined
  /** Exported rows with their unit, shown with the total before the export starts: 当前筛选的客户, 位. */
  rows?: { readonly name: string; readonly unit: string }
  /** Larger results are rejected without a request. */
  maxRows?: number
  size?: 'small' | 'middle'
  /** Shows the icon only, on a phone. */
  narrow: boolean
}

/** 导出: exports rows as a workbook, up to the limit. Rows about persons are named and counted before. */
export function ExportButton({
  makeFile,
  total,
  rows,
  maxRows = exportMaxRows,
  size = 'middle',
  narrow,
}: ExportButtonProps) {
  const [running, setRunning] = useState(false)
  const message = useMessage()
  const { ask, questions } = useQuestion()
  const start = async (): Promise<void> => {
    if (total !== undefined && total > maxRows) return message.error(errors.EXPORT_TOO_MANY.text)
    if (rows && !(await ask(questionOf(rows, total ?? 0)))) return
    setRunning(true)
    try {
      const { filePath = '' } = await makeFile()
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (filePath) download(filePath)
    } catch (error) {
      message.error(failureText(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <TipButton
        tip={total === 0 ? '没有可导出的数据' : narrow ? '导出' : ''}
        {...(size === 'middle' && { icon: <DownloadOutlined aria-hidden /> })}
        size={size}
        aria-label="导出"
        isBarred={total === undefined || total === 0}
        onClick={() => void start()}
      >
        {!narrow && '导出'}
      </TipButton>
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
