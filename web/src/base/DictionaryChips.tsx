import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import type { Option } from '@showroom/contract/kernel/wire'
import type { ReactNode } from 'react'
import { offered, useDictionary } from './base.queries'
import { ChipRadio } from '../ui/form/ChipRadio'

interface DictionaryChipsProps {
  kind: DictionaryKind
  /** Leaves options out. */
  only?: (option: Option) => boolean
  /** A second line for each. */
  hintOf?: (value: number) => ReactNode
  id?: string
  value?: number
  onChange?: (value: number) => void
  size?: 'middle' | 'large'
  'aria-labelledby'?: string
}

/** A short dictionary, all in sight. In a form put it into `<Field group>`. */
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
