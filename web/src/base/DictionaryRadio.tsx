import { Radio } from 'antd'
import { type Code, type DictionaryProps, useOptions } from './DictionarySelect'

/** A short dictionary as radios. In a form put it into `<Field group>`. */
export function DictionaryRadio<Value extends Code = number>(
  props: DictionaryProps & { value?: Value; onChange?: (value: Value) => void; 'aria-labelledby'?: string },
) {
  const { id, value, onChange, disabled = false } = props
  const options = useOptions(props, value ?? '')
  return (
    <Radio.Group
      {...(id && { id })}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-labelledby']}
      disabled={disabled}
      options={options}
      value={value}
      onChange={(event) => onChange?.(event.target.value as Value)}
    />
  )
}
