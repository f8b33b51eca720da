import type { ClueRow } from '@showroom/contract/lead/list.schema'
import type { LeadTimes } from '@showroom/contract/lead/lead.rules'
import { useDictionaryText } from '../../base/public'
import { Cut } from '../../ui/list/table/Cut'
import { Countdown } from '../queue/Countdown'
import { deadlineOf } from '../queue/lead.countdown'
import { resultOf, spanText, statusOf } from '../lead.labels'
import './lead-cells.css'

/** Cells that the lead table and the lead cards share. */

/** The state's colour with its label, or with another text. */
export function StatusCell({ status, text }: { status: number; text?: string }) {
  const label = statusOf(status)
  return <span className={`sr-lead-status sr-lead-status-${label.tone}`}>{text ?? label.text}</span>
}

/** Why the lead is invalid: the reason and the remark. */
export function ReasonText({ row: { invalidReason, clearRemark } }: { row: ClueRow }) {
  const reason = useDictionaryText('clueInvalidReasons')
  const words = [reason(invalidReason), clearRemark].filter(Boolean)
  return <Cut text={[...new Set(words)].join('：')} />
}

export function ResultChip({ result: found }: { result: number }) {
  const result = resultOf(found)
  if (!result) return <span className="sr-quiet">—</span>
  return <span className={`sr-lead-chip sr-lead-chip-${result.tone}`}>{result.text}</span>
}

/** Badges beside the name. */
export const LeadMarks = ({ row }: { row: Pick<ClueRow, 'lacksMobile' | 'isRepeat' | 'isRemote'> }) => (
  <>
    {row.lacksMobile && (
      <span className="sr-lead-mark sr-lead-mark-due" title="只有备用号码，联系后补录手机号">
        无手机号
      </span>
    )}
    {row.isRepeat && (
      <span className="sr-lead-mark" title="该号码已是客户">
        重复
      </span>
    )}
    {row.isRemote === 1 && (
      <span className="sr-lead-mark sr-lead-mark-due" title="异地购车">
        异地
      </span>
    )}
  </>
)

interface ClockProps {
  row: ClueRow
  hours: LeadTimes | undefined
  what: '清洗' | '首次跟进'
}

/** Time taken, or the time left while the step is still open. */
export function ClockCell({ row, hours, what }: ClockProps) {
  const deadline = deadlineOf(row, row.createdDate, hours)
  if (deadline?.what === what && hours) return <Countdown deadline={deadline} hours={hours} />
  const text = spanText(what === '清洗' ? row.clearSeconds : row.followSeconds)
  return text ? <span className="sr-num">用时 {text}</span> : <span className="sr-quiet">—</span>
}
