import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import { Radio, Select } from 'antd'
import { clearable } from '../ui/form/clearable'
import { offered, offText, useDictionary } from './base.queries'
import { byLabel } from '../ui/found'

type Code = number | string

interface Shared {
  id?: string
  kind: DictionaryKind
  disabled?: boolean
  /** Appended to each text: 万元. */
  suffix?: string
  /** Codes to leave out. */
  without?: readonly Code[]
  /** Codes that are shown, but disabled. */
  locked?: readonly Code[]
  placeholder?: string
  allowClear?: boolean
  'aria-label'?: string
}

/** With `chosen` undefined: all options, disabled ones last and marked. */
function useOptions({ kind, suffix = '', without = [], locked = [] }: Shared, chosen?: Code) {
  const known = useDictionary(kind)
  const options =
    chosen === undefined
      ? known.toSorted((one, other) => Number(one.isOff ?? false) - Number(other.isOff ?? false))
      : offered(known, ({ dataValue }) => dataValue === chosen)
  return options
    .filter(({ dataValue }) => !without.includes(dataValue))
    .map(({ dataValue, dataDisplay, isOff }) => ({
      value: dataValue,
      label: offText(
        suffix && !dataDisplay.endsWith(suffix) ? `${dataDisplay}${suffix}` : dataDisplay,
        isOff,
      ),
      disabled: locked.includes(dataValue),
    }))
}

/** One value of a dictionary. 0 and '' count as nothing chosen; clearing gives undefined. */
export function DictionarySelect<Value extends Code = number>(
  props: Shared & { value?: Value; onChange?: (value: Value | undefined) => void },
) {
  const { kind: _kind, suffix: _suffix, without: _without, locked: _locked, value, onChange, ...rest } = props
  const options = useOptions(props, value ?? '')
  return (
    <Select<Code>
      placeholder="请选择"
      {...rest}
      allowClear={rest.allowClear ? clearable : false}
      className="sr-fill"
      showSearch={byLabel}
      options={options}
      value={value || null}
      onChange={(next) => onChange?.(next as Value | undefined)}
    />
  )
}

/** Several values of a dictionary. */
export function DictionaryMultiSelect<Value extends Code = number>(
  props: Shared & { value?: readonly Value[]; onChange?: (value: Value[]) => void },
) {
  const { kind: _kind, suffix: _suffix, without: _without, locked: _locked, value, onChange, ...rest } = props
  const options = useOptions(props)
  return (
    <Select<Code[]>
      placeholder="全部"
      {...rest}
      className="sr-fill"
      mode="multiple"
      maxTagCount="responsive"
      showSearch={{ ...byLabel, autoClearSearchValue: true }}
      allowClear={clearable}
      options={options}
      value={[...(value ?? [])]}
      onChange={(next) => onChange?.(next as Value[])}
    />
  )
}

/** A short dictionary as radios. In a form put it into `<Field group>`. */
export function DictionaryRadio<Value extends Code = number>(
  props: Shared & { value?: Value; onChange?: (value: Value) => void; 'aria-labelledby'?: string },
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
