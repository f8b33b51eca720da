import { Checkbox } from 'antd'
import { createContext, memo, type ReactNode, type RefObject, use, useMemo, useRef } from 'react'
import { useStableCallback } from '../../stableMemo'
import { tickedAfter, withTicks } from './ticks'
import { TipText } from '../../Tip'
import type { Choosing } from './useSelection'

/** A table's checkbox column. The ticked ids reach the boxes by context, so that a tick renders a box instead of all rows. */

/** Defines which rows have an enabled checkbox. */
export interface Boxes<Row> {
  nameOf: (row: Row) => string
  /** The id that a tick selects, by default the row's key. */
  idOf?: (row: Row) => number
  /** Why the row cannot be selected; empty if it can. */
  barred?: (row: Row) => string
}

interface Ticks {
  readonly ticked: readonly number[]
  readonly set: (ids: number[]) => void
  /** The row whose box was pressed before. */
  readonly last: RefObject<number | undefined>
}

const TicksContext = createContext<Ticks>({ ticked: [], set: () => undefined, last: { current: undefined } })
const MayTickContext = createContext(false)

/** Whether the surrounding table has checkboxes. */
export const useMayTick = (): boolean => use(MayTickContext)

/** Gives the table inside it checkboxes, if rows can be selected. */
export function Choosable({ selected, onSelect, children }: Choosing & { children: ReactNode }) {
  const set = useStableCallback(onSelect)
  const last = useRef<number>(undefined)
  const ticked = selected ?? nothing
  const ticks = useMemo(() => ({ ticked, set, last }), [ticked, set])
  return (
    <MayTickContext value={selected !== undefined}>
      <TicksContext value={ticks}>{children}</TicksContext>
    </MayTickContext>
  )
}

const nothing: readonly number[] = []

export const boxWidth = 40

/** The checkbox column of a page. Rows that are barred or still loading get no enabled box. */
export function boxColumnOf<Row extends object>(
  rows: readonly (Row | { waiting: true })[],
  idOf: (row: Row) => number,
  { nameOf, barred = () => '' }: Boxes<Row>,
) {
  const there = rows.filter((row): row is Row => !('waiting' in row))
  const ids = there.filter((row) => barred(row) === '').map(idOf)
  return {
    key: 'box',
    width: boxWidth,
    className: 'sr-box-cell',
    title: <HeadBox ids={ids} />,
    render: (_: unknown, row: Row | { waiting: true }) =>
      'waiting' in row ? (
        <Checkbox disabled aria-label="载入中" />
      ) : (
        <RowBox id={idOf(row)} ids={ids} name={nameOf(row)} why={barred(row)} />
      ),
  }
}

interface RowBoxProps {
  id: number
  ids: readonly number[]
  name: string
  why: string
}

function RowBox({ id, ids, name, why }: RowBoxProps) {
  const { ticked, set, last } = use(TicksContext)
  const press = useStableCallback((isTicked: boolean, isRange: boolean): void => {
    set(tickedAfter(ticked, ids, { id, isTicked, from: isRange ? last.current : undefined }))
    last.current = id
  })
  return <Box name={name} why={why} isTicked={why === '' && ticked.includes(id)} onPress={press} />
}

interface BoxProps {
  name: string
  why: string
  isTicked: boolean
  onPress: (isTicked: boolean, isRange: boolean) => void
}

const Box = memo(({ name, why, isTicked, onPress }: BoxProps) => {
  const box = (
    <Checkbox
      aria-label={`选择 ${name}`}
      disabled={why !== ''}
      checked={isTicked}
      onChange={({ target, nativeEvent }) =>
        onPress(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
  return why ? <TipText tip={why}>{box}</TipText> : box
})

/** Ticks all rows of the page. */
function HeadBox({ ids }: { ids: readonly number[] }) {
  const { ticked, set, last } = use(TicksContext)
  const here = ids.filter((id) => ticked.includes(id)).length
  return (
    <Checkbox
      aria-label="全选本页"
      disabled={ids.length === 0}
      checked={ids.length > 0 && here === ids.length}
      indeterminate={here > 0 && here < ids.length}
      onChange={() => {
        set(withTicks(ticked, ids, here < ids.length))
        last.current = undefined
      }}
    />
  )
}
