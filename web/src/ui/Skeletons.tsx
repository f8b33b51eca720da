import './parts.css'

/** One line of a placeholder. */
export const Bone = ({ width, height = 14 }: { width: string; height?: number }) => (
  <div className="sr-bone" style={{ width, height }} />
)

/** Placeholder for lines of text in a dialog or card. */
export const LinesSkeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="sr-skeleton-lines" role="status" aria-label="加载中">
    {Array.from({ length: lines }, (_, line) => (
      <Bone key={line} width={line === lines - 1 ? '60%' : '100%'} height={16} />
    ))}
  </div>
)

/** Placeholder for a loading page, in the usual layout: title, filters, rows. */
export function PageSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="sr-skeleton-page" role="status" aria-label="加载中">
      <Bone width="160px" height={28} />
      <div className="sr-skeleton-card">
        <Bone width="70%" height={32} />
      </div>
      <RowsSkeleton rows={rows} />
    </div>
  )
}

/** Placeholder for list rows, 40 px each. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="sr-skeleton-card" style={{ gap: 26 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Bone key={row} width={`${92 - ((row * 17) % 31)}%`} />
      ))}
    </div>
  )
}

/** Placeholder for the whole window while the session loads. */
export function ShellSkeleton() {
  return (
    <>
      <div className="sr-skeleton-header" />
      <div className="sr-skeleton-content">
        <PageSkeleton />
      </div>
    </>
  )
}
