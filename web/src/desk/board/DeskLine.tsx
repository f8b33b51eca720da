import { SearchOutlined } from '@ant-design/icons'
import type { PresentVisit } from '@showroom/contract/desk/board.schema'
import type { ArrivalSearchAnswer, FoundArrival } from '@showroom/contract/desk/list.schema'
import { cleanNumber } from '@showroom/contract/kernel/clean'
import { OptionalMobile } from '@showroom/contract/kernel/mobile'
import { useLocation } from '@tanstack/react-router'
import { Button, Input, type InputRef } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LevelChip } from '../../customer/public'
import { failureText } from '../../ui/failure'
import { useHits, useTyped } from '../../ui/find/useFinder'
import { keepTyping } from '../../ui/unheardKey'
import { ConfirmArrival } from '../dialogs/ConfirmArrival'
import { type Prefill } from '../dialogs/NewTrafficDialog'
import { useArrivalSearch } from '../desk.queries'
import { StoppedMark } from '../StoppedMark'
import { FoundAbout, FoundCard, type FoundVisitor, Member } from './FoundCard'
import { useArrive } from './useArrive'

interface DeskLineProps {
  field: RefObject<InputRef | null>
  isBusy: boolean
  onGive: (visit: PresentVisit, memberId: number) => Promise<void>
  onRegister: (prefill: Prefill) => void
}

/**
 * The one line of the desk: digits of a number, a name or the plate of a test-drive car give one card, and Enter presses its button: the arrival,
 * the reception, the car back, or the form of a new customer with what is known. The card lies over the board, which does not move.
 */
export function DeskLine(props: DeskLineProps) {
  // Found by the palette.
  const keyword = useLocation({ select: ({ state }) => state.keyword ?? '' })
  return <Line key={keyword} initial={keyword} {...props} />
}

/** The next visitor's digits replace the last one's. Not on touch devices: the on-screen keyboard would cover the board. */
export function focusLine(field: DeskLineProps['field']): void {
  if (matchMedia('(pointer: fine)').matches) field.current?.focus({ cursor: 'all', preventScroll: true })
}

function Line({ field, initial, isBusy, onGive, onRegister }: DeskLineProps & { initial: string }) {
  const typed = useTyped(initial)
  const { key } = typed
  const root = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useOpenUntilLeft(root)
  const [chosen, choose] = useState({ key: '', id: 0 })
  const next = (): void => focusLine(field)
  const show = (id: number): void => {
    choose({ key, id })
    next()
  }
  const { press, isPending, question } = useNextStep(onGive, next)
  const register = (prefill: Prefill): void => {
    // The form takes the text typed from now on.
    keepTyping()
    field.current?.blur()
    onRegister(prefill)
  }
  const { matches, error, isKnown } = useArrivalSearch(key)
  const visitors = matches ? visitorsOf(matches) : []
  const one =
    visitors.length === 1
      ? visitors[0]
      : visitors.find(({ row }) => key === chosen.key && row.id === chosen.id)
  const hits = one || visitors.length === 0 ? [{ key: 'one' }] : visitors.map(hitOf)
  const { active, field: input } = useHits(typed, {
    hits,
    isKnown,
    // The marked one of several is shown first: Enter does nothing for a customer whom no one has seen.
    onTake: (hit) => {
      if (hits.length > 1) show(Number(hit.key))
      else root.current?.querySelector<HTMLElement>('.sr-found button:not(:disabled)')?.click()
    },
  })
  return (
    <search className="sr-desk-line" ref={root}>
      <Input
        ref={field}
        type="search"
        aria-label="尾号、手机号、姓名或试驾车牌"
        placeholder="尾号、手机号、姓名或试驾车牌"
        prefix={<SearchOutlined aria-hidden />}
        autoComplete="off"
        size="large"
        {...input}
        onFocus={() => setOpen(true)}
      />
      <div
        className="sr-found"
        role="region"
        aria-label="查找结果"
        aria-live="polite"
        hidden={!isOpen || key === '' || (!matches && !error)}
      >
        {error ? (
          <p className="sr-found-none">{failureText(error)}</p>
        ) : one ? (
          <FoundCard {...one} isBusy={isBusy || isPending} onPress={() => void press(one.row)} />
        ) : visitors.length > 0 ? (
          <FoundList
            visitors={visitors}
            activeKey={active?.key ?? ''}
            more={(matches?.total ?? 0) - (matches?.data.length ?? 0)}
            onChoose={show}
          />
        ) : (
          matches && <NoOne matches={matches} typed={key} onRegister={register} />
        )}
      </div>
      {question}
    </search>
  )
}

