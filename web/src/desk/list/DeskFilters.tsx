import { Segmented } from 'antd'
import { visitType } from '@showroom/contract/desk/desk.rules'
import { DictionaryMultiSelect } from '../../base/public'
import { DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterPanel } from '../../ui/list/filter/FilterPanel'
import { typeNames } from '../desk.labels'
import { deskList, type DeskListState } from './desk.fields'

const types = [0, visitType.new, visitType.confirmed].map((value) => ({
  value,
  label: typeNames[value] ?? '全部',
}))

/** Filters by visit type, keyword, levels and days. */
export const DeskFilters = ({ list, again }: { list: DeskListState; again: () => void }) => (
  <FilterPanel
    id="desk-filters"
    title="筛选前台流量"
    list={list}
    again={again}
    count={deskList.chosen(list.filter).length}
    tabs={
      <div className="sr-status-tabs">
        <Segmented
          aria-label="类型"
          options={types}
          value={list.filter.type}
          onChange={(type) => list.change({ type })}
        />
      </div>
    }
  >
    <Filter list={list} field="levels">
      {(control) => (
        <DictionaryMultiSelect<string> kind="customerLevels" {...control} placeholder="全部级别" />
      )}
    </Filter>
    <DaysFilter list={list} field="createdDate" />
  </FilterPanel>
)
