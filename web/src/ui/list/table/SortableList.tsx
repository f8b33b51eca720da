import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import '../sortable.css'

interface Item {
  readonly key: string
  /** Name for screen readers. */
  readonly name: string
  /** The row cannot be moved. */
  readonly isFixed?: boolean
  readonly content: ReactNode
}

interface SortableListProps {
  label: string
  items: readonly Item[]
  onSort: (keys: string[]) => void
}

/** Rows the user sorts by dragging or by keyboard: space picks a row up, the arrow keys move it, space drops it. */
export function SortableList({ label, items, onSort }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = items.map(({ key }) => key)
  const sorted = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (from >= 0 && to >= 0 && from !== to && !items[to]?.isFixed) onSort(arrayMove(keys, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announce(items), screenReaderInstructions: { draggable: how } }}
      onDragEnd={sorted}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul className="sr-sortable" aria-label={label}>
          {items.map((item) => (
            <SortableRow key={item.key} item={item} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ item: { key, name, isFixed = false, content } }: { item: Item }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: key,
      disabled: isFixed,
    })
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition }
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={`sr-sortable-row ${isDragging ? 'sr-sortable-dragged' : ''}`}
    >
      {isFixed ? (
        <span className="sr-sortable-handle" />
      ) : (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className="sr-sortable-handle"
          {...attributes}
          {...listeners}
          aria-label={`移动 ${name}`}
        >
          <span aria-hidden>⠿</span>
        </button>
      )}
      {content}
    </li>
  )
}

const how = '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消。'

/** Screen reader announcements of the moves. */
function announce(items: readonly Item[]): Announcements {
  const nameOf = (id: string | number): string => items.find(({ key }) => key === id)?.name ?? ''
  const placeOf = (id: string | number): string =>
    `第${items.findIndex(({ key }) => key === id) + 1}位，共${items.length}位`
  return {
    onDragStart: ({ active }) => `已拿起 ${nameOf(active.id)}`,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} 移至${over ? placeOf(over.id) : '原处'}`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} 放在${over ? placeOf(over.id) : '原处'}`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} 放回原处`,
  }
}
