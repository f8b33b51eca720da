import { FileExcelOutlined, FileImageOutlined, FilePdfOutlined, UploadOutlined } from '@ant-design/icons'
import * as api from '@showroom/contract/file/file.api'
import type { DealerFile } from '@showroom/contract/file/file.schema'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Allowed } from '../frame/Allowed'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { formatMinute } from '../ui/day'
import { download } from '../ui/download'
import { EmptyState } from '../ui/EmptyState'
import { lazyDialog } from '../ui/lazyDialog'
import { Choosable } from '../ui/list/table/boxes'
import { Cards } from '../ui/list/Cards'
import type { ListColumn } from '../ui/list/table/columns'
import { useReach } from '../ui/list/filter/KeywordReach'
import { ListPage } from '../ui/list/ListPage'
import { useListQuery } from '../ui/list/useListQuery'
import { actionColumn, RowActions, RowButton } from '../ui/list/table/RowActions'
import { ListTable } from '../ui/list/table/ListTable'
import { stableMemo } from '../ui/stableMemo'
import { cell, type ShownRows, type Waiting } from '../ui/list/table/waiting'
import { fileTable } from './file.fields'
import { fileQuery } from './file.queries'
import { sizeText } from '../ui/sizeText'
import './file.css'
import { safeAddress } from '../ui/address'
import { useSizedList } from '../view/public'

const UploadFileDialog = lazyDialog(() =>
  import('./UploadFileDialog').then((module) => module.UploadFileDialog),
)
const DeleteFilesDialog = lazyDialog(() =>
  import('./DeleteFilesDialog').then((module) => module.DeleteFilesDialog),
)
const FilePreview = lazyDialog(() => import('./FilePreview').then((module) => module.FilePreview))

type Opened =
  | { readonly what: 'upload' }
  | { readonly what: 'preview'; readonly file: DealerFile }
  | { readonly what: 'delete'; readonly files: readonly DealerFile[] }

/** Files that the store shares among its managing members. */
export function FilePage() {
  const list = useSizedList(fileTable, { path: '/manager/files', restoredFrom: '/manager/' })
  const query = useListQuery(list, fileQuery)
  const reach = useReach(list, query, fileQuery)
  const [opened, setOpened] = useState<Opened>()
  const [selected, setSelected] = useState<readonly number[]>([])
  const rows = query.data?.data ?? []
  const chosen = rows.filter(({ id }) => selected.includes(id))
  const mayChange = may(useSession(), api.remove)
  const close = (): void => setOpened(undefined)
  const actions: Actions = {
    preview: (file) => {
      // Every browser has its own PDF viewer.
      if (file.ending === 'pdf') window.open(safeAddress(file.fileUrl), '_blank', 'noopener')
      else setOpened({ what: 'preview', file })
    },
    remove: (file) => setOpened({ what: 'delete', files: [file] }),
  }
  return (
    <ListPage
      title="文件共享"
      unit="个"
      list={list}
      query={query}
      reach={reach}
      actions={
        <Allowed to={api.add}>
          {chosen.length > 0 && (
            <Button onClick={() => setOpened({ what: 'delete', files: chosen })}>
              删除所选 {chosen.length} 个
            </Button>
          )}
          <Button type="primary" icon={<UploadOutlined />} onClick={() => setOpened({ what: 'upload' })}>
            上传文件
          </Button>
        </Allowed>
      }
      renderFilters={() =>
        query.data && (
          <p className="sr-quiet">
            已用 {sizeText(query.data.usedBytes)}，共 {query.data.quotaMb} MB；单个文件不超过{' '}
            {query.data.maxMb} MB。
          </p>
        )
      }
      renderTable={(rowProps) => (
        <Choosable selected={mayChange ? selected : undefined} onSelect={setSelected}>
          <FileTable {...rowProps} {...actions} />
        </Choosable>
      )}
      renderCards={(rowProps) => (
        <Cards {...rowProps} idOf={({ id }) => id}>
          {(file) => <FileCard file={file} actions={actions} />}
        </Cards>
      )}
      empty={
        <EmptyState title="还没有共享文件" hint="话术、政策与表格上传后，管理人员都可以下载。">
          <Allowed to={api.add}>
            <Button onClick={() => setOpened({ what: 'upload' })}>上传文件</Button>
          </Allowed>
        </EmptyState>
      }
    >
      {opened?.what === 'upload' && <UploadFileDialog maxMb={query.data?.maxMb ?? 20} onClosed={close} />}
      {opened?.what === 'preview' && <FilePreview file={opened.file} onClosed={close} />}
      {opened?.what === 'delete' && (
        <DeleteFilesDialog files={opened.files} onDone={() => setSelected([])} onClosed={close} />
      )}
    </ListPage>
  )
}

