import { noticeTitles } from '@showroom/contract/notice/notice.rules'
import type { Gathered } from './gather'

/** The kind of equal notices, and how many they are. */
export const NoticeTitle = ({ notice: { kind, isRead }, ids }: Gathered) => (
  <span className={`sr-bell-kind sr-bell-kind-${kind}`}>
    {noticeTitles[kind]}
    {ids.length > 1 && <span className="sr-bell-times">{ids.length}条</span>}
    {!isRead && <span className="sr-visually-hidden">，未读</span>}
  </span>
)
