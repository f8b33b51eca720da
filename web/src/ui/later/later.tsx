import type { Cascader as AntCascader, DrawerProps, DropdownProps, Select as AntSelect } from 'antd'
import { cloneElement, type ReactElement, useRef, useState } from 'react'
import { lazyDialog } from '../lazyDialog'
import { isNarrow } from '../useNarrow'
import './later.css'

/**
 * Parts of antd that no page of a phone shows at first, in one chunk: a sixth of what a phone's first page would load.
 * Wide windows load them with the shell (app/routes.tsx), phones after the first touch (app/Shell.tsx).
 */

const fetchParts = () => import('./parts')

/** Holds the place of a field. */
const field = <span className="sr-field-to-come" />

const LazySelect = lazyDialog(() => fetchParts().then((parts) => parts.Select), field)
const LazyCascader = lazyDialog(() => fetchParts().then((parts) => parts.Cascader), field)
const LazyDropdown = lazyDialog<MenuButtonProps>(
  () => fetchParts().then((parts) => parts.Dropdown),
  ({ children }) => children,
)

// A component's own type parameters do not pass through `lazyDialog`.
export const Select = LazySelect as unknown as typeof AntSelect
export const Cascader = LazyCascader as unknown as typeof AntCascader

export const Drawer = lazyDialog<DrawerProps>(() => fetchParts().then((parts) => parts.Drawer))

/** Loads all of them: they render at once afterwards. */
export const loadParts = (): Promise<unknown> =>
  Promise.all([LazySelect, LazyCascader, LazyDropdown, Drawer].map(({ load }) => load()))

type MenuButtonProps = DropdownProps & { children: ReactElement<{ onClick?: () => void }> }

/** A button with a menu, which returns the focus to it. On a phone the first press loads the menu and opens it. */
export function Dropdown(props: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(() => !isNarrow())
  const before = useRef<Element>(null)
  const change = (next: boolean): void => {
    setOpen(next)
    if (next) before.current = document.activeElement
    else if (before.current instanceof HTMLElement) before.current.focus()
  }
  const press = (): void => {
    setUsed(true)
    change(true)
  }
  if (!isUsed) return cloneElement(props.children, { onClick: press })
  return <LazyDropdown {...props} open={open} onOpenChange={change} />
}
