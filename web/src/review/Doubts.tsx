import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Evidence } from '@showroom/contract/review/list.schema'
import { effortText } from './review.labels'
import './review.css'

/** The work on the customer, and the doubts about the defeat: each in words, with a sign beside the colour. */
export function Doubts({ evidence }: { evidence: Evidence }) {
  return (
    <span className="sr-review-evidence">
      <span className="sr-review-effort">{effortText(evidence)}</span>
      {evidence.doubts.map((doubt) => (
        <span key={doubt} className="sr-review-chip sr-review-doubt">
          <WarningOutlined aria-hidden />
          <span className="sr-visually-hidden">疑点：</span>
          {doubt}
        </span>
      ))}
      {evidence.doubts.length === 0 && (
        <span className="sr-review-chip sr-review-sound">
          <CheckCircleOutlined aria-hidden />
          未见疑点
        </span>
      )}
    </span>
  )
}
