const failed = '上传失败'

export const imageLimitMb = 5

export interface UploadProgress {
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Uploads one image and returns its key. Rejects with `PictureRefused` for a file that is no picture. */
export type SendImage = (file: File, progress: UploadProgress) => Promise<string>

/** A failed upload: the response status, 0 without a response, and the text to show. */
export class UploadFailed extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** Posts a form with one file. Uses XMLHttpRequest, because fetch reports no upload progress. Rejects with the text to show. */
export function postFile(url: string, form: FormData, { onProgress, signal }: UploadProgress): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new UploadFailed(request.status, detailOf(request.responseText)))
    }
    request.onerror = () => reject(new UploadFailed(0, failed))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** The error text for the user: our own file store sends one as JSON, while a bucket responds with XML that is not for users. */
function detailOf(body: string): string {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    return typeof detail === 'string' && detail ? detail : failed
  } catch {
    return failed
  }
}

/** The text to show for a failed upload. */
export const uploadProblem = (error: unknown): string => (error instanceof Error && error.message) || failed
