import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import './rows.css'

/** The one style of actions in a row: small buttons side by side, at the row's end. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <span className="sr-row-acts">{children}</span>
)

/** An action of a row; `aria-label` names the row too. Red is for what is late: an action that destroys is red where it is confirmed. */
export const RowButton = (props: Omit<ButtonProps, 'type' | 'size' | 'ghost' | 'icon' | 'danger'>) => (
  <Button size="small" {...props} />
)

/** The column of a row's actions, the last one, which paper does not have. */
export const actionColumn = <Column extends { readonly key: string; readonly width: number }>(
  column: Column,
) =>
  ({
    title: '操作',
    className: 'sr-acts-cell',
    align: 'end',
    fixed: 'end',
    isNeeded: true,
    ...column,
  }) as const

/** Attributes of an action that marks its row for the keys. */
export type RowMarks = Readonly<Record<`data-${string}`, string | number>>
