import { type ReactNode, useId } from 'react'
import './ChipRadio.css'

type ChipValue = string | number | boolean

export interface Chip<Value extends ChipValue> {
  readonly value: Value
  readonly label: ReactNode
  /** A second line in a quieter style. */
  readonly hint?: ReactNode
  readonly disabled?: boolean
  readonly className?: string
}

interface ChipRadioProps<Value extends ChipValue> {
  id?: string
  options: readonly Chip<Value>[]
  value?: Value
  onChange?: (value: Value) => void
  size?: 'middle' | 'large'
  'aria-labelledby'?: string
  'aria-label'?: string
}

/** A choice among few options, all visible: one click selects, arrow keys move. In a form wrap it in `<Field group>`. */
export function ChipRadio<Value extends ChipValue>(props: ChipRadioProps<Value>) {
  const { id, options, value, onChange, size = 'middle' } = props
  const name = useId()
  return (
    <div
      {...(id && { id })}
      className={`sr-chips sr-chips-${size}`}
      role="radiogroup"
      aria-labelledby={props['aria-labelledby']}
      aria-label={props['aria-label']}
    >
      {options.map((option) => (
        <label key={String(option.value)} className={`sr-chip ${option.className ?? ''}`}>
          <input
            type="radio"
            name={name}
            className="sr-chip-input"
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange?.(option.value)}
          />
          <span className="sr-chip-face">
            <span>{option.label}</span>
            {option.hint && <span className="sr-chip-hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

export const yesOrNo: readonly Chip<boolean>[] = [
  { value: true, label: '是' },
  { value: false, label: '否' },
]
