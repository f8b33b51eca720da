import { InputNumber } from 'antd'
import { grouped } from './grouped'

interface YuanProps {
  id?: string
  value?: number | null
  /** Null for an emptied field, which is not 0. */
  onChange?: (value: number | null) => void
  placeholder?: string
  className?: string
  'aria-label'?: string
}

/** Yuan with their thousands apart. What is too much, or less than nothing, is told by the form's schema, not cut. */
export function Yuan({ className = 'sr-fill', ...props }: YuanProps) {
  return (
    <InputNumber<number>
      {...props}
      className={className}
      formatter={grouped}
      controls={false}
      suffix="元"
      inputMode="decimal"
    />
  )
}
