import { CopyOutlined, DeleteOutlined, EditOutlined, HomeFilled, HomeOutlined } from '@ant-design/icons'
import { remove } from '@showroom/contract/view/view.api'
import { mostPinned } from '@showroom/contract/view/view.rules'
import type { View } from '@showroom/contract/view/view.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button, Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { callApi } from '../api/client'
import { offerTicket, useDictionaryText } from '../base/public'
import { failureText } from '../ui/failure'
import { SortableList } from '../ui/list/table/SortableList'
import { useMessage } from '../ui/useMessage'
import { SideDrawer } from '../ui/SideDrawer'
import { TipText } from '../ui/Tip'
import { SaveViewDialog } from './SaveViewDialog'
import { sendInTurn, viewsQuery } from './view.queries'
import { addressOfView } from './views'
import type { PanelProps, ViewsState } from './viewsState'

/** All views of a list: which are pinned above it and in which order, the default one, names, sharing, links. */
export function ViewsPanel({ state, onClosed }: PanelProps) {
  const { views, pinned, set } = state
  const [isOpen, setIsOpen] = useState(true)
  const [edited, setEdited] = useState<View>()
  const others = views.filter((view) => !pinned.includes(view))
  const rowOf = (view: View): ReactNode => (
    <ViewRow state={state} view={view} onEdit={() => setEdited(view)} onOpened={() => setIsOpen(false)} />
  )
  return (
    <SideDrawer title="管理视图" open={isOpen} onClose={() => setIsOpen(false)} onClosed={onClosed}>
      <h2 className="sr-panel-title">固定在列表上方</h2>
      {pinned.length === 0 && <p className="sr-panel-note">还没有固定的视图。</p>}
      <SortableList
        label="固定的视图"
        items={pinned.map((view) => ({ key: String(view.viewId), name: view.name, content: rowOf(view) }))}
        onSort={(keys) => set({ pinned: keys.map(Number) })}
      />
      {others.length > 0 && (
        <>
          <h2 className="sr-panel-title">其他视图</h2>
          <ul className="sr-view-rows">
            {others.map((view) => (
              <li key={view.viewId}>{rowOf(view)}</li>
            ))}
          </ul>
        </>
      )}
      {edited && <SaveViewDialog state={state} view={edited} onClosed={() => setEdited(undefined)} />}
    </SideDrawer>
  )
}

interface RowProps {
  state: ViewsState
  view: View
  onEdit: () => void
  onOpened: () => void
}

function ViewRow({ state, view, onEdit, onOpened }: RowProps) {
  const { own, list, pinned, set, setting } = state
  const { viewId, name, isOwn } = view
  const isPinned = pinned.includes(view)
  const isFirst = setting.defaultView === viewId
  const ids = pinned.map((one) => one.viewId)
  const copy = useCopyLink(state)
  const removed = useRemove()
  return (
    <span className="sr-view-row">
      {!isPinned && pinned.length >= mostPinned ? (
        <TipText tip={`最多固定${mostPinned}个视图`}>
          <Checkbox disabled aria-label={`固定 ${name}`} />
        </TipText>
      ) : (
        <Checkbox
          checked={isPinned}
          aria-label={`固定 ${name}`}
          title={isPinned ? '取消固定' : '固定在列表上方'}
          onChange={() => set({ pinned: isPinned ? ids.filter((id) => id !== viewId) : [...ids, viewId] })}
        />
      )}
      <span className="sr-view-what">
        <button
          type="button"
          className="sr-view-open"
          onClick={() => {
            list.goTo(addressOfView(own.table, view))
            onOpened()
          }}
        >
          {name}
        </button>
        <Whose view={view} />
      </span>
      <Button
        {...quiet}
        icon={isFirst ? <HomeFilled /> : <HomeOutlined />}
        aria-label={`打开列表时使用 ${name}`}
        aria-pressed={isFirst}
        title={isFirst ? '打开列表时使用，点击取消' : '打开列表时使用'}
        onClick={() => set({ defaultView: isFirst ? 0 : viewId })}
      />
      <Button
        {...quiet}
        icon={<CopyOutlined />}
        aria-label={`复制 ${name} 的链接`}
        title="复制链接"
        onClick={() => copy(view)}
      />
      {isOwn && (
        <>
          <Button
            {...quiet}
            icon={<EditOutlined />}
            aria-label={`编辑 ${name}`}
            title="重命名、共享"
            onClick={onEdit}
          />
          <Button
            {...quiet}
            icon={<DeleteOutlined />}
            aria-label={`删除 ${name}`}
            title="删除"
            onClick={() => removed(view)}
          />
        </>
      )}
    </span>
  )
}

const quiet = { type: 'text', size: 'small' } as const

/** The author of a shared view, and its readers. */
function Whose({ view: { isOwn, ownerName, roles } }: { view: View }) {
  const roleName = useDictionaryText('dealerMemberRoles')
  if (ownerName === '') return <span className="sr-view-whose">系统视图</span>
  if (!isOwn) return <span className="sr-view-whose">{ownerName}共享</span>
  if (roles.length === 0) return null
  return <span className="sr-view-whose">共享给 {roles.map((role) => roleName(role)).join('、')}</span>
}

/** Copies the view's address: a colleague's own rights decide what they see there. */
function useCopyLink({ own }: ViewsState): (view: View) => void {
  const router = useRouter()
  const message = useMessage()
  return (view) => {
    const { href } = router.buildLocation({
      to: router.latestLocation.pathname,
      search: addressOfView(own.table, view),
    } as never)
    const link = `${location.origin}${location.pathname}#${href}`
    navigator.clipboard.writeText(link).then(
      () => message.success('链接已复制，同事打开后按各自权限显示'),
      () => message.error('无法复制，请检查浏览器的剪贴板权限'),
    )
  }
}

/** Removes a view, with undo. */
function useRemove(): (view: View) => void {
  const queries = useQueryClient()
  const message = useMessage()
  const again = (): void => void queries.invalidateQueries(viewsQuery())
  return ({ viewId, name }) => {
    sendInTurn(() => callApi(remove, { viewId }, { once: true })).then(
      ({ undoId }) => {
        again()
        offerTicket({ undoId, text: '视图已删除', about: name, after: again })
      },
      (error: unknown) => {
        message.error(failureText(error))
        again()
      },
    )
  }
}
