import { handIn } from '@showroom/contract/daily/daily.api'
import { dailyState, isOpenDay, textMax } from '@showroom/contract/daily/daily.rules'
import { type DailyReport, HandIn } from '@showroom/contract/daily/daily.schema'
import { dayStart, secondOfDay } from '@showroom/contract/kernel/day'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import type { own } from '@showroom/contract/daily/daily.api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Input } from 'antd'
import { callApi } from '../api/client'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { formatDay, formatMinute } from '../ui/day'
import { weekdayOf } from '../ui/dayText'
import { ErrorState } from '../ui/ErrorState'
import { FormNote } from '../ui/form/FormNote'
import { Field, SchemaForm } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { useMessage } from '../ui/useMessage'
import { useNow } from '../ui/useNow'
import { stateText } from './daily.labels'
import { ownQuery, refetchReports } from './daily.queries'
import { ReportNumbers, useRows } from './DailyNumbers'
import { DailyTabs } from './DailyTabs'
import { DayNav } from './DayNav'
import { Comments, Defeats, Texts } from './ReportParts'
import './daily.css'

/** The member's own report of a day: counted, to be completed and handed in. */
export function OwnPage() {
  const now = useNow()
  const { day: asOf } = useSearch({ from: '/shell/daily/index' })
  const navigate = useNavigate()
  const day = dayStart(asOf || now)
  const { data, error, isPending, refetch } = useQuery(ownQuery(day))
  return (
    <div className="sr-daily">
      <PageHeader title="我的日报" tabs={<DailyTabs day={asOf} />}>
        <DayNav day={day} onShow={(next) => void navigate({ to: '.', search: { day: next } })} />
      </PageHeader>
      {isPending && <PageSkeleton />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Own key={day} day={day} data={data} />}
    </div>
  )
}

function Own({ day, data }: { day: number; data: AnswerOf<typeof own> }) {
  const now = useNow()
  const { report, dueAt, days } = data
  const { open, drawer } = useRows()
  const isHandedIn = report.state === dailyState.handedIn
  const isOffered = may(useSession(), handIn)
  const mayHandIn =
    isOffered && (report.state === dailyState.returned || (!isHandedIn && isOpenDay(day, now)))
  return (
    <>
      <nav className="sr-daily-days" aria-label="最近七天">
        {days.map((one) => (
          <Link
            key={one.day}
            to="/daily/index"
            search={{ day: one.day === dayStart(now) ? 0 : one.day }}
            className="sr-daily-day"
            {...(one.day === day && { 'aria-current': 'date' as const })}
          >
            <span>{one.day === dayStart(now) ? '今天' : weekdayOf(one.day)}</span>
            <span className="sr-num">{formatDay(one.day).slice(5)}</span>
            <span className="sr-daily-state">{stateText(one) || '无需'}</span>
          </Link>
        ))}
      </nav>
      <section className="sr-daily-panel" aria-label="当日数字">
        <ReportNumbers report={report} day={day} onOpen={open} />
        <Defeats defeats={report.defeats} />
      </section>
      <section className="sr-daily-panel" aria-label="小结与计划">
        <p className="sr-daily-line">{lineOf(report, day, dueAt, now)}</p>
        {mayHandIn ? (
          <HandInForm key={report.handedAt + report.state} report={report} day={day} />
        ) : (
          report.state !== dailyState.none && <Texts {...report} />
        )}
        <Comments comments={report.comments} />
      </section>
      {drawer}
    </>
  )
}

/** One sentence on the state of the report. */
function lineOf(
  { state, isLate, isDue, handedAt }: DailyReport,
  day: number,
  dueAt: string,
  now: number,
): string {
  if (state === dailyState.handedIn) return `已于 ${formatMinute(handedAt)} 提交${isLate ? '（晚交）' : ''}`
  if (state === dailyState.returned) return '已退回，请补充后重新提交'
  if (!isOpenDay(day, now)) return '这一天没有日报'
  if (!isDue) return '这一天无需提交日报，也可以提交'
  return now >= day + secondOfDay(dueAt)
    ? `已过 ${dueAt}，仍可补交`
    : `数字已按记录填好，请在 ${dueAt} 前提交`
}

function HandInForm({ report, day }: { report: DailyReport; day: number }) {
  const queries = useQueryClient()
  const message = useMessage()
  const form = useSchemaForm({
    schema: HandIn,
    initial: { summary: report.summary, plan: report.plan },
    draft: { form: 'daily.handIn', record: { id: day, version: String(report.handedAt) } },
    toRequest: (values: { summary: string; plan: string }) => ({ ...values, day }),
    send: (request, options) => callApi(handIn, request, options),
    onDone: () => {
      message.success('日报已提交')
      refetchReports(queries)
    },
  })
  const area = { autoSize: { minRows: 4, maxRows: 12 }, maxLength: textMax, showCount: true }
  return (
    <SchemaForm form={form}>
      <div className="sr-daily-fields">
        <Field name="summary" label="今日小结" required>
          <Input.TextArea {...area} placeholder="做成了什么，卡在哪里" />
        </Field>
        <Field name="plan" label="明日计划">
          <Input.TextArea {...area} placeholder="明天先做什么" />
        </Field>
      </div>
      <div className="sr-page-foot">
        <Button type="primary" htmlType="submit" loading={form.pending}>
          提交日报
        </Button>
        <FormNote form={form} save="提交" inPage />
      </div>
    </SchemaForm>
  )
}
