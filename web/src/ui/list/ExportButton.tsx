import { DownloadOutlined } from '@ant-design/icons'
import { errors } from '@showroom/contract/kernel/errors'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import { Spin } from 'antd'
import { useState } from 'react'
import { download } from '../download'
import { failureText } from '../failure'
import { useMessage } from '../useMessage'
import { TipButton } from '../Tip'

/** Delay until the link of a finished file works everywhere. */
const waitMs = 1000

interface ExportButtonProps {
  /** Creates the workbook and returns its link. */
  makeFile: () => Promise<{ filePath?: string | undefined }>
  /** Number of rows the filter finds; undefined while unknown. */
  total: number | undefined
  /** Larger results are rejected without a request. */
  maxRows?: number
  size?: 'small' | 'middle'
  /** Shows the icon only, on a phone. */
  narrow: boolean
}

/** 导出: exports the filtered rows as a workbook, up to the limit. */
export function ExportButton({
  makeFile,
  total,
  maxRows = exportMaxRows,
  size = 'middle',
  narrow,
}: ExportButtonProps) {
  const [running, setRunning] = useState(false)
  const message = useMessage()
  const start = async (): Promise<void> => {
    if (total !== undefined && total > maxRows) return message.error(errors.EXPORT_TOO_MANY.text)
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
    </>
  )
}
