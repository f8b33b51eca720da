import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import { clearable } from '../ui/form/clearable'
import { offered, offText, useDictionary } from './base.queries'
import { byLabel } from '../ui/found'
import { Select } from '../ui/later/later'

export type Code = number | string

export interface DictionaryProps {
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
export function useOptions({ kind, suffix = '', without = [], locked = [] }: DictionaryProps, chosen?: Code) {
  const dictionary = useDictionary(kind)
  const options =
    chosen === undefined
      ? dictionary.toSorted((one, other) => Number(one.isOff ?? false) - Number(other.isOff ?? false))
      : offered(dictionary, ({ dataValue }) => dataValue === chosen)
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
  props: DictionaryProps & { value?: Value; onChange?: (value: Value | undefined) => void },
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
  props: DictionaryProps & { value?: readonly Value[]; onChange?: (value: Value[]) => void },
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
