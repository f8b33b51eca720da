import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { lazyDialog } from '../lazyDialog'
import { TipButton } from '../Tip'
import type { ExportProps } from './Export'

/** Loaded on demand: its question needs antd's dialogs, which no page shows at first. */
const Export = lazyDialog(() => import('./Export').then((module) => module.Export))

interface ExportButtonProps extends ExportProps {
  size?: 'small' | 'middle'
  /** Shows the icon only, on a phone. */
  narrow: boolean
}

/** 导出: exports rows as a workbook, up to the limit. Rows about persons are named and counted before. */
export function ExportButton({ size = 'middle', narrow, ...what }: ExportButtonProps) {
  const [running, setRunning] = useState(false)
  const { total } = what
  return (
    <>
      <TipButton
        tip={total === 0 ? '没有可导出的数据' : narrow ? '导出' : ''}
        {...(size === 'middle' && { icon: <DownloadOutlined aria-hidden /> })}
        size={size}
        aria-label="导出"
        isBarred={total === undefined || total === 0}
        onPointerEnter={Export.preload}
        onFocus={Export.preload}
        onClick={() => setRunning(true)}
      >
        {!narrow && '导出'}
      </TipButton>
      {running && <Export {...what} onDone={() => setRunning(false)} />}
    </>
  )
}
