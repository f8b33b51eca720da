import { Skeleton } from 'antd'
import { BackLink } from './BackLink'

const lines = (rows: number) => ({ rows, width: '100%' })

/** Placeholder with the page's layout, so that nothing moves when the file arrives. */
export function ProfileSkeleton() {
  return (
    <div className="sr-c-page" aria-busy>
      <p className="sr-visually-hidden" role="status">
        正在加载客户资料
      </p>
      <div className="sr-c-head">
        <BackLink />
        <Skeleton.Button active size="small" style={{ width: 160 }} />
      </div>
      <div aria-hidden>
        <div className="sr-c-layout">
          <div className="sr-c-area-next">
            <div className="sr-c-card sr-c-next">
              <Skeleton active title={{ width: 80 }} paragraph={{ rows: 2, width: ['40%', '60%'] }} />
            </div>
          </div>
          <div className="sr-c-area-file">
            <div className="sr-c-card">
              <Skeleton active title={{ width: 80 }} paragraph={lines(12)} />
            </div>
          </div>
          <div className="sr-c-area-cards">
            <div className="sr-c-card">
              <Skeleton active title={{ width: 60 }} paragraph={lines(1)} />
            </div>
          </div>
          <div className="sr-c-area-timeline">
            <div className="sr-c-card">
              <Skeleton active title={{ width: 80 }} paragraph={lines(10)} />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
