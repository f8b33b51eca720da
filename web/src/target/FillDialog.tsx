import { dayText } from '@showroom/contract/kernel/day'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import { raise, targetLevels, targetMeasures } from '@showroom/contract/target/target.rules'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, InputNumber, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../ui/failure'
import { type CellText, rowsOf, textOf } from './grid'
import { periodQuery } from './target.queries'
import '../ui/form/form.css'

interface FillDialogProps {
  /** YYYY-MM. */
  month: string
  onFill: (cells: readonly CellText[]) => void
  onClosed: () => void
}

/** Fills the grid from last month, or from the same month of last year, plus some percent. Nothing is saved yet. */
export function FillDialog({ month, onFill, onClosed }: FillDialogProps) {
  const queries = useQueryClient()
  const id = useId()
  const [open, setOpen] = useState(true)
  const [by, setBy] = useState(-1)
  const [percent, setPercent] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const start = Date.parse(`${month}-01T00:00:00+08:00`) / 1000
  const from = dayText(periodStart(dateType.month, start, by)).slice(0, 7)
  const fill = async (): Promise<void> => {
    setBusy(true)
    try {
      const rows = rowsOf(await queries.query(periodQuery({ month: from, months: 1 })))
      const cells = rows.flatMap(({ id: rowId, numbers }) =>
        targetMeasures.flatMap((measure) =>
          targetLevels.flatMap((level) => {
            const goal = raise(numbers[measure].goals[level], percent)
            return goal === null ? [] : [{ id: rowId, measure, level, text: textOf(goal) }]
          }),
        ),
      )
      if (cells.length === 0) return setProblem(`${from} 没有目标`)
      onFill(cells)
      setOpen(false)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={open}
      title="从往月填入"
      width={480}
      centered
      wrapClassName="sr-dialog"
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>取消</Button>
          <Button type="primary" loading={busy} onClick={() => void fill()}>
            填入
          </Button>
        </>
      }
    >
      {problem && <Alert className="sr-form-problem" type="error" showIcon role="alert" title={problem} />}
      <div className="sr-target-fill">
        <Radio.Group
          aria-label="来源月份"
          value={by}
          onChange={(event) => setBy(event.target.value as number)}
          options={[
            { value: -1, label: '上月' },
            { value: -12, label: '去年同月' },
          ]}
        />
        <span className="sr-quiet sr-num">{from}</span>
      </div>
      <div className="sr-target-fill">
        <label htmlFor={id}>增加</label>
        <InputNumber
          id={id}
          min={-100}
          max={1000}
          precision={0}
          value={percent}
          suffix="%"
          onChange={(value) => setPercent(value ?? 0)}
        />
      </div>
      <p className="sr-quiet">填入所有级别的目标，四舍五入到整数。核对后点保存才生效。</p>
    </Modal>
  )
}
