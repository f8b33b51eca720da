import {
  CloseOutlined,
  LeftOutlined,
  RedoOutlined,
  RightOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { canZoomIn, canZoomOut } from './scale'
import { useDrag } from './useDrag'
import { useView, type View } from './useView'
import './viewer.css'
import { safeAddress } from '../address'

export interface ViewerImage {
  readonly src: string
  readonly alt: string
  /** Why the image cannot be shown; empty if it can. */
  readonly problem: string
}

interface ImageViewerProps {
  images: readonly ViewerImage[]
  /** Index of the first image shown. */
  start: number
  /** Called when an image fails to load. */
  onFailed: (index: number) => void
  /** Called after closing: unmount the viewer then. */
  onClosed: () => void
}

/**
 * Shows images over the whole window: zoom by buttons, wheel or + and -, rotate, drag, previous and next by arrow keys.
 * As a native modal dialog it traps the focus, closes on Escape and returns the focus.
 */
export function ImageViewer({ images, start, onFailed, onClosed }: ImageViewerProps) {
  const { view, move, zoom, turn, go, reset } = useView(start, images.length)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    r: () => turn(90),
    R: () => turn(-90),
    '0': reset,
  }
  const pressed = (event: KeyboardEvent): void => {
    // Keys pressed in here must not reach the page or the dialog below.
    event.stopPropagation()
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <dialog
      ref={useShown()}
      className="sr-viewer"
      aria-label="查看图片"
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClosed()
      }}
      onKeyDown={pressed}
      onWheel={(event) => zoom(event.deltaY < 0 ? 1 : -1)}
    >
      <Picture image={images[view.index]} view={view} onMove={move} onFailed={() => onFailed(view.index)} />
      <ViewerButton className="sr-viewer-close" label="关闭" icon={<CloseOutlined />} onClick={onClosed} />
      {images.length > 1 && (
        <>
          <ViewerButton
            className="sr-viewer-previous"
            label="上一张"
            icon={<LeftOutlined />}
            disabled={view.index === 0}
            onClick={() => go(-1)}
          />
          <ViewerButton
            className="sr-viewer-next"
            label="下一张"
            icon={<RightOutlined />}
            disabled={view.index === images.length - 1}
            onClick={() => go(1)}
          />
        </>
      )}
      <div className="sr-viewer-bar" role="toolbar" aria-label="图片操作">
        <span className="sr-viewer-count" role="status">
          {view.index + 1} / {images.length}
        </span>
        <ViewerButton
          label="缩小"
          icon={<ZoomOutOutlined />}
          disabled={!canZoomOut(view.scale)}
          onClick={() => zoom(-1)}
        />
        <span className="sr-viewer-scale">{Math.round(view.scale * 100)}%</span>
        <ViewerButton
          label="放大"
          icon={<ZoomInOutlined />}
          disabled={!canZoomIn(view.scale)}
          onClick={() => zoom(1)}
        />
        <ViewerButton label="向左旋转" icon={<UndoOutlined />} onClick={() => turn(-90)} />
        <ViewerButton label="向右旋转" icon={<RedoOutlined />} onClick={() => turn(90)} />
      </div>
    </dialog>
  )
}

/** Opens the dialog on mount; returns the focus to its earlier element on unmount. */
function useShown() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}

interface PictureProps {
  image: ViewerImage | undefined
  view: View
  onMove: (dx: number, dy: number) => void
  onFailed: () => void
}

function Picture({ image, view, onMove, onFailed }: PictureProps) {
  const drag = useDrag(onMove)
  return (
    <div className="sr-viewer-stage" {...drag}>
      {image && !image.problem && (
        <img
          key={view.index}
          className="sr-viewer-image"
          src={safeAddress(image.src)}
          alt={image.alt}
          draggable={false}
          style={{ transform: transformOf(view) }}
          onError={onFailed}
        />
      )}
      {image?.problem && <p className="sr-viewer-problem">{image.problem}</p>}
    </div>
  )
}

const transformOf = ({ x, y, scale, turn }: View): string =>
  `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`

interface ViewerButtonProps {
  label: string
  icon: ReactNode
  onClick: () => void
  disabled?: boolean
  className?: string
}

/** A disabled button stays focusable: if it vanished, the focus would be lost. */
function ViewerButton({ label, icon, onClick, disabled = false, className = '' }: ViewerButtonProps) {
  return (
    <button
      type="button"
      className={`sr-viewer-button ${className}`}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </button>
  )
}
