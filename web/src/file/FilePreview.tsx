import type { DealerFile } from '@showroom/contract/file/file.schema'
import { useState } from 'react'
import { ImageViewer } from '../ui/viewer/ImageViewer'

/** A picture over the whole window. */
export function FilePreview({ file, onClosed }: { file: DealerFile; onClosed: () => void }) {
  const [problem, setProblem] = useState('')
  return (
    <ImageViewer
      images={[{ src: file.fileUrl, alt: file.fileName, problem }]}
      start={0}
      onFailed={() => setProblem('图片无法显示')}
      onClosed={onClosed}
    />
  )
}
