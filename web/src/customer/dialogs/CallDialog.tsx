import { thirdCallDetail } from '@showroom/contract/customer/customer.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOf } from '../../api/query'
import { formatMinute } from '../../ui/day'
import { clockText } from '../../ui/dayText'
import { RecordDialog, type RecordProps } from '../../ui/RecordDialog'
import { Recording } from '../timeline/Recording'
import './CallDialog.css'

type Call = AnswerOf<typeof thirdCallDetail>['data']

/** A recorded call: the transcript, and the recording, which can start at any line. */
export function CallDialog({ id, onClosed }: RecordProps) {
  const query = useQuery(queryOf(thirdCallDetail, { callId: id }))
  return (
    <RecordDialog title="通话详情" query={query} onClosed={onClosed}>
      {({ data }) => <Talk call={data} />}
    </RecordDialog>
  )
}

const speakers = { customer: '客户', sales: '销售' } as const

function Talk({ call }: { call: Call }) {
  const player = useRef<HTMLAudioElement>(null)
  const [moved, setMoved] = useState(-1)
  const current = call.contentList.findLastIndex(({ at }) => at <= moved)
  const playFrom = (seconds: number): void => {
    if (!player.current) return
    player.current.currentTime = seconds
    void player.current.play().catch(() => undefined)
  }
  return (
    <div>
      <p className="sr-c-call-head">
        <span>{formatMinute(call.startedAt)}</span>
        <span>通话时长 {clockText(call.seconds)}</span>
      </p>
      {call.audioUrl ? (
        <div className="sr-c-call-audio">
          <Recording url={call.audioUrl} player={player} onMoved={setMoved} />
        </div>
      ) : (
        <p className="sr-quiet">没有录音</p>
      )}
      {call.contentList.length === 0 && <p className="sr-quiet">没有转写文字</p>}
      <ol className="sr-c-talk" aria-label="通话内容">
        {call.contentList.map(({ type, text, at }, index) => (
          <li
            key={`${at} ${text}`}
            className={`sr-c-said sr-c-said-${type}`}
            aria-current={index === current}
          >
            <p className="sr-c-said-who">
              {speakers[type]}
              {call.audioUrl ? (
                <button
                  type="button"
                  className="sr-link sr-number"
                  aria-label={`从 ${clockText(at)} 播放`}
                  onClick={() => playFrom(at)}
                >
                  {clockText(at)}
                </button>
              ) : (
                <span className="sr-number">{clockText(at)}</span>
              )}
            </p>
            <p className="sr-c-said-text">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
