import { Children, isValidElement, type ReactNode, useState } from 'react'

interface FilterGroupProps {
  title: string
  /** Fields that are set: their filters stand first when the group opens, and keep their places while the user sets others. */
  set: readonly string[]
  /** Filters, each with its `field`. */
  children: ReactNode
}

/** A group of the filters behind 更多筛选. */
export function FilterGroup({ title, set, children }: FilterGroupProps) {
  const [first] = useState(set)
  const isFirst = (filter: ReactNode): boolean =>
    isValidElement<{ field?: string }>(filter) && first.includes(filter.props.field ?? '')
  const all = Children.toArray(children)
  return (
    <section className="sr-more-group" aria-label={title}>
      <h2>{title}</h2>
      {all.filter(isFirst)}
      {all.filter((filter) => !isFirst(filter))}
    </section>
  )
}
