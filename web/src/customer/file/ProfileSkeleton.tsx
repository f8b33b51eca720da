import { Bone } from '../../ui/Skeletons'
import { BackLink } from './BackLink'

interface WaitingCardProps {
  title?: number
  /** Widths of the lines below the title. */
  lines: readonly string[]
  className?: string
}

const WaitingCard = ({ title = 80, lines, className = '' }: WaitingCardProps) => (
  <div className={`sr-c-card ${className}`}>
    <div className="sr-c-waiting">
      <Bone width={`${title}px`} height={16} />
      {Array.from({ length: lines.length }, (_, row) => (
        <Bone key={row} width={lines[row] ?? ''} height={16} />
      ))}
    </div>
  </div>
)

const wholeLines = (rows: number): string[] => Array.from({ length: rows }, () => '100%')

/** Placeholder with the page's layout, so that nothing moves when the file arrives. */
export function ProfileSkeleton() {
  return (
    <div className="sr-c-page" aria-busy>
      <p className="sr-visually-hidden" role="status">
        正在加载客户资料
      </p>
      <div className="sr-c-head">
        <BackLink />
        <Bone width="160px" height={24} />
      </div>
      <div aria-hidden>
        <div className="sr-c-layout">
          <div className="sr-c-area-next">
            <WaitingCard className="sr-c-next" lines={['40%', '60%']} />
          </div>
          <div className="sr-c-area-file">
            <WaitingCard lines={wholeLines(12)} />
          </div>
          <div className="sr-c-area-cards">
            <WaitingCard title={60} lines={wholeLines(1)} />
          </div>
          <div className="sr-c-area-timeline">
            <WaitingCard lines={wholeLines(10)} />
          </div>
        </div>
      </div>
    </div>
  )
}
