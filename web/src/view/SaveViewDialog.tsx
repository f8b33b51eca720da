import { save } from '@showroom/contract/view/view.api'
import { mayShareViews, mostPinned, viewNameMax } from '@showroom/contract/view/view.rules'
import { SaveView, type View } from '@showroom/contract/view/view.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { callApi } from '../api/client'
import { DictionaryMultiSelect } from '../base/public'
import { useSession } from '../frame/session'
import { choicesOf } from '../ui/list/table/columns'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { viewsQuery } from './view.queries'
import type { PanelProps } from './viewsState'

interface ViewValues {
  name: string
  roles: number[]
  withColumns: boolean
  isPinned: boolean
  isFirst: boolean
}

/** Saves the current filters as a new view, or changes the name, sharing and so on of an existing one. */
export function SaveViewDialog({ state, onClosed, view }: PanelProps & { view?: View }) {
  const { own, content, setting, set, pinned, list } = state
  const queries = useQueryClient()
  const message = useMessage()
  const me = useSession()
  const viewId = view?.viewId ?? 0
  const mayPin = pinned.length < mostPinned || (view !== undefined && pinned.includes(view))
  const form = useSchemaForm({
    schema: SaveView,
    initial: {
      name: view?.name ?? '',
      roles: view?.roles ?? [],
      withColumns: (view?.columns.length ?? 0) > 0,
      isPinned: view ? pinned.includes(view) : mayPin,
      isFirst: view !== undefined && setting.defaultView === viewId,
    },
    toRequest: ({ name, roles, withColumns }: ViewValues) => ({
      viewId,
      list: own.name,
      name,
      search: view?.search ?? content,
      columns: withColumns ? columnsFor(state, view) : [],
      roles,
    }),
    send: (request, options) => callApi(save, request, options),
    onDone: (answer) => void keep(answer.viewId),
  })
  /** After the view is saved: updates its place above the list, and opens a new one. */
  const keep = async (id: number): Promise<void> => {
    const { isPinned, isFirst } = form.form.getFieldsValue(true) as ViewValues
    message.success('视图已保存')
    await queries.invalidateQueries(viewsQuery())
    const ids = pinned.map((one) => one.viewId)
    const wasFirst = setting.defaultView === id
    if (isPinned !== ids.includes(id))
      set({ pinned: isPinned ? [...ids, id] : ids.filter((one) => one !== id) })
    if (isFirst !== wasFirst) set({ defaultView: isFirst ? id : 0 })
    if (!view) list.goTo({ ...content, v: id })
  }
  return (
    <FormDialog
      title={view ? '编辑视图' : '存为视图'}
      form={form}
      onClosed={onClosed}
      okText="保存"
      width={440}
    >
      <Field name="name" label="名称" extra={view ? undefined : '保存当前的筛选条件与排序，不含搜索关键词。'}>
        <Input maxLength={viewNameMax} placeholder="如：本月未跟进" />
      </Field>
      {mayShareViews(me) && (
        <Field name="roles" label="共享给岗位">
          <DictionaryMultiSelect kind="dealerMemberRoles" placeholder="仅自己可见" />
        </Field>
      )}
      <div className="sr-view-ticks">
        <Ticked name="withColumns">包含列设置</Ticked>
        <Ticked name="isPinned" disabled={!mayPin}>
          固定在列表上方
        </Ticked>
        <Ticked name="isFirst">打开列表时使用</Ticked>
      </div>
    </FormDialog>
  )
}

/** Keeps the view's columns if it has any; otherwise lists the visible ones explicitly. */
const columnsFor = ({ present, columns }: PanelProps['state'], view: View | undefined): View['columns'] =>
  view && view.columns.length > 0 ? view.columns : choicesOf(present(), columns)

function Ticked({
  name,
  disabled = false,
  children,
}: {
  name: string
  disabled?: boolean
  children: string
}) {
  return (
    <Field name={name} valuePropName="checked">
      <Checkbox disabled={disabled}>{children}</Checkbox>
    </Field>
  )
}