interface Actions {
  preview: (file: DealerFile) => void
  remove: (file: DealerFile) => void
}

const boxes = { nameOf: ({ fileName }: DealerFile) => fileName }

interface FileTableProps extends ShownRows<DealerFile>, Actions {}

const FileTable = stableMemo(({ preview, remove, ...rows }: FileTableProps) => (
  <ListTable<DealerFile, 'id'>
    {...rows}
    rowKey="id"
    columns={columnsOf({ preview, remove })}
    rowProps={() => ({})}
    boxes={boxes}
  />
))

const icons: Readonly<Record<string, ReactNode>> = {
  xlsx: <FileExcelOutlined aria-hidden />,
  pdf: <FilePdfOutlined aria-hidden />,
}

const Name = ({ file }: { file: DealerFile }) => (
  <span className="sr-file-name">
    <span className="sr-file-icon">{icons[file.ending] ?? <FileImageOutlined aria-hidden />}</span>
    <span className="sr-cut" title={file.fileName}>
      {file.fileName}
    </span>
  </span>
)

const columnsOf = (actions: Actions): readonly ListColumn<DealerFile | Waiting<'id'>>[] => [
  {
    key: 'fileName',
    title: '文件名',
    width: 320,
    most: 560,
    isNeeded: true,
    render: cell<DealerFile>('60%', (file) => <Name file={file} />),
  },
  {
    key: 'fileSize',
    title: '大小',
    width: 96,
    align: 'right',
    render: cell<DealerFile>('48px', ({ fileSize }) => <span className="sr-num">{sizeText(fileSize)}</span>),
  },
  {
    key: 'createdAt',
    title: '创建时间',
    width: 148,
    render: cell<DealerFile>('80%', ({ createdAt }) => (
      <time className="sr-num">{formatMinute(createdAt)}</time>
    )),
  },
  {
    key: 'userName',
    title: '上传人',
    width: 96,
    render: cell<DealerFile>('48px', ({ userName }) => userName),
  },
  actionColumn({
    key: 'actions',
    width: 184,
    render: cell<DealerFile>('120px', (file) => <FileActions file={file} actions={actions} />),
  }),
]

const FileActions = ({ file, actions }: { file: DealerFile; actions: Actions }) => (
  <RowActions>
    {file.ending !== 'xlsx' && (
      <RowButton aria-label={`预览 ${file.fileName}`} onClick={() => actions.preview(file)}>
        预览
      </RowButton>
    )}
    <RowButton aria-label={`下载 ${file.fileName}`} onClick={() => download(file.downloadUrl)}>
      下载
    </RowButton>
    <Allowed to={api.remove}>
      <RowButton aria-label={`删除 ${file.fileName}`} onClick={() => actions.remove(file)}>
        删除
      </RowButton>
    </Allowed>
  </RowActions>
)

const FileCard = ({ file, actions }: { file: DealerFile; actions: Actions }) => (
  <article className="sr-card" aria-label={file.fileName}>
    <span className="sr-card-line">
      <Name file={file} />
      <span className="sr-card-end sr-num">{sizeText(file.fileSize)}</span>
    </span>
    <span className="sr-card-line sr-quiet">
      {file.userName} <time className="sr-num">{formatMinute(file.createdAt)}</time>
    </span>
    <FileActions file={file} actions={actions} />
  </article>
)
