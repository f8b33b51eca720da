import { refreshUrl } from '@showroom/contract/base/base.api'
import { type RefObject, useState } from 'react'
import { callApi } from '../../api/client'
import './Recording.css'
import { safeAddress } from '../../ui/address'

interface RecordingProps {
  url: string
  /** Lets the parent control the playback position. */
  player?: RefObject<HTMLAudioElement | null>
  onMoved?: (seconds: number) => void
}

/** A call recording. Its signed link expires: renews it once if it fails to load. */
export function Recording({ url, player, onMoved }: RecordingProps) {
  const [source, setSource] = useState(url)
  const [state, setState] = useState<'first' | 'renewed' | 'failed'>('first')

  const failed = async (): Promise<void> => {
    if (state !== 'first') return setState('failed')
    setState('renewed')
    try {
      const { data } = await callApi(refreshUrl, { urlList: [url] })
      const [renewed] = data.urlList
      // Setting the same link again would not reload it, so no failure event would follow.
      if (renewed && renewed !== source) setSource(renewed)
      else setState('failed')
    } catch {
      setState('failed')
    }
  }
  if (state === 'failed') return <span className="sr-c-recording-failed">录音加载失败</span>
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the call's words are in its transcript, not in a caption track
    <audio
      ref={player}
      className="sr-c-recording"
      controls
      preload="none"
      src={safeAddress(source)}
      aria-label="通话录音"
      onError={() => void failed()}
      onTimeUpdate={(event) => onMoved?.(event.currentTarget.currentTime)}
    />
  )
}
