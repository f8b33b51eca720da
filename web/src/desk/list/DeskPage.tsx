import { informCome } from '@showroom/contract/customer/customer.api'
import type { DeskRow } from '@showroom/contract/desk/list.schema'
import { Button } from 'antd'
import { useState } from 'react'
import { Peeks, ReassignButton } from '../../customer/public'
import { Allowed } from '../../frame/Allowed'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { customerFiles } from '../../frame/path'
import { ImportCustomers } from '../../transfer/public'
import { EmptyState } from '../../ui/EmptyState'
import { Choosable } from '../../ui/list/table/boxes'
import { NothingFound, type Reach, useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { useListQuery } from '../../ui/list/useListQuery'
import { SelectedRows } from '../../ui/list/table/SelectedRows'
import { type Selection, useSelection, whenChanged } from '../../ui/list/table/useSelection'
import { useNarrow } from '../../ui/useNarrow'
import { useViewedList } from '../../view/public'
import { ArrivalButtons, ArrivalDialogs, opens } from '../ArrivalButtons'
import { HandOverVisits } from '../DeskDialogs'
import { deskListQuery } from '../desk.queries'
import { FrontTabs } from '../FrontTabs'
import { deskList, type DeskListState } from './desk.fields'
import { deskViews } from './desk.views'
import { DeskCards } from './DeskCards'
import { DeskFilters } from './DeskFilters'
import { DeskTable } from './DeskTable'

/** Registered visits and arrivals: today's by default. */
export function DeskPage() {
  const { list, views } = useViewedList(deskViews, { path: '/front/index', restoredFrom: customerFiles })
  const { filter, opened, change, open } = list
  const visits = useListQuery(list, deskListQuery)
  const reach = useReach(list, visits, deskListQuery)
  const selection = useSelection()
  const isWork = may(useSession(), informCome)
  const customersOf = useCustomersOf(visits.data?.data)
  const [handing, setHanding] = useState<readonly number[]>()
  const handOver = (): void => setHanding(customersOf(selection.ids))
  return (
    <div>
      <ListPage
        title="前台流量"
        tabs={<FrontTabs />}
        unit="位"
        list={list}
        views={views}
        query={visits}
        reach={reach}
        actions={isWork && <HeadButtons selection={selection} onHandOver={handOver} open={open} />}
        renderFilters={(again) => (
          <DeskFilters list={whenChanged(list, () => selection.set([]))} again={again} />
        )}
        renderCards={(rows) => (
          <DeskCards
            {...rows}
            selected={selection.choosing ? selection.ids : undefined}
            onSelect={selection.set}
          />
        )}
        renderTable={(rows) => (
          <Choosable selected={isWork ? selection.ids : undefined} onSelect={selection.set}>
            <DeskTable {...rows} filter={filter} onSort={(orderType) => change({ orderType })} />
          </Choosable>
        )}
        empty={<NoVisits list={list} reach={reach} />}
        foot={
          <SelectedRows selection={selection} label="已选客户" unit="位">
            {(size, isHeadAway) =>
              isHeadAway && (
                <Button type="primary" size={size} disabled={selection.ids.length === 0} onClick={handOver}>
                  再分配
                </Button>
              )
            }
          </SelectedRows>
        }
      >
        <Peeks />
        <ArrivalDialogs opened={opened} onClosed={() => open(opens.nothing)} />
        {handing && (
          <HandOverVisits
            customerIds={handing}
            onClosed={(done) => {
              setHanding(undefined)
              if (done) selection.end()
            }}
          />
        )}
      </ListPage>
    </div>
  )
}

/** The customers of these visits, including rows of earlier pages. */
function useCustomersOf(rows: readonly DeskRow[] | undefined): (visitIds: readonly number[]) => number[] {
  const [totals, setKnown] = useState<ReadonlyMap<number, number>>(new Map())
  if (rows?.some(({ visitId }) => !totals.has(visitId)))
    setKnown(new Map([...totals, ...rows.map((row): [number, number] => [row.visitId, row.customerId])]))
  return (visitIds) => [...new Set(visitIds.flatMap((id) => totals.get(id) ?? []))]
}

interface HeadButtonsProps {
  selection: Selection
  onHandOver: () => void
  open: (what: number) => void
}

function HeadButtons({ selection, onHandOver, open }: HeadButtonsProps) {
  const narrow = useNarrow()
  return (
    <div className="sr-page-extra" ref={selection.head}>
      {!selection.choosing && (
        <ReassignButton
          hasChosen={selection.ids.length > 0}
          preload={HandOverVisits.preload}
          onPress={onHandOver}
          onNone={narrow ? selection.choose : undefined}
          iconOnly={narrow}
        />
      )}
      <ImportCustomers narrow={narrow} />
      <ArrivalButtons open={open} />
    </div>
  )
}

function NoVisits({ list, reach }: { list: DeskListState; reach: Reach }) {
  const { filter } = list
  const isFiltered = deskList.chosen(filter).length > 0 || filter.type !== 0
  if (isFiltered || list.keyword !== '')
    return (
      <NothingFound
        list={list}
        reach={reach}
        unit="位"
        title="没有符合条件的客户"
        hint="可减少筛选条件，或放宽创建时间。"
        isFiltered={isFiltered}
      />
    )
  return (
    <EmptyState title="今天还没有客户到店" hint="新客户到店时登记，已建档的客户到店时确认。">
      <Allowed to={informCome}>
        <Button onClick={() => list.open(opens.newTraffic)}>新建客户</Button>
        <Button onClick={() => list.open(opens.arrival)}>确认到店</Button>
      </Allowed>
    </EmptyState>
  )
}
