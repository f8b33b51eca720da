import { DownloadOutlined } from '@ant-design/icons'
import { list } from '@showroom/contract/customer/customer.api'
import { exportMaxRows } from '@showroom/contract/customer/transfer.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { download } from '../ui/download'
import { isRefusal } from '../ui/failure'
import { useMessage } from '../ui/useMessage'
import { type CustomerFilter, requestOf } from './customer.search'

/** The finished file may take a moment until its link is good everywhere (document 2, section 7). */
const waitMs = 1000

interface ExportCustomersProps {
  filter: CustomerFilter
  keyword: string
  /** Rows that the filter finds; nothing while that is not known. */
  total: number | undefined
  /** Only the icon: on a phone. */
  narrow: boolean
}

/** 导出: what the filter finds, as a workbook, up to the limit. */
export function ExportCustomers({ filter, keyword, total, narrow }: ExportCustomersProps) {
  const [running, setRunning] = useState(false)
  const message = useMessage()
  const start = async (): Promise<void> => {
    if (total !== undefined && total > exportMaxRows) return message.error(errors.EXPORT_TOO_MANY.text)
    setRunning(true)
    try {
      const { filePath = '' } = await callApi(list, { ...requestOf(filter, keyword), isExport: 1 })
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (filePath) download(filePath)
    } catch (error) {
      message.error((isRefusal(error) && error.message) || '接口错误')
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        aria-label="导出"
        title={narrow ? '导出' : undefined}
        disabled={total === undefined || total === 0}
        onClick={() => void start()}
      >
        {!narrow && '导出'}
      </Button>
      {running && (
        <div role="status">
          <Spin fullscreen description="正在导出中..." size="large" />
        </div>
      )}
    </>
  )
}
