import { remove } from '@showroom/contract/file/file.api'
import { type DealerFile, DeleteFiles } from '@showroom/contract/file/file.schema'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { invalidateFiles } from './file.queries'

interface DeleteFilesDialogProps {
  files: readonly DealerFile[]
  onDone: () => void
  onClosed: () => void
}

export function DeleteFilesDialog({ files, onDone, onClosed }: DeleteFilesDialogProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const form = useSchemaForm({
    schema: DeleteFiles,
    initial: {},
    toRequest: () => ({ ids: files.map(({ id }) => id).join(',') }),
    send: (request, options) => callApi(remove, request, options),
    onDone: () => {
      message.success('删除成功')
      onDone()
      void invalidateFiles(queries)
    },
  })
  return (
    <ConfirmDialog title="删除文件" form={form} onClosed={onClosed} okText="删除" danger>
      <p>
        {files.length === 1
          ? `确定删除“${files[0]?.fileName ?? ''}”吗？`
          : `确定删除所选的 ${files.length} 个文件吗？`}
      </p>
      <p className="sr-confirm-hint">删除后不能恢复。</p>
    </ConfirmDialog>
  )
}
