import { testShareDetail } from '@showroom/contract/customer/customer.api'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query'
import { formatMinute } from '../../ui/day'
import { RecordDialog, type RecordProps } from '../../ui/RecordDialog'
import '../../ui/RecordFacts.css'

/** The test drive data that was shared with the customer. */
export function TestShareDialog({ id, onClosed }: RecordProps) {
  const query = useQuery(queryOf(testShareDetail, { shareId: id }))
  return (
    <RecordDialog title="试驾信息" query={query} onClosed={onClosed} width={520}>
      {({ testSeries, testDate, data }) => (
        <dl className="sr-c-record-facts">
          <div>
            <dt>试驾车系</dt>
            <dd>{testSeries}</dd>
          </div>
          <div>
            <dt>试驾时间</dt>
            <dd>{formatMinute(testDate)}</dd>
          </div>
          {data.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </RecordDialog>
  )
}
