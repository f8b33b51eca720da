import './LevelChip.css'

/** Meanings of the letters, as a tooltip. */
const meaning: Readonly<Record<string, string>> = { O: '已订车', D: '已交车', F: '已战败' }

interface LevelChipProps {
  /** N H A B C O D F. Other values are grey; an empty one renders nothing. */
  level: string
  size?: 'small' | 'middle' | 'large'
}

/** A customer's level in its colour. */
export function LevelChip({ level, size = 'middle' }: LevelChipProps) {
  if (!level) return null
  const text = meaning[level]
  return (
    <span
      className={`sr-level sr-level-${size} sr-level-${level}`}
      title={text ? `${level} ${text}` : `${level} 级`}
    >
      {level}
    </span>
  )
}
