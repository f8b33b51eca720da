import { ReadOutlined } from '@ant-design/icons'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import { Button } from 'antd'
import { useState } from 'react'
import { aboutTalk, Facts, Part } from './LeadFacts'
import { TalkDialog } from './TalkDialog'

/** Talking points in order; the dialog shows them in large type for use during a call. */
export function TalkPart({ data }: { data: ClueDetail }) {
  const [reading, setReading] = useState(false)
  const talk = aboutTalk(data)
  if (talk.every(([, text]) => text === '')) return null
  return (
    <Part
      title="沟通建议"
      extra={
        <Button type="link" size="small" icon={<ReadOutlined aria-hidden />} onClick={() => setReading(true)}>
          智能销售介绍
        </Button>
      }
    >
      <Facts facts={talk} wide />
      {reading && <TalkDialog data={data} onClosed={() => setReading(false)} />}
    </Part>
  )
}
