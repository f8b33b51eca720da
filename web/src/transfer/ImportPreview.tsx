import { CheckCircleFilled, DownloadOutlined, UndoOutlined } from '@ant-design/icons'
import {
  type ImportError,
  importState,
  type ImportStatus,
  importUntouched,
  importWay,
  type ImportWay,
} from '@showroom/contract/transfer/transfer.schema'
import { Alert, Button, Table, type TableColumnsType } from 'antd'
import { formatMinute } from '../ui/day'
import { download } from '../ui/download'
import { useNarrow } from '../ui/useNarrow'
import { WayChoice } from './ImportMatch'
import { withCommas } from '../ui/withCommas'

/** Preview and result of an import. */

const number = (value: number): string => withCommas(value)

interface PreviewProps {
  readonly status: ImportStatus
  readonly asking: boolean
  readonly onWay: (way: ImportWay) => void
  readonly onRematch: () => void
}

/** Shows what was understood of the file, the way, and what would change, before the import starts. */
export function ImportPreview({ status, asking, onWay, onRematch }: PreviewProps) {
  return (
    <>
      <Understood status={status} onRematch={onRematch} />
      {status.mayUpdate && status.rowTotal > 0 && (
        <WayChoice way={status.way} disabled={asking} onChange={onWay} />
      )}
      <Counts status={status} isPreview />
      <Changes status={status} />
      <Failures status={status} />
      <LeftOut status={status} />
    </>
  )
}

/** The sheet, the row of headings and the columns that were found. */
function Understood({ status, onRematch }: { status: ImportStatus; onRematch: () => void }) {
  const { fileName, rowTotal, sheet, sheets, headingRow, columns, follows } = status
  const matched = columns.filter(({ field }) => field !== '')
  return (
    <div className="sr-import-understood">
      <p className="sr-import-file" title={fileName}>
        {fileName}
      </p>
      {rowTotal > 0 && (
        <details>
          <summary>
            工作表{[sheet, ...sheets].map((name) => `“${name}”`).join('、')}，第 {headingRow} 行为表头，
            {number(rowTotal)} 行，识别 {matched.length} / {columns.length} 列
          </summary>
          <p className="sr-import-columns">
            {columns.map(({ at, letters, heading, field }) => (
              <span key={at} data-open={field === ''}>
                {letters} {heading}
                {field !== heading && ` → ${field || '不导入'}`}
              </span>
            ))}
            <Button type="link" size="small" onClick={onRematch}>
              调整列
            </Button>
          </p>
        </details>
      )}
      {follows.total > 0 && (
        <p>
          工作表“{follows.sheet}”，第 {follows.headingRow} 行为表头，{number(follows.total)} 条跟进记录
        </p>
      )}
    </div>
  )
}

interface ResultProps {
  readonly status: ImportStatus
  readonly asking: boolean
  readonly onUndo: (status: ImportStatus) => void
}

export function ImportResult({ status, asking, onUndo }: ResultProps) {
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
      <Counts status={status} />
      <UndoLine status={status} asking={asking} onUndo={onUndo} />
      <Changes status={status} />
      <Failures status={status} />
      <LeftOut status={status} />
    </>
  )
}

/** Offers to undo the updates, or shows the result of an undo. */
export function UndoLine({ status, asking, onUndo, isLast }: ResultProps & { isLast?: boolean }) {
  const { undoUntil, undoneTotal, keptTotal, updateTotal } = status
  if (undoneTotal + keptTotal > 0)
    return (
      <p className="sr-import-undo" role="status">
        已恢复 {number(undoneTotal)} 位客户
        {keptTotal > 0 && `，${number(keptTotal)} 位客户之后有新的变化，保持不变`}
      </p>
    )
  if (undoUntil === 0) return null
  return (
    <p className="sr-import-undo">
      <span>
        {isLast && '上次导入：'}
        {number(updateTotal)} 位客户的更新可在 {formatMinute(undoUntil)} 前撤销，新建的客户保留
      </span>
      <Button icon={<UndoOutlined aria-hidden />} loading={asking} onClick={() => onUndo(status)}>
        撤销更新
      </Button>
    </p>
  )
}

interface Count {
  readonly label: string
  readonly count: number
  readonly tone: 'good' | 'due' | 'bad' | 'plain'
}

