import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { importTemplate } from '@showroom/contract/transfer/transfer.api'
import { importMaxBytes, importMaxRows } from '@showroom/contract/transfer/transfer.schema'
import { Button, Progress } from 'antd'
import { type DragEvent, useState } from 'react'
import { callApi } from '../api/client'
import { download } from '../ui/download'
import { failureText } from '../ui/failure'
import { useMessage } from '../ui/useMessage'
import { withCommas } from '../ui/withCommas'

/** The stages of the import dialog. */

export function ImportChoice({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
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

export function ImportProgress({ text, percent, note }: { text: string; percent: number; note?: string }) {
  return (
    <div className="sr-import-progress">
      <p role="status">{text}</p>
      <Progress percent={percent} status="active" aria-label={text} />
      <p className="sr-import-note">{note}</p>
    </div>
  )
}