/** Confirms the arrival of a customer, or gives a waiting one to the suggested receiver. */
function useNextStep(onGive: DeskLineProps['onGive'], onDone: () => void) {
  const [asking, ask] = useState<FoundArrival>()
  const { arrivingId, arrive } = useArrive()
  const press = async (row: FoundArrival): Promise<void> => {
    if (row.visit) await onGive(row.visit, row.suggested?.memberId ?? 0)
    // Their arrival leaves no undo.
    else if (row.stopped !== '') return ask(row)
    else await arrive({ customerId: row.id, name: row.name })
    onDone()
  }
  const question = asking && (
    <ConfirmArrival
      customer={asking}
      onDone={() => undefined}
      onClosed={() => {
        ask(undefined)
        onDone()
      }}
    />
  )
  return { press, isPending: arrivingId > 0, question }
}

const hitOf = ({ row }: FoundVisitor) => ({ key: String(row.id) })

/** Each customer once; those of a car first, since a plate is the more precise. */
const visitorsOf = ({ cars, data }: ArrivalSearchAnswer): FoundVisitor[] => {
  const ofCars = cars.flatMap(({ out, customers }) =>
    customers.map((row, at) => ({ row, out: at === 0 ? out : null })),
  )
  const rest = data.filter(({ id }) => !ofCars.some(({ row }) => row.id === id))
  return [...ofCars, ...rest.map((row) => ({ row, out: null }))]
}

interface FoundListProps {
  visitors: readonly FoundVisitor[]
  activeKey: string
  /** Number of matches that are not listed. */
  more: number
  onChoose: (customerId: number) => void
}

/** Several matches: the arrow keys mark one, Enter or a press shows its card. */
const FoundList = ({ visitors, activeKey, more, onChoose }: FoundListProps) => (
  <>
    <ul className="sr-found-list">
      {visitors.map((visitor) => (
        <li key={visitor.row.id}>
          <button
            type="button"
            className="sr-found-row"
            aria-current={hitOf(visitor).key === activeKey}
            onClick={() => onChoose(visitor.row.id)}
          >
            <span className="sr-found-who">
              <b>{visitor.row.name}</b>
              <LevelChip level={visitor.row.deal.level} size="small" />
              <span className="sr-num">{visitor.row.mobile}</span>
              <StoppedMark stopped={visitor.row.stopped} />
            </span>
            <FoundAbout {...visitor} />
          </button>
        </li>
      ))}
    </ul>
    {more > 0 && <p className="sr-found-more sr-quiet">还有 {more} 位，请再输入一些</p>}
  </>
)

interface NoOneProps {
  matches: ArrivalSearchAnswer
  typed: string
  onRegister: DeskLineProps['onRegister']
}

/** No customer: a car that is in, or someone new. */
function NoOne({ matches: { cars, walkIn }, typed, onRegister }: NoOneProps) {
  if (cars.length > 0)
    return (
      <ul className="sr-found-list">
        {cars.map(({ plate, seriesName }) => (
          <li key={plate} className="sr-found-none">
            <b>{plate}</b> {seriesName} 在店，今天没有预约
          </li>
        ))}
      </ul>
    )
  const mobile = OptionalMobile.safeParse(typed).data ?? ''
  const isName = !/\d/.test(cleanNumber(typed))
  return (
    <div className="sr-found-card">
      <div className="sr-found-who">
        <b>{mobile ? '新客户' : '该客户不存在'}</b>
        {mobile && <span className="sr-num">{mobile}</span>}
        <Button
          type="primary"
          onClick={() => onRegister({ ...(mobile && { mobile }), ...(isName && { name: typed }) })}
        >
          登记 <kbd className="sr-found-key">Enter</kbd>
        </Button>
      </div>
      <div className="sr-found-about">
        {walkIn ? (
          <span>
            轮到 <Member member={walkIn} name={walkIn.userName} />
          </span>
        ) : (
          '没有轮到的客户经理，请在登记时选择'
        )}
      </div>
    </div>
  )
}

/** Open from the field's focus until a press or the focus elsewhere, other than in a dialog or a notice. */
function useOpenUntilLeft(root: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const left = ({ target }: Event): void => {
      if (!(target instanceof Element) || root.current?.contains(target)) return
      if (target.closest('main')) setOpen(false)
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, left)
    return () => {
      for (const event of events) document.removeEventListener(event, left)
    }
  }, [root])
  return [isOpen, setOpen] as const
}
