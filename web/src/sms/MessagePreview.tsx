import { useQuery } from '@tanstack/react-query'
import { useShownHere } from '../ui/shownErrors'
import { previewQuery } from './sms.queries'
import './sms.css'

const aboutOf = (customerId: number, name: string): string => {
  if (customerId > 0) return `${name} 将收到（号码已脱敏）`
  return name ? `以客户 ${name} 为例` : '还没有客户可作示例'
}

/** The message as the customer will read it, with masked numbers, and its length as carriers count it. */
export function MessagePreview({ content, customerId = 0 }: { content: string; customerId?: number }) {
  const { data, error } = useQuery(previewQuery(content, customerId))
  useShownHere(error)
  if (error) return <p className="sr-quiet">无法预览，请检查短信内容。</p>
  if (!data) return <p className="sr-quiet">正在生成预览…</p>
  return (
    <figure className="sr-sms-preview">
      <figcaption className="sr-quiet">
        {aboutOf(customerId, data.customerName)}，{data.length} 字，计 {data.parts} 条
      </figcaption>
      <p className="sr-sms-text">{data.content}</p>
    </figure>
  )
}
