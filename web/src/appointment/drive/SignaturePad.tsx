import { Button } from 'antd'
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sendImage } from '../../base/public'
import { groupAria } from '../../ui/form/groupAria'
import { uploadProblem } from '../../ui/upload/image'

/** Between the last stroke and sending: a name has several strokes. */
const pauseMs = 600

interface SignaturePadProps {
  id?: string
  /** Key of the uploaded signature. */
  value?: string
  onChange?: (value: string) => void
  /** Called when a drawing begins and when it is uploaded, so that a form can wait for it. */
  onBusy: (isBusy: boolean) => void
  'aria-labelledby'?: string
}

/** Takes a signature by finger, pen or mouse, and uploads it as a picture after its last stroke. Another stroke uploads it again. */
export function SignaturePad({ id, value = '', onChange, onBusy, ...rest }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [problem, setProblem] = useState('')
  useUnseenCleared({ value, onChange }, isDrawn)
  const upload = useUpload(canvas, { onSent: (key) => onChange?.(key), onFailed: setProblem })
  const begin = (): void => {
    upload.stop()
    setDrawn(true)
    setProblem('')
    if (value) onChange?.('')
  }
  const pen = usePen(begin, upload.start)
  const clear = (): void => {
    const { current } = canvas
    upload.stop()
    current?.getContext('2d')?.clearRect(0, 0, current.width, current.height)
    setDrawn(false)
    setProblem('')
    onChange?.('')
  }
  const isWaiting = isDrawn && value === '' && problem === ''
  const report = useEffectEvent(onBusy)
  useEffect(() => {
    report(isWaiting)
    return () => report(false)
  }, [isWaiting])
  return (
    <div role="group" {...groupAria(rest)}>
      <canvas
        ref={canvas}
        width={960}
        height={320}
        className="sr-signature-area"
        role="img"
        aria-label="签名区"
        {...pen}
      />
      <div className="sr-signature-keys">
        {/* Stays enabled while it has the focus: a disabled button would lose it, and with it Ctrl+Enter. */}
        <Button {...(id && { id })} onClick={clear}>
          重签
        </Button>
        <span role="status">{value ? '已签名' : isWaiting ? '正在保存签名…' : '请客户在框内签名'}</span>
      </div>
      {problem && (
        <p className="sr-upload-problem" role="alert">
          {problem}
          <Button type="link" onClick={upload.start}>
            重试
          </Button>
        </p>
      )}
    </div>
  )
}

interface UploadEnds {
  readonly onSent: (key: string) => void
  readonly onFailed: (problem: string) => void
}

/** Uploads the drawing after a pause, unless it is stopped before. */
function useUpload(canvas: RefObject<HTMLCanvasElement | null>, ends: UploadEnds) {
  const running = useRef<AbortController>(undefined)
  const stop = (): void => running.current?.abort()
  useEffect(() => stop, [])
  const start = (): void => {
    stop()
    const upload = new AbortController()
    const { signal } = upload
    running.current = upload
    ends.onFailed('')
    const send = (blob: Blob | null): void => {
      if (!blob || signal.aborted) return
      const file = new File([blob], 'signature.png', { type: 'image/png' })
      void sendImage(file, { signal, onProgress: () => undefined }).then(
        (key) => !signal.aborted && ends.onSent(key),
        (error: unknown) => !signal.aborted && ends.onFailed(uploadProblem(error)),
      )
    }
    setTimeout(() => !signal.aborted && canvas.current?.toBlob(send, 'image/png'), pauseMs)
  }
  return { start, stop }
}

/** Clears a key without a drawing, as a restored draft or a pad that was hidden has: no one could see what was signed. */
function useUnseenCleared(
  { value, onChange }: Pick<SignaturePadProps, 'value' | 'onChange'>,
  isDrawn: boolean,
): void {
  useEffect(() => {
    if (value && !isDrawn) onChange?.('')
  }, [value, isDrawn, onChange])
}

type Drawing = (event: PointerEvent<HTMLCanvasElement>) => void

/** Draws with the first pointer: a palm or a second finger draws nothing. */
function usePen(onBegin: () => void, onEnd: () => void): Record<`on${string}`, Drawing> {
  const pointer = useRef<number>(undefined)
  const place = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const { width: across, height: down } = event.currentTarget
    return [((event.clientX - left) / width) * across, ((event.clientY - top) / height) * down] as const
  }
  const begin: Drawing = (event) => {
    const brush = event.currentTarget.getContext('2d')
    if (!brush || pointer.current !== undefined || event.button !== 0) return
    pointer.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    brush.lineWidth = 4
    brush.lineCap = 'round'
    brush.lineJoin = 'round'
    brush.strokeStyle = brush.fillStyle = '#1f1f1f'
    // A touch without a move is a dot, which a line of no length would not draw.
    brush.beginPath()
    brush.arc(...place(event), brush.lineWidth / 2, 0, 2 * Math.PI)
    brush.fill()
    brush.beginPath()
    brush.moveTo(...place(event))
    onBegin()
  }
  const draw: Drawing = (event) => {
    const brush = event.currentTarget.getContext('2d')
    if (!brush || pointer.current !== event.pointerId) return
    brush.lineTo(...place(event))
    brush.stroke()
  }
  const end: Drawing = ({ pointerId }) => {
    if (pointer.current !== pointerId) return
    pointer.current = undefined
    onEnd()
  }
  return { onPointerDown: begin, onPointerMove: draw, onLostPointerCapture: end }
}
