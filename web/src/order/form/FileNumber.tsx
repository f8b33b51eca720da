import { EditOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Input, type InputProps, type InputRef } from 'antd'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { type Reveal, useReveal } from '../../customer/public'
import { TipButton } from '../../ui/Tip'
import './order-form.css'

/** The buyer's numbers from the customer's file, masked, for a new order. */
interface FileNumbers {
  readonly masked: Readonly<Record<FileField, string>>
  readonly numbers: Reveal
  readonly identity: Reveal
}
export type FileField = 'phone' | 'licenseNumber' | 'address'

const FromFile = createContext<FileNumbers | undefined>(undefined)

interface FromFileProps {
  customerId: number
  masked: FileNumbers['masked']
  children: ReactNode
}

/** Wraps the form of a new order. Its numbers stay masked until the user reveals one. */
export function NumbersOfFile({ customerId, masked, children }: FromFileProps) {
  const numbers = useReveal(customerId, 'numbers')
  const identity = useReveal(customerId, 'identity')
  const value = useMemo(() => ({ masked, numbers, identity }), [masked, numbers, identity])
  return <FromFile value={value}>{children}</FromFile>
}

type Clear = NonNullable<Reveal['clear']>
const picks: Readonly<Record<FileField, (clear: Clear) => string>> = {
  phone: ({ phone }) => phone,
  licenseNumber: ({ idNo }) => idNo,
  address: ({ address }) => address,
}

interface FileNumberProps extends Omit<InputProps, 'name' | 'value' | 'onChange'> {
  /** The file's field; `name` labels the buttons. */
  of: FileField
  name: string
  value?: string
  onChange?: (value: string) => void
}

/**
 * A number of the buyer. A value left masked is sent as it is, and the server then uses the file's own. The eye button shows the number for
 * 30 seconds; the pencil button puts it into the field. Each sends one request, which the server audits.
 */
export function FileNumber({ of, name, value = '', onChange, onBlur, ...rest }: FileNumberProps) {
  const file = use(FromFile)
  const input = useRef<InputRef>(null)
  const [isEdited, setEdited] = useState(false)
  const masked = file?.masked[of] ?? ''
  useEffect(() => {
    if (isEdited) input.current?.focus()
  }, [isEdited])
  if (!file || isEdited || !masked.includes('*') || value !== masked)
    return (
      <Input
        {...rest}
        ref={input}
        value={value}
        onBlur={onBlur}
        onChange={({ target }) => onChange?.(target.value)}
      />
    )
  const reveal = of === 'phone' ? file.numbers : file.identity
  const pick = picks[of]
  const edit = async (): Promise<void> => {
    const clear = await reveal.show()
    if (clear) onChange?.(pick(clear))
    reveal.hide()
    setEdited(true)
  }
  const isShown = Boolean(reveal.clear)
  return (
    <>
      <Input
        {...rest}
        readOnly
        value={reveal.clear ? pick(reveal.clear) : value}
        suffix={
          <>
            <TipButton
              tip={isShown ? `${reveal.secondsLeft}秒后隐藏` : `查看完整${name}（留痕）`}
              type="text"
              size="small"
              icon={isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
              loading={reveal.pending}
              aria-label={isShown ? `隐藏${name}` : `查看完整${name}`}
              aria-pressed={isShown}
              onClick={() => (isShown ? reveal.hide() : void reveal.show())}
            />
            <TipButton
              tip={`修改${name}（留痕）`}
              type="text"
              size="small"
              icon={<EditOutlined />}
              isBarred={reveal.pending}
              aria-label={`修改${name}`}
              onClick={() => void edit()}
            />
          </>
        }
      />
      {reveal.problem && (
        <span className="sr-o-number-problem" role="alert">
          {reveal.problem}
        </span>
      )}
    </>
  )
}
