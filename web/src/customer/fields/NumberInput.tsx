import { EyeInvisibleOutlined, EyeOutlined, UndoOutlined } from '@ant-design/icons'
import { isMasked } from '@showroom/contract/kernel/masked'
import { Input, type InputProps } from 'antd'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { type Reveal, useReveal } from './useReveal'
import { TipButton } from '../../ui/Tip'

type NumberField = 'mobile' | 'secondardPhone' | 'weixin' | 'idNo' | 'address'

interface Known {
  /** The file's own numbers, masked; empty if it has none. */
  readonly masked: Readonly<Record<NumberField, string>>
  /** Document type of the file's own number. */
  readonly identifyType: number
  readonly numbers: Reveal
  readonly identity: Reveal
}

const KnownNumbers = createContext<Known | undefined>(undefined)

interface KnownNumbersProps {
  customerId: number
  file: EditableValues
  children: ReactNode
}

/** Provides the fields of an existing file with its masked numbers and their reveals. */
export function KnownNumbersOf({ customerId, file, children }: KnownNumbersProps) {
  const numbers = useReveal(customerId, 'numbers')
  const identity = useReveal(customerId, 'identity')
  const { mobile, secondardPhone, weixin, addition } = file
  const formNumbers = useMemo<Known>(
    () => ({
      masked: {
        mobile,
        secondardPhone,
        // Masked only if it is a phone number; no reveal returns it.
        weixin: isMasked(weixin) ? weixin : '',
        idNo: addition.idNo,
        address: addition.address,
      },
      identifyType: addition.identifyType,
      numbers,
      identity,
    }),
    [mobile, secondardPhone, weixin, addition, numbers, identity],
  )
  return <KnownNumbers value={formNumbers}>{children}</KnownNumbers>
}

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'suffix' | 'name'> {
  of: NumberField
  /** Name for the buttons' labels: 手机号. */
  label: string
  /** For `idNo`: the document type chosen in the form. The file's own number applies to one type only. */
  identifyType?: number
  value?: string
  onChange?: (value: string) => void
}

/**
 * A number that may be on file and is then masked. The form holds the masked value, which means unchanged, until the user types another;
 * this also applies while the clear number is shown for 30 seconds.
 */
export function NumberInput({ of, label, identifyType, value = '', onChange, ...rest }: NumberInputProps) {
  const numbers = use(KnownNumbers)
  const fits = identifyType === undefined || identifyType === numbers?.identifyType
  const masked = (fits && numbers?.masked[of]) || ''
  const reveal = numbers && (of === 'mobile' || of === 'secondardPhone' ? numbers.numbers : numbers.identity)
  const clear = reveal?.clear && clearOf[of]?.(reveal.clear)
  const unchanged = masked !== '' && value === masked
  const visible = unchanged && clear ? clear : value
  const typed = (next: string): void => {
    const text = isMasked(visible) && isMasked(next) ? addedTo(visible, next) : next
    onChange?.(clear && text === clear ? masked : text)
  }
  return (
    <>
      <Input
        autoComplete="off"
        {...rest}
        value={visible}
        onChange={(event) => typed(event.target.value)}
        // Selects a masked number so that typing replaces all of it: parts of it are meaningless.
        onFocus={(event) => isMasked(visible) && event.target.select()}
        suffix={
          masked && reveal && !(of === 'weixin' && unchanged) ? (
            <NumberButton
              label={label}
              unchanged={unchanged}
              reveal={reveal}
              onRestore={() => onChange?.(masked)}
            />
          ) : undefined
        }
      />
      {unchanged && reveal?.problem && (
        <span className="sr-number-problem" role="alert">
          {reveal.problem}
        </span>
      )}
    </>
  )
}

const clearOf: Readonly<Partial<Record<NumberField, (clear: NonNullable<Reveal['clear']>) => string>>> = {
  mobile: ({ phone }) => phone,
  secondardPhone: ({ secondaryPhone }) => secondaryPhone,
  idNo: ({ idNo }) => idNo,
  address: ({ address }) => address,
}

/** The text added to a masked value; empty if part of the value was erased. */
function addedTo(masked: string, next: string): string {
  let start = 0
  while (start < masked.length && masked[start] === next[start]) start += 1
  let end = 0
  while (end < masked.length - start && masked.at(-1 - end) === next.at(-1 - end)) end += 1
  return next.slice(start, next.length - end).replaceAll('*', '')
}

interface NumberButtonProps {
  label: string
  unchanged: boolean
  reveal: Reveal
  onRestore: () => void
}

/** The reveal button while the number is the file's own; afterwards the button that restores it. */
function NumberButton({ label, unchanged, reveal, onRestore }: NumberButtonProps) {
  const name = unchanged ? `${reveal.clear ? '隐藏' : '查看完整'}${label}` : `恢复原${label}`
  const hint = unchanged ? (reveal.clear ? `${reveal.secondsLeft}秒后隐藏` : `${name}（留痕）`) : name
  const press = (): void => {
    if (!unchanged) onRestore()
    else if (reveal.clear) reveal.hide()
    else void reveal.show()
  }
  return (
    <TipButton
      tip={hint}
      type="text"
      size="small"
      className="sr-number-button"
      icon={unchanged ? reveal.clear ? <EyeInvisibleOutlined /> : <EyeOutlined /> : <UndoOutlined />}
      loading={reveal.pending}
      aria-label={name}
      onClick={press}
    />
  )
}
