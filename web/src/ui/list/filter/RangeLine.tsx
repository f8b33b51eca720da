import { Button } from 'antd'
import { withCommas } from '../../withCommas'
import { rangeWords } from './dayRange'
import type { DaysField } from './fields'
import { type Fields, partOf } from './listFields'
import type { ListState } from './useListFilter'

interface RangeLineProps<F extends Fields> {
  list: ListState<F>
  /** Undefined while it is unknown. */
  total: number | undefined
  unit: string
  /** Whether the total is shown without a range too: a phone has no pager. */
  always: boolean
}

/** The number of rows beside the title, with the days that the list shows by default and a way to all of them. */
export function RangeLine<F extends Fields>({ list, total, unit, always }: RangeLineProps<F>) {
  const { table, filter, change } = list
  const name = table.leftOut(filter)
  if (!name && !always) return null
  const isOpenable = name !== undefined && (table.fields[name] as unknown as DaysField).most === undefined
  return (
    <>
      <span className="sr-list-total">
        {name && `${rangeWords(String(filter[name]))}，`}共 {total === undefined ? '…' : withCommas(total)}{' '}
        {unit}
      </span>
      {isOpenable && (
        <span className="sr-list-all">
          {' · '}
          <Button type="link" size="small" onClick={() => change(partOf<F>(name, ''))}>
            显示全部
          </Button>
        </span>
      )}{' '}
    </>
  )
}
