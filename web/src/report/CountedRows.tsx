import { paper } from '@showroom/contract/appointment/appointment.api'
import { type MeasureName, measures } from '@showroom/contract/report/measures'
import { reports } from '@showroom/contract/report/report.rules'
import type { ReactNode } from 'react'
import { paperHref } from '../appointment/public'
import { CustomerName, LevelChip, Peeks } from '../customer/public'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { formatMinute } from '../ui/day'
import { RowsDrawer } from '../ui/RowsDrawer'
import { rowsQuery, type RowsRequest } from './report.queries'
import { safeAddress } from '../ui/address'

export interface CountedRowsProps {
  title: string
  words: string
  request: Omit<RowsRequest, 'pageStart' | 'pageCount'>
  onClose: () => void
  /** Above the rows. */
  children?: ReactNode
}

/** The rows that a measure counts. */
export function CountedRows({ title, words, request, onClose, children }: CountedRowsProps) {
  const { measure, dateStart, dateEnd, memberId, seriesId, carId, source, otherSource, isOffline } = request
  const session = useSession()
  const query = { measure, dateStart, dateEnd, memberId, seriesId, carId, source, otherSource, isOffline }
  return (
    <>
      <RowsDrawer
        title={title}
        part={measure}
        words={words}
        meaning={measures[measure].meaning}
        query={(page) => rowsQuery({ ...defined(query), ...page } as RowsRequest)}
        idOf={({ id }) => id}
        render={(row) => (
          <>
            <span className="sr-rows-who">
              {row.customerId > 0 ? (
                <CustomerName customerId={row.customerId} name={row.customerName} />
              ) : (
                row.customerName
              )}
              <LevelChip level={row.level} size="small" />
              <span className="sr-quiet sr-num">{row.mobile}</span>
            </span>
            <time className="sr-quiet sr-num" dateTime={new Date(row.at * 1000).toISOString()}>
              {formatMinute(row.at)}
            </time>
            <span className="sr-quiet">
              {[row.memberName, row.seriesName, row.sourceName, ...lengthWords(measure, row)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {row.customerId > 0 && row.kept !== false && ofCar.has(measure) && may(session, paper) && (
              <a className="sr-link" href={safeAddress(paperHref(row.id))} target="_blank" rel="noopener">
                试驾协议<span className="sr-visually-hidden"> {row.customerName}</span>
              </a>
            )}
          </>
        )}
        onClose={onClose}
      >
        {children}
      </RowsDrawer>
      <Peeks />
    </>
  )
}

/** Numbers of the test-drive cars, whose rows are test drives. */
const ofCar: ReadonlySet<MeasureName> = new Set(reports.testCar.columns)

/** Length of an appointment or a drive, and the appointment's result. */
const lengthWords = (
  measure: MeasureName,
  { minutes, kept: isKept }: { minutes: number; kept: boolean | null },
): string[] => {
  if (minutes === 0) return []
  const isDrive = measures[measure].rows === 'drive'
  return [`${minutes}分钟`, ...(isDrive ? [] : [isKept === null ? '待到店' : isKept ? '已到店' : '爽约'])]
}

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
