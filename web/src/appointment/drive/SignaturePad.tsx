import { Button } from 'antd'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { sendImage } from '../../base/public'
import { groupAria } from '../../ui/form/groupAria'
import { uploadProblem } from '../../ui/upload/image'

interface SignaturePadProps {
  id?: string
  /** Key of the uploaded signature. */
  value?: string
  onChange?: (value: string) => void
  'aria-labelledby'?: string
}

/** Takes a signature by finger, pen or mouse, and uploads it as a picture when it is confirmed. */
export function SignaturePad({ id, value = '', onChange, ...rest }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  useUnseenCleared({ value, onChange }, isDrawn)
  const pen = usePen(value !== '', () => setDrawn(true))
  const clear = (): void => {
    const { current } = canvas
    current?.getContext('2d')?.clearRect(0, 0, current.width, current.height)
    setDrawn(false)
    setProblem('')
    onChange?.('')
  }
  const confirm = (): void => {
    if (value) return
    canvas.current?.toBlob((blob) => {
      if (!blob) return
      setSending(true)
      setProblem('')
      void sendImage(new File([blob], 'signature.png', { type: 'image/png' }), {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
        .then((key) => onChange?.(key))
        .catch((error: unknown) => setProblem(uploadProblem(error)))
        .finally(() => setSending(false))
    }, 'image/png')
  }
  return (
    <div role="group" {...groupAria(rest)}>
      <canvas
        ref={canvas}
        width={960}
        height={320}
        className="sr-signature-area"
        role="img"
        aria-label={value ? '已确认的签名' : '签名区'}
        {...pen}
      />
      <div className="sr-signature-keys">
        {/* Stays enabled once confirmed: a disabled button would lose the focus, and with it Ctrl+Enter. */}
        <Button {...(id && { id })} onClick={confirm} loading={isSending} disabled={!isDrawn && value === ''}>
          {value ? '签名已确认' : '确认签名'}
        </Button>
        <Button onClick={clear} disabled={!isDrawn && value === ''}>
          重签
        </Button>
      </div>
      {problem && (
        <p className="sr-upload-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Clears a key without a drawing, as a restored draft or a pad that was hidden has: no one could see what was signed. */
function useUnseenCleared({ value, onChange }: SignaturePadProps, isDrawn: boolean): void {
  useEffect(() => {
    if (value && !isDrawn) onChange?.('')
  }, [value, isDrawn, onChange])
}

type Drawing = (event: PointerEvent<HTMLCanvasElement>) => void

/** Draws with the first pointer: a palm or a second finger draws nothing. */
function usePen(isBarred: boolean, onDrawn: () => void): Record<`on${string}`, Drawing> {
  const pointer = useRef<number>(undefined)
  const place = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const { width: across, height: down } = event.currentTarget
    return [((event.clientX - left) / width) * across, ((event.clientY - top) / height) * down] as const
  }
  const begin: Drawing = (event) => {
    const brush = event.currentTarget.getContext('2d')
    if (!brush || isBarred || pointer.current !== undefined || event.button !== 0) return
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
    onDrawn()
  }
  const draw: Drawing = (event) => {
    const brush = event.currentTarget.getContext('2d')
    if (!brush || isBarred || pointer.current !== event.pointerId) return
    brush.lineTo(...place(event))
    brush.stroke()
    onDrawn()
  }
  const end: Drawing = ({ pointerId }) => {
    if (pointer.current === pointerId) pointer.current = undefined
  }
  return { onPointerDown: begin, onPointerMove: draw, onLostPointerCapture: end }
}
