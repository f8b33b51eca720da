import { wearsMedal } from '@showroom/contract/report/wall.rules'

/** Rates, ranks and their changes: a sign, a word for screen readers, and a colour that adds no information. */

const signs = { up: '▲', down: '▼', flat: '→' } as const
const words = { up: '上升', down: '下降', flat: '持平' } as const
type Way = keyof typeof signs

const wayOf = (change: number | null): Way =>
  change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down'

export const percent = (rate: number | null): string => (rate === null ? '--' : `${rate}%`)

interface ChangeProps {
  /** Percent, or percentage points; null if there was nothing to compare with. */
  rate: number | null
  unit?: '%' | ''
  /** More is bad news, as for defeats. */
  isLoss?: boolean
}

/** A change: up, down or flat, and by how much. */
export function Change({ rate, unit = '%', isLoss = false }: ChangeProps) {
  const way = wayOf(rate)
  const isGood = (way === 'up') !== isLoss
  const look = way === 'flat' ? 'flat' : isGood ? 'good' : 'poor'
  return (
    <span className={`sr-wall-change sr-wall-change-${look}`}>
      <span aria-hidden>{signs[way]}</span>
      <span className="sr-visually-hidden">{rate === null ? '无可比数据' : words[way]}</span>
      {rate === null ? '--' : `${Math.abs(rate)}${unit}`}
    </span>
  )
}

/** 上升, 下降 or 持平 of a rank: a smaller number is better. */
export function RankChange({ thisRank, lastRank }: { thisRank: number; lastRank: number }) {
  const by = lastRank - thisRank
  const way = wayOf(by)
  const look = way === 'flat' ? 'flat' : way === 'up' ? 'good' : 'poor'
  return (
    <span className={`sr-wall-change sr-wall-change-${look}`}>
      <span aria-hidden>{signs[way]}</span>
      {words[way]}
      {by !== 0 && ` ${Math.abs(by)} 名`}
    </span>
  )
}

const medals = ['金牌', '银牌', '铜牌'] as const

interface RankProps {
  place: number
  /** The number that is ranked. */
  count: number
  isLoss?: boolean
}

/** A rank; the first three with a medal, except of nothing and of a loss. */
export function Rank({ place, count, isLoss = false }: RankProps) {
  const medal = wearsMedal(place, count, isLoss) ? medals[place - 1] : undefined
  if (!medal) return <span className="sr-wall-rank">{place}</span>
  return (
    <span className="sr-wall-rank">
      <svg
        viewBox="0 0 40 48"
        className={`sr-wall-medal sr-wall-medal-${place}`}
        role="img"
        aria-label={medal}
      >
        <path d="M9 0h9l5 15h-9zM31 0h-9l-5 15h9z" className="sr-wall-ribbon" />
        <circle cx="20" cy="30" r="17" className="sr-wall-coin" />
        <circle cx="20" cy="30" r="13.5" className="sr-wall-coin-ring" />
        <text x="20" y="37" textAnchor="middle" className="sr-wall-coin-text" fontSize="19">
          {place}
        </text>
      </svg>
      <span className="sr-visually-hidden">第{place}名</span>
    </span>
  )
}
