import { Button, Checkbox, InputNumber } from 'antd'
import { useState } from 'react'
import {
  type Arranged,
  choicesOf,
  type ColumnChoice,
  inChosenOrder,
  isShown,
  narrowest,
  widest,
  withWidth,
} from '../ui/list/table/columns'
import { SortableList } from '../ui/list/table/SortableList'
import { SideDrawer } from '../ui/SideDrawer'
import type { PanelProps } from './viewsState'

/** Visibility, order and width of a list's columns: each change shows at once behind the panel. */
export function ColumnsPanel({ state, onClosed }: PanelProps) {
  const { columns: choices, setColumns, open } = state
  const [isOpen, setIsOpen] = useState(true)
  const present = state.present()
  const ordered = inChosenOrder(present, choices)
  return (
    <SideDrawer
      title="列设置"
      open={isOpen}
      // No mask: the list behind shows the changes.
      rootClassName="sr-columns-panel"
      onClose={() => setIsOpen(false)}
      onClosed={onClosed}
      extra={
        <Button disabled={!setColumns || choices.length === 0} onClick={() => setColumns?.([])}>
          恢复默认
        </Button>
      }
    >
      <p className="sr-panel-note">
        {noteOf(open?.columns.length ? open.name : '', setColumns !== undefined)}
      </p>
      <SortableList
        label="列"
        items={ordered.map((column) => ({
          key: column.key,
          name: nameOf(column),
          isFixed: column.fixed !== undefined || !setColumns,
          content: (
            <ColumnRow
              column={column}
              choices={choices}
              change={setColumns && ((next) => setColumns(next(present)))}
            />
          ),
        }))}
        onSort={(keys) => setColumns?.(inOrderOf(keys, choicesOf(present, choices)))}
      />
    </SideDrawer>
  )
}

const nameOf = ({ name, title, key }: Arranged): string => name ?? (typeof title === 'string' ? title : key)

const noteOf = (viewName: string, isOwn: boolean): string => {
  if (viewName === '') return '拖动或用键盘调整顺序，也可直接拖动表头；宽度为空时自动。设置仅对您自己生效。'
  return isOwn
    ? `正在调整视图「${viewName}」的列。`
    : `视图「${viewName}」的列由共享者设定；另存为自己的视图后可调整。`
}

/** The choices in the order of these keys; columns not shown now go last. */
function inOrderOf(keys: readonly string[], choices: readonly ColumnChoice[]): ColumnChoice[] {
  const place = ({ key }: ColumnChoice): number => (keys.includes(key) ? keys.indexOf(key) : keys.length)
  return choices.toSorted((a, b) => place(a) - place(b))
}

interface ColumnRowProps {
  column: Arranged
  choices: readonly ColumnChoice[]
  change: ((next: (present: readonly Arranged[]) => ColumnChoice[]) => void) | undefined
}

function ColumnRow({ column, choices, change }: ColumnRowProps) {
  const { key, isNeeded = false } = column
  const name = nameOf(column)
  const isVisible = isShown(column, choices)
  const width = choices.find((choice) => choice.key === key)?.width
  return (
    <>
      <Checkbox
        className="sr-column-name"
        checked={isVisible}
        disabled={isNeeded || !change}
        onChange={({ target }) =>
          change?.((present) =>
            choicesOf(present, choices).map((choice) =>
              choice.key === key ? { ...choice, isHidden: !target.checked } : choice,
            ),
          )
        }
      >
        {name}
      </Checkbox>
      <InputNumber<number>
        className="sr-column-width"
        size="small"
        aria-label={`${name} 的宽度`}
        placeholder="自动"
        min={narrowest}
        max={widest}
        step={8}
        changeOnBlur
        disabled={!isVisible || !change}
        value={width ?? null}
        onChange={(next) => change?.((present) => withWidth(present, choices, key, next ?? undefined))}
      />
    </>
  )
}
