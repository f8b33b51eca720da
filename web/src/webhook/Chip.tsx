export type ChipKind = 'good' | 'due' | 'bad' | 'quiet'

/** A state, in a word. */
export const Chip = ({ of }: { of: readonly [text: string, kind: ChipKind] | undefined }) =>
  of && <span className={`sr-hook-chip sr-hook-chip-${of[1]}`}>{of[0]}</span>
