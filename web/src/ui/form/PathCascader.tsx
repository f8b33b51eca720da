import type { CascaderProps } from 'antd'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { contains } from '../found'
import { Cascader } from '../later/later'
import { clearable } from './clearable'
import './path-cascader.css'

interface Option {
  readonly value: string | number
  readonly label: string
  readonly children?: Option[]
}

interface PathCascaderProps extends Pick<
  CascaderProps<Option>,
  'id' | 'placeholder' | 'disabled' | 'loading' | 'onOpenChange' | 'onFocus'
> {
  'aria-label'?: string
  options: Option[]
  value: (string | number)[]
  /** Receives the chosen path; empty when the field is cleared. */
  onChange: (path: readonly (string | number)[]) => void
  /** Rates a path for the typed text: the lowest comes first, undefined is left out. By default every path that contains the text is shown. */
  rankOf?: (labels: readonly string[], typed: string) => number | undefined
}

const contained = (labels: readonly string[], typed: string): number | undefined =>
  contains(labels.join(' '), typed) ? 0 : undefined

const framedBy = (frame: RefObject<HTMLDivElement | null>) => (menus: ReactElement) => (
  <div ref={frame}>{menus}</div>
)

/**
 * A path through a tree, down to any level. Typing finds paths by their names; Enter takes the highlighted one, or the
 * first, also if the options are still loading.
 */
export function PathCascader({ rankOf = contained, onChange, onOpenChange, ...rest }: PathCascaderProps) {
  const [isSearching, setSearching] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const isAwaited = useRef(false)
  const takeFirst = (): void => {
    isAwaited.current = rest.options.length === 0
    if (list.current?.querySelector('.ant-cascader-menu-item-active')) return
    list.current?.querySelector<HTMLElement>('.ant-cascader-menu-item')?.click()
  }
  useEffect(() => {
    if (isAwaited.current) takeFirst()
  })
  const showSearch = useMemo(() => {
    const rank = (typed: string, path: readonly Option[]): number | undefined =>
      rankOf(
        path.map(({ label }) => label),
        typed,
      )
    return {
      filter: (typed: string, path: readonly Option[]) => rank(typed, path) !== undefined,
      sort: (one: readonly Option[], other: readonly Option[], typed: string) =>
        (rank(typed, one) ?? 0) - (rank(typed, other) ?? 0),
      onSearch: (typed: string) => {
        isAwaited.current = false
        setSearching(typed !== '')
      },
    }
  }, [rankOf])
  return (
    <Cascader<Option>
      {...rest}
      className="sr-fill"
      classNames={{ popup: { root: isSearching ? 'sr-paths sr-paths-found' : 'sr-paths' } }}
      allowClear={clearable}
      changeOnSelect
      displayRender={(labels) => labels.join(' / ')}
      onChange={(path?: (string | number)[]) => onChange(path ?? [])}
      showSearch={showSearch}
      popupRender={framedBy(list)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && isSearching && !event.nativeEvent.isComposing) takeFirst()
      }}
      onOpenChange={(open) => {
        isAwaited.current = false
        if (!open) setSearching(false)
        onOpenChange?.(open)
      }}
    />
  )
}
