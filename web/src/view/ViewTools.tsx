import { Button } from 'antd'
import { lazyDialog } from '../ui/lazyDialog'
import { useNarrow } from '../ui/useNarrow'
import type { Panel, PanelProps, ViewsState } from './viewsState'

const SaveViewDialog = lazyDialog(() => import('./SaveViewDialog').then((module) => module.SaveViewDialog))
const ViewsPanel = lazyDialog(() => import('./ViewsPanel').then((module) => module.ViewsPanel))
const ColumnsPanel = lazyDialog(() => import('./ColumnsPanel').then((module) => module.ColumnsPanel))

export const small = { type: 'text', size: 'small' } as const

/** Tools for a list's views and columns. On a phone the buttons are behind the chips. */
export const ViewTools = ({ state }: { state: ViewsState }) => !useNarrow() && <ToolButtons state={state} />

export function ToolButtons({ state: { open, isChanged, content, show } }: { state: ViewsState }) {
  const isWorthSaving = open ? isChanged : Object.keys(content).length > 0
  return (
    <span className="sr-view-tools">
      {isWorthSaving && (
        <Button {...small} onPointerEnter={SaveViewDialog.preload} onClick={() => show('save')}>
          {open ? '另存为' : '存为视图'}
        </Button>
      )}
      <Button {...small} onPointerEnter={ViewsPanel.preload} onClick={() => show('views')}>
        管理视图
      </Button>
      <Button
        {...small}
        className="sr-columns-button"
        onPointerEnter={ColumnsPanel.preload}
        onClick={() => show('columns')}
      >
        列设置
      </Button>
    </span>
  )
}

/** The open panel over the list. */
export function Panels({ panel, ...props }: PanelProps & { panel: Panel | undefined }) {
  if (panel === 'save') return <SaveViewDialog {...props} />
  if (panel === 'views') return <ViewsPanel {...props} />
  return panel === 'columns' && <ColumnsPanel {...props} />
}
