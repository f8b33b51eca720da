import { RowsSkeleton } from '../../ui/Skeletons'

/** Placeholder with the page's layout while the order loads. */
export const OrderPageSkeleton = () => (
  <div className="sr-o-page" aria-busy>
    <div className="sr-o-head">
      <span className="sr-bone" style={{ width: 240, height: 24 }} />
    </div>
    <div className="sr-o-steps">
      <span className="sr-bone" style={{ width: '60%', height: 24 }} />
    </div>
    <div className="sr-o-layout">
      <div className="sr-o-main">
        {[3, 4, 3].map((rows, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change place
          <div key={index} className="sr-o-card">
            <RowsSkeleton rows={rows} />
          </div>
        ))}
      </div>
      <div className="sr-o-card">
        <RowsSkeleton rows={5} />
      </div>
    </div>
  </div>
)
