import { readYuan } from '@showroom/contract/kernel/money'
import { InputNumber } from 'antd'
import { grouped } from './grouped'

interface YuanProps {
  id?: string
  value?: number | null
  /** Null for an empty field, which differs from 0. */
  onChange?: (value: number | null) => void
  placeholder?: string
  className?: string
  'aria-label'?: string
}

/** An amount in yuan with thousands separators. Takes ¥, commas and 万 as they are typed or pasted. Amounts out of range are kept and reported by the form's schema. */
export function Yuan({ className = 'sr-fill', ...props }: YuanProps) {
  return (
    <InputNumber<number>
      {...props}
      className={className}
      formatter={grouped}
      // Other texts stay as antd's own parser leaves them; the type knows numbers alone.
      parser={(text = '') => (readYuan(text) ?? text.replaceAll(/[^\w.-]+/g, '')) as number}
      controls={false}
      suffix="元"
      inputMode="decimal"
    />
  )
}
