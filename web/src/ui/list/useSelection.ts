import type { TableProps } from 'antd'
import { useState } from 'react'

/** Rows chosen for something done to several at once. */
export interface Selection {
  readonly ids: readonly number[]
  readonly set: (ids: number[]) => void
  /** On a phone a card opens its row, unless one is choosing. */
  readonly choosing: boolean
  readonly choose: () => void
  readonly end: () => void
}

/** What table and cards know of it. */
export interface Choosing {
  /** Nothing where rows cannot be selected. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
}

export function useSelection(): Selection {
  const [ids, set] = useState<number[]>([])
  const [choosing, setChoosing] = useState(false)
  const end = (): void => {
    set([])
    setChoosing(false)
  }
  return { ids, set, choosing, choose: () => setChoosing(true), end }
}

/** The list for filters that find other rows: what was selected among the old ones goes first. */
export const whenChanged = <List extends { readonly change: (part: never) => void }>(
  list: List,
  forget: () => void,
): List => ({
  ...list,
  change: (part: never) => {
    forget()
    list.change(part)
  },
})

/** The table's column of boxes. What is ticked stays so on other pages. */
export const boxesOf = <Row extends { name: string } | { waiting: true }>({
  selected,
  onSelect,
}: Choosing): Pick<TableProps<Row>, 'rowSelection'> =>
  selected
    ? {
        rowSelection: {
          columnWidth: 40,
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true,
          getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
          onChange: (keys) => onSelect(keys.map(Number).filter((id) => id > 0)),
          getCheckboxProps: (row) => ({
            disabled: 'waiting' in row,
            'aria-label': 'waiting' in row ? '载入中' : `选择 ${row.name}`,
          }),
        },
      }
    : {}