function countsOf(status: ImportStatus, isPreview: boolean): Count[] {
  const { follows, way } = status
  const isUpdate = way !== importWay.onlyNew
  const customers: Count[] = [
    {
      label: isPreview ? (isUpdate ? '新增' : '可导入') : '导入成功',
      count: status.successTotal,
      tone: 'good',
    },
    ...(isUpdate
      ? ([
          { label: isPreview ? '将更新' : '已更新', count: status.updateTotal, tone: 'good' },
          { label: '内容相同', count: status.unchangedTotal, tone: 'plain' },
          { label: '不更新', count: status.skippedTotal, tone: 'due' },
        ] as const)
      : []),
    { label: '重复，不导入', count: status.duplicateTotal, tone: 'due' },
    { label: '有误，不导入', count: status.failTotal, tone: 'bad' },
  ]
  const records: Count[] = [
    { label: isPreview ? '跟进可导入' : '跟进已导入', count: follows.successTotal, tone: 'good' },
    { label: '跟进已存在', count: follows.duplicateTotal, tone: 'due' },
    { label: '跟进有误', count: follows.failTotal, tone: 'bad' },
  ]
  return [...(status.rowTotal > 0 ? customers : []), ...(follows.total > 0 ? records : [])]
}

const Counts = ({ status, isPreview = false }: { status: ImportStatus; isPreview?: boolean }) => (
  <dl className="sr-import-counts">
    {countsOf(status, isPreview).map(({ label, count, tone }) => (
      <div key={label} className={count > 0 ? `sr-import-count-${tone}` : ''}>
        <dt>{label}</dt>
        <dd>{number(count)}</dd>
      </div>
    ))}
  </dl>
)

/** Lists the changes of the first files. */
function Changes({ status }: { status: ImportStatus }) {
  const { changes, updateTotal } = status
  if (changes.length === 0) return null
  return (
    <section aria-label="更新内容" className="sr-import-changes">
      <h2>更新内容</h2>
      <p className="sr-import-note">{importUntouched}不会更改；客户档案会留下更新记录。</p>
      <ul>
        {changes.map(({ sheet = '', row, customer, lines }) => (
          <li key={`${sheet} ${row}`}>
            <span className="sr-import-who">
              {sheet} 第 {row} 行 {customer}
            </span>
            <dl>
              {lines.map(({ field, before, after }) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>
                    <del>{before || '（空）'}</del> → <ins>{after || '（空）'}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {updateTotal > changes.length && (
        <p className="sr-import-note">
          仅显示前 {changes.length} 位，共 {number(updateTotal)} 位。
        </p>
      )}
    </section>
  )
}

type NumberedError = ImportError & { readonly id: number }

const placeOf = ({ sheet, cell, row }: ImportError): string =>
  `${sheet ? `${sheet} ` : ''}${cell || `第${row}行`}`

const reasonOf = ({ text, isLeft }: Pick<ImportError, 'text' | 'isLeft'>): string =>
  isLeft ? `${text}（仅此格不导入）` : text

const placeColumn: TableColumnsType<NumberedError>[number] = {
  title: '单元格',
  dataIndex: 'cell',
  width: 76,
  render: (_, error) => placeOf(error),
}

const errorColumns: TableColumnsType<NumberedError> = [
  placeColumn,
  { title: '列', dataIndex: 'column', width: 96, ellipsis: true },
  { title: '内容', dataIndex: 'value', ellipsis: true, render: (value: string) => value || '（空）' },
  { title: '原因', render: (_, error) => reasonOf(error) },
]

/** On a phone column and content are below the reason, which has the width it needs. */
const narrowColumns: TableColumnsType<NumberedError> = [
  placeColumn,
  {
    title: '原因',
    render: (_, { column, value, ...error }) => (
      <>
        {reasonOf(error)}
        <small>{[column, value || '（空）'].filter(Boolean).join('：')}</small>
      </>
    ),
  },
]

/** Lists the invalid cells and links a workbook of the invalid rows, to be corrected and imported again. */
function Failures({ status }: { status: ImportStatus }) {
  const narrow = useNarrow()
  if (status.errors.length === 0) return null
  const errors = status.errors.map((error, id): NumberedError => ({ ...error, id }))
  return (
    <section aria-label="有误的行">
      <div className="sr-import-failures-head">
        <h2>有误或未导入的内容</h2>
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
        columns={narrow ? narrowColumns : errorColumns}
      />
      {errors.length >= shownErrors && (
        <p className="sr-import-note">仅显示前 {shownErrors} 条，全部见失败数据文件。</p>
      )}
    </section>
  )
}

/** Sheets and rows that hold no customer. */
function LeftOut({ status: { left } }: { status: ImportStatus }) {
  if (left.length === 0) return null
  return (
    <details className="sr-import-left">
      <summary>未导入的工作表和行（{left.length}）</summary>
      <ul>
        {left.map(({ sheet, row, text }) => (
          <li key={`${sheet} ${row} ${text}`}>
            {sheet}
            {row > 0 && ` 第 ${row} 行`}：{text}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The server returns at most this many errors. */
const shownErrors = 200
