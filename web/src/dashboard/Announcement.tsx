import { useQuery } from '@tanstack/react-query'
import { dealerQuery } from '../setting/public'
import { formatMinute } from '../ui/day'
import './announcement.css'

/** The announcement of the store's management; renders nothing if there is none. */
export function Announcement() {
  const { data, isLoading, failureCount } = useQuery(dealerQuery())
  // Hides the content below until its position is final.
  if (isLoading && failureCount === 0) return <span hidden className="sr-announcement-awaited" />
  if (!data?.topic) return null
  return (
    <section className="sr-announcement" aria-labelledby="announcement-title">
      <h2 id="announcement-title" className="sr-announcement-title">
        公告
      </h2>
      <p className="sr-announcement-text">{data.topic}</p>
      <p className="sr-announcement-by">
        {data.topicName} <time className="sr-num">{formatMinute(data.topicAt)}</time>
      </p>
    </section>
  )
}
