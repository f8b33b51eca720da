import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { revealWatchQuery } from './audit.queries'

/** Members who revealed three times their usual amount of numbers; renders nothing if there are none. */
export function RevealAlert({ onShow }: { onShow: (memberId: number) => void }) {
  const { data } = useQuery(revealWatchQuery())
  if (!data || data.data.length === 0) return null
  return (
    <Alert
      className="sr-log-alert"
      type="warning"
      showIcon
      title="以下成员近7天查看号码明显多于平时"
      description={
        <ul className="sr-reveals">
          {data.data.map(({ memberId, userName, recent, usual }) => (
            <li key={memberId}>
              {userName}：{recent} 次，平时每周 {usual} 次{' '}
              <button
                type="button"
                className="sr-link"
                aria-label={`查看记录：${userName}`}
                onClick={() => onShow(memberId)}
              >
                查看记录
              </button>
            </li>
          ))}
        </ul>
      }
    />
  )
}
