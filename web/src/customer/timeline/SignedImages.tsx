import { useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { useSignedLinks } from './useSignedLinks'
import './SignedImages.css'
import { safeAddress } from '../../ui/address'

const ImageViewer = lazyDialog(() =>
  import('../../ui/viewer/ImageViewer').then((module) => module.ImageViewer),
)

interface SignedImagesProps {
  urls: readonly string[]
  /** Description of the images. */
  alt: string
  size: number
}

/** Thumbnails that open in the image viewer. */
export function SignedImages({ urls, alt, size }: SignedImagesProps) {
  const { links, failed } = useSignedLinks(urls)
  const [openedAt, setShown] = useState<number>()
  const images = links.map(({ src, problem }, index) => ({ src, problem, alt: `${alt} ${index + 1}` }))
  const box = { width: size, height: size }
  return (
    <span className="sr-c-images">
      {images.map((image, index) =>
        image.problem ? (
          <span key={urls[index]} className="sr-c-image-failed" style={box}>
            {image.problem}
          </span>
        ) : (
          <button
            key={urls[index]}
            type="button"
            className="sr-c-image-button"
            style={box}
            aria-label={`查看${image.alt}`}
            onClick={() => setShown(index)}
          >
            <img
              className="sr-c-image"
              src={safeAddress(image.src)}
              alt={image.alt}
              loading="lazy"
              onError={() => failed(index)}
            />
          </button>
        ),
      )}
      {openedAt !== undefined && (
        <ImageViewer
          images={images}
          start={openedAt}
          onFailed={failed}
          onClosed={() => setShown(undefined)}
        />
      )}
    </span>
  )
}
