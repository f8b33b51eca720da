import { levelLabels, type TargetLevel } from '@showroom/contract/target/target.rules'
import type { Period } from '@showroom/contract/target/target.schema'
import { save, sheet } from '@showroom/contract/target/target.api'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { callApi, Refusal } from '../api/client'
import { Allowed } from '../frame/Allowed'
import { EmptyState } from '../ui/EmptyState'
import { failureText } from '../ui/failure'
import { lazyDialog } from '../ui/lazyDialog'
import { ExportButton } from '../ui/list/ExportButton'
import { PageHeader } from '../ui/PageHeader'
import { useMessage } from '../ui/useMessage'
import { useNarrow } from '../ui/useNarrow'
import { changedCells, type CellText, keyOf, rowsOf, textOf } from './grid'
import { invalidateTargets } from './target.queries'
import { type Cell, TargetGrid } from './TargetGrid'
import { TargetNote } from './TargetNote'
import { useEdits } from './useEdits'

const FillDialog = lazyDialog(() => import('./FillDialog').then((module) => module.FillDialog))
const ImportDialog = lazyDialog(() => import('./ImportDialog').then((module) => module.ImportDialog))
const HistoryDrawer = lazyDialog(() => import('./HistoryDrawer').then((module) => module.HistoryDrawer))

const editHint = '方向键、Tab与回车移动，可从电子表格粘贴一块数字；修改留有记录。'
const readHint = '实际数与报表同口径，目标由门店管理者设定。'

/** `2026-11`, `2026年第4季度` or `2026年`. */
function periodText(month: string, months: number): string {
  const [year, number] = month.split('-')
  if (months === 1) return month
  return months === 3 ? `${year}年第${Math.ceil(Number(number) / 3)}季度` : `${year}年`
}

interface TargetSheetProps {
  period: Period
  /** YYYY-MM. */
  month: string
  months: number
  level: TargetLevel
  isEditable: boolean
  /** The bar of the period. */
  children: ReactNode
}

/** The targets of one period, with what is typed until it is saved. */
export function TargetSheet({ period, month, months, level, isEditable, children }: TargetSheetProps) {
  const rows = rowsOf(period)
  const narrow = useNarrow()
  const { edits, put, discard, renew, questions } = useEdits()
  const [cell, setCell] = useState<Cell>()
  const [opened, setOpened] = useState<'fill' | 'import' | 'history'>()
  const close = () => setOpened(undefined)
  const saving = useSaving({ month, discard, renew })
  /** Types numbers into cells that have a row. */
  const fill = (cells: readonly CellText[]) =>
    put(
      cells.flatMap((one) => {
        const row = rows.find(({ id, isEditable: takes }) => takes && id === one.id)
        if (!row) return []
        const { goals, rowVersion } = row.numbers[one.measure]
        const key = keyOf(row.id, one.measure, one.level)
        return [{ key, text: one.text, stored: textOf(goals[one.level]), rowVersion }]
      }),
    )
  const send = () => {
    const { cells, problem } = changedCells(rows, edits)
    if (problem) return saving.fail(problem)
    if (cells.length > 0) void saving.send(cells)
  }
  return (
    <div className="sr-target">
      <PageHeader
        title="业绩目标"
        hint={isEditable ? editHint : readHint}
        onPaper={`${periodText(month, months)} · ${levelLabels[level]}目标`}
      >
        {isEditable && (
          <>
            <Button onClick={() => setOpened('fill')}>从往月填入</Button>
            <Button onClick={() => setOpened('import')}>导入</Button>
          </>
        )}
        {months === 1 && (
          <Allowed to={sheet}>
            <ExportButton narrow={narrow} total={rows.length} makeFile={() => callApi(sheet, { month })} />
          </Allowed>
        )}
        {isEditable && (
          <Button type="primary" loading={saving.isSaving} disabled={edits.size === 0} onClick={send}>
            {edits.size > 0 ? `保存（${edits.size}）` : '保存'}
          </Button>
        )}
      </PageHeader>
      {children}
      {!period.isAnnounced && (
        <Alert
          type="info"
          showIcon
          title={`${month.slice(0, 4)}年的节假日安排尚未公布，进度暂按没有节假日计算。`}
        />
      )}
      {saving.problem && <Alert type="error" showIcon role="alert" title={saving.problem} />}
      {rows.length === 0 ? (
        <section className="sr-panel">
          <EmptyState title="还没有可以显示的成员" hint="门店管理者为成员设定目标后，在此查看进度。" />
        </section>
      ) : (
        <TargetGrid {...{ rows, level, edits, isEditable }} onEdit={fill} onFocus={setCell} onSend={send} />
      )}
      <TargetNote cell={cell} rows={rows} {...(months === 1 && { onHistory: () => setOpened('history') })} />
      {opened === 'fill' && <FillDialog month={month} onFill={fill} onClosed={close} />}
      {opened === 'import' && <ImportDialog onFill={fill} onClosed={close} />}
      {opened === 'history' && cell && (
        <HistoryDrawer
          month={month}
          memberId={cell.id}
          measure={cell.measure}
          name={rows.find(({ id }) => id === cell.id)?.name ?? ''}
          onClose={close}
        />
      )}
      {questions}
    </div>
  )
}

type Cells = ReturnType<typeof changedCells>['cells']
interface SavingOptions {
  month: string
  discard: () => void
  renew: () => void
}

/** Saves typed targets. After a conflict the page shows what another member saved, and saving again is a decision. */
function useSaving({ month, discard, renew }: SavingOptions) {
  const queries = useQueryClient()
  const message = useMessage()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState('')
  return {
    isSaving,
    problem,
    fail: setProblem,
    async send(cells: Cells) {
      setSaving(true)
      setProblem('')
      try {
        await callApi(save, { month, cells }, { once: true })
        await invalidateTargets(queries)
        discard()
        message.success('保存成功')
      } catch (error) {
        setProblem(failureText(error))
        if (error instanceof Refusal && error.code === 409) {
          await invalidateTargets(queries)
          renew()
        }
      } finally {
        setSaving(false)
      }
    },
  }
}
