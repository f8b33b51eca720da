import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import type { Option } from '@showroom/contract/kernel/wire'
import type { ReactNode } from 'react'
import { offered, useDictionary } from './base.queries'
import { ChipRadio } from '../ui/form/ChipRadio'

interface DictionaryChipsProps {
  kind: DictionaryKind
  /** Filters the options. */
  only?: (option: Option) => boolean
  /** A second line of each option. */
  hintOf?: (value: number) => ReactNode
  id?: string
  value?: number
  onChange?: (value: number) => void
  size?: 'middle' | 'large'
  'aria-labelledby'?: string
}

/** A short dictionary with all options visible. In a form put it into `<Field group>`. */
export function DictionaryChips({ kind, only = () => true, hintOf, ...rest }: DictionaryChipsProps) {
  const options = offered(useDictionary(kind), ({ dataValue }) => Number(dataValue) === rest.value)
    .filter(only)
    .map(({ dataValue, dataDisplay }) => ({
      value: Number(dataValue),
      label: dataDisplay,
      hint: hintOf?.(Number(dataValue)),
    }))
  return <ChipRadio<number> {...rest} options={options} />
}
