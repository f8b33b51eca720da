import { CloseOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { groupAria } from '../form/groupAria'
import { imageLimitMb, type SendImage, uploadProblem } from './image'
import { PictureRefused } from './picture'
import './upload.css'
import { safeAddress } from '../address'

interface ImageUploadProps {
  id?: string
  send: SendImage
  /** Object keys joined by commas, as on the wire. */
  value?: string
  onChange?: (value: string) => void
  /** Called when the first upload starts and when the last one ends, so that a form can wait for them. */
  onBusy?: (busy: boolean) => void
  max?: number
  /** Links of already stored images by key, shown while `value` contains the key. */
  saved?: readonly SavedImage[]
  'aria-labelledby'?: string
  'aria-label'?: string
}

export interface SavedImage {
  readonly key: string
  readonly url: string
}

interface Image {
  /** Negative for a stored image. */
  readonly id: number
  /** The file of an image that was just chosen. */
  readonly file?: File
  /** URL of the local file, shown at once, or the link of a stored image. */
  readonly preview: string
  readonly percent: number
  /** Empty until the upload has succeeded. */
  readonly key: string
  readonly problem: string
}

const none: readonly SavedImage[] = []

/** Takes images by file dialog, drop or paste and uploads them at once: by default up to three, jpeg or png of 5 MB each once they are prepared. */
export function ImageUpload(props: ImageUploadProps) {
  const { id, send, value = '', onChange, onBusy, max = 3, saved = none, ...rest } = props
  const { images, problem, add, retry, remove, clear } = useUploads({
    send,
    value,
    onChange,
    onBusy,
    max,
    saved,
  })
  const input = useRef<HTMLInputElement>(null)
  const full = images.length >= max
  return (
    <div role="group" {...groupAria(rest)}>
      <ul className="sr-upload-list">
        {images.map((image, index) => (
          <Thumbnail
            key={image.id}
            image={image}
            name={`图片 ${index + 1}`}
            onRetry={() => retry(image)}
            onRemove={() => {
              clear()
              remove(image)
              input.current?.focus()
            }}
          />
        ))}
        <li className="sr-upload-add" hidden={full}>
          <input
            ref={input}
            {...(id && { id })}
            type="file"
            className="sr-upload-input"
            aria-label={`上传图片，最多${max}张`}
            // Without HEIC: telephones then turn theirs into JPEG.
            accept="image/jpeg,image/png,image/webp"
            multiple
            onPaste={(event) => add([...event.clipboardData.files])}
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              add([...(event.target.files ?? [])])
              // Makes choosing the same file again fire a change event.
              event.target.value = ''
            }}
          />
          <span className="sr-upload-face" aria-hidden>
            <PlusOutlined />
            上传图片
          </span>
        </li>
      </ul>
      <p className="sr-upload-hint">
        最多{max}张，每张不超过{imageLimitMb}MB，支持 .jpeg .jpg .png，可拖入或粘贴
      </p>
      {problem && (
        <p className="sr-upload-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function Thumbnail(props: { image: Image; name: string; onRetry: () => void; onRemove: () => void }) {
  const { image, name, onRetry, onRemove } = props
  return (
    <li
      className={`sr-upload-image ${image.problem ? 'sr-upload-failed' : ''}`}
      title={image.problem || image.file?.name}
    >
      {image.preview ? (
        <img src={safeAddress(image.preview)} alt={name} />
      ) : (
        <span className="sr-upload-face">{name}</span>
      )}
      {!image.key && !image.problem && (
        <progress
          className="sr-upload-progress"
          max={100}
          value={image.percent}
          aria-label={`${name} 上传进度`}
        />
      )}
      {image.problem && (
        <button
          type="button"
          className="sr-upload-retry"
          onClick={onRetry}
          aria-label={`${name} 上传失败，重试`}
        >
          <ReloadOutlined />
          重试
        </button>
      )}
      <button type="button" className="sr-upload-remove" onClick={onRemove} aria-label={`移除${name}`}>
        <CloseOutlined />
      </button>
    </li>
  )
}

type Uploads = Required<Pick<ImageUploadProps, 'send' | 'value' | 'max' | 'saved'>> &
  Pick<ImageUploadProps, 'onChange' | 'onBusy'>

let lastId = 0

/** The form's value and callbacks, for uploads that end at any time. */
function useLatest({ value, onChange, onBusy }: Pick<Uploads, 'value' | 'onChange' | 'onBusy'>) {
  const latest = useRef({ value, onChange, onBusy })
  useEffect(() => {
    latest.current.onChange = onChange
    latest.current.onBusy = onBusy
  })
  // Updated only when `value` changes: rendering with an older value must not overwrite a key that was just reported.
  useEffect(() => {
    latest.current.value = value
  }, [value])
  return latest
}

/** Tracks the images and their uploads; the form gets the keys of finished ones. */
function useUploads({ send, value, onChange, onBusy, max, saved }: Uploads) {
  const [chosen, setImages] = useState<readonly Image[]>([])
  const images = [...savedIn(value, saved, chosen), ...chosen.filter(({ key }) => !key || isIn(value, key))]
  const [problem, setProblem] = useState('')
  const running = useRef(new Map<number, AbortController>())
  const latest = useLatest({ value, onChange, onBusy })
  const urls = useRef(chosen)
  useEffect(() => {
    urls.current = chosen
  })
  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const upload of uploads.values()) upload.abort()
      for (const { preview } of urls.current) URL.revokeObjectURL(preview)
    }
  }, [])

  const keysNow = (): string[] => latest.current.value.split(',').filter(Boolean)
  const tell = (keys: readonly string[]): void => {
    const next = keys.join(',')
    // Two uploads may end before React renders once.
    latest.current.value = next
    latest.current.onChange?.(next)
  }
  const change = (id: number, part: Partial<Image>): void =>
    setImages((old) => old.map((image) => (image.id === id ? { ...image, ...part } : image)))

  /** Runs before the key is reported, so that the form validates a finished image. */
  const ended = (id: number): void => {
    running.current.delete(id)
    if (running.current.size === 0) latest.current.onBusy?.(false)
  }

  const start = async (image: Image): Promise<void> => {
    const { id, file } = image
    if (!file) return
    const upload = new AbortController()
    if (running.current.size === 0) latest.current.onBusy?.(true)
    running.current.set(id, upload)
    change(id, { percent: 0, problem: '' })
    try {
      const key = await send(file, {
        signal: upload.signal,
        onProgress: (percent) => change(id, { percent }),
      })
      change(id, { key })
      ended(id)
      tell([...keysNow(), key])
    } catch (error) {
      ended(id)
      if (upload.signal.aborted) return
      const text = uploadProblem(error)
      if (error instanceof PictureRefused) remove(image)
      else change(id, { problem: text })
      setProblem((old) => [old, `${file.name}：${text}`].filter(Boolean).join('；'))
    }
  }
  const add = (files: readonly File[]): void => {
    if (files.length === 0) return
    const taken = files.slice(0, max - images.length)
    setProblem(taken.length < files.length ? `最多上传${max}张图片` : '')
    const added = taken.map((file): Image => {
      const preview = URL.createObjectURL(file)
      return { id: ++lastId, file, preview, percent: 0, key: '', problem: '' }
    })
    setImages((old) => [...old, ...added])
    for (const image of added) void start(image)
  }
  const remove = (image: Image): void => {
    running.current.get(image.id)?.abort()
    if (image.file) URL.revokeObjectURL(image.preview)
    setImages((old) => old.filter(({ id }) => id !== image.id))
    if (image.key) tell(keysNow().filter((key) => key !== image.key))
  }
  const retry = (image: Image): void => {
    setProblem('')
    void start(image)
  }
  return { images, problem, add, retry, remove, clear: () => setProblem('') }
}

const isIn = (value: string, key: string): boolean => value.split(',').includes(key)

/** The images named by the form's value that were not chosen here. */
function savedIn(value: string, saved: readonly SavedImage[], chosen: readonly Image[]): Image[] {
  const keys = value.split(',').filter((key) => key !== '' && !chosen.some((image) => image.key === key))
  return keys.map((key, index) => {
    const preview = saved.find((image) => image.key === key)?.url ?? ''
    return { id: -1 - index, preview, percent: 100, key, problem: '' }
  })
}
