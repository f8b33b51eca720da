import { CheckCircleFilled, DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { importTemplate } from '@showroom/contract/transfer/transfer.api'
import {
  type ImportError,
  importMaxBytes,
  importMaxRows,
  importState,
  type ImportStatus,
} from '@showroom/contract/transfer/transfer.schema'
import { Alert, Button, Progress, Table } from 'antd'
import { type DragEvent, useState } from 'react'
import { callApi } from '../api/client'
import { download } from '../ui/download'
import { failureText } from '../ui/failure'
import { useMessage } from '../ui/useMessage'

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
          {importMaxRows.toLocaleString('zh-CN')} 行
        </span>
      </div>
      <div className="sr-import-help">
        <span>请按模板填写，第一行表头不可修改。手机号已在本店建档的客户不会重复导入。</span>
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

/** Shows the valid and invalid rows of the file before the import starts. */
export function ImportPreview({ status }: { status: ImportStatus }) {
  return (
    <>
      <p className="sr-import-file">
        {status.fileName}，共 {status.rowTotal.toLocaleString('zh-CN')} 行
      </p>
      <Counts status={status} good="可导入" />
      <Failures status={status} />
    </>
  )
}

export function ImportResult({ status }: { status: ImportStatus }) {
  return (
    <>
      {status.state === importState.stopped ? (
        <Alert
          className="sr-import-problem"
          type="warning"
          showIcon
          role="alert"
          title={status.refusal}
          description="已导入的客户保留。重新导入同一份文件时，已导入的客户不会重复。"
        />
      ) : (
        <p className="sr-import-done">
          <CheckCircleFilled aria-hidden /> 导入完成
        </p>
      )}
      <Counts status={status} good="导入成功" />
      <Failures status={status} />
    </>
  )
}

function Counts({ status, good }: { status: ImportStatus; good: string }) {
  const counts = [
    { label: good, count: status.successTotal, tone: 'good' },
    { label: '重复，不导入', count: status.duplicateTotal, tone: 'due' },
    { label: '有误，不导入', count: status.failTotal, tone: 'bad' },
  ]
  return (
    <dl className="sr-import-counts">
      {counts.map(({ label, count, tone }) => (
        <div key={label} className={count > 0 ? `sr-import-count-${tone}` : ''}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString('zh-CN')}</dd>
        </div>
      ))}
    </dl>
  )
}

type NumberedError = ImportError & { readonly id: number }

/** Lists the invalid cells and links a workbook of the invalid rows, to be corrected and imported again. */
function Failures({ status }: { status: ImportStatus }) {
  if (status.failTotal === 0 || status.errors.length === 0) return null
  const errors = status.errors.map((error, id): NumberedError => ({ ...error, id }))
  return (
    <section aria-label="有误的行">
      <div className="sr-import-failures-head">
        <h3>有误的行</h3>
        {status.failedUrl && (
          <Button type="link" icon={<DownloadOutlined />} onClick={() => download(status.failedUrl)}>
            下载失败数据
          </Button>
        )}
      </div>
      <Table<NumberedError>
        className="sr-import-errors"
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ y: 260 }}
        dataSource={errors}
        columns={[
          { title: '行', dataIndex: 'row', width: 56, align: 'right' },
          { title: '列', dataIndex: 'column', width: 104, ellipsis: true },
          { title: '内容', dataIndex: 'value', ellipsis: true, render: (value: string) => value || '（空）' },
          { title: '原因', dataIndex: 'text' },
        ]}
      />
      {errors.length >= shownErrors && (
        <p className="sr-import-note">仅显示前 {shownErrors} 条，全部见失败数据文件。</p>
      )}
    </section>
  )
}

/** The server returns at most this many errors. */
const shownErrors = 200
