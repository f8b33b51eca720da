import { DownOutlined } from '@ant-design/icons'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button, Dropdown, Tooltip } from 'antd'
import { useRef } from 'react'
import { type ActionKey, useOpenAction } from '../actionDialog'
import { type ActionEntry, actionsOn } from './customerActions'
import { stateOf } from '../customerState'
import './ActionBar.css'

interface ActionBarProps {
  profile: CustomerProfile
  /** Buttons for all that is usual, and in words why something is not possible; else only the main one and 更多. */
  whole?: boolean
}

interface Offer {
  readonly key: ActionKey
  readonly label: string
  readonly possible: boolean
  readonly whyNot: string
  readonly place: ActionEntry['place']
  readonly shortcut?: string | undefined
}

/** What can be done with the customer now; what cannot be, and why. Nothing on a page for reading only. */
export function ActionBar({ profile, whole = false }: ActionBarProps) {
  const openAction = useOpenAction()
  const offers = useOffers(profile)
  if (!openAction || offers.length === 0) return null
  const buttons = offers.filter(({ place }) => place === 'button').slice(0, whole ? undefined : 1)
  const rest = offers.filter((offer) => !buttons.includes(offer))
  const reasons = offers.filter(({ possible }) => !possible).map(({ whyNot }) => whyNot)
  return (
    <div className={`sr-c-actions ${whole ? 'sr-c-actions-whole' : ''}`}>
      <div className="sr-c-actions-row">
        {buttons.map((offer, index) => (
          <OfferButton key={offer.key} offer={offer} main={index === 0} onOpen={openAction} />
        ))}
        {rest.length > 0 && <More offers={rest} onOpen={openAction} />}
      </div>
      {whole && reasons.length > 0 && <p className="sr-c-actions-why">{[...new Set(reasons)].join('；')}</p>}
    </div>
  )
}

/** What is possible before what is not. */
function useOffers(profile: CustomerProfile): readonly Offer[] {
  const state = stateOf(profile)
  const offers = actionsOn(profile)
    .map(({ key, label, place, shortcut, can, whyNot }) => ({
      key,
      label: typeof label === 'string' ? label : label(state),
      possible: can(state, profile),
      whyNot: whyNot?.(state) ?? '',
      place,
      shortcut,
    }))
    .filter(({ possible, whyNot, place }) => place !== 'page' && (possible || whyNot !== ''))
  return [...offers.filter(({ possible }) => possible), ...offers.filter(({ possible }) => !possible)]
}

interface OfferButtonProps {
  offer: Offer
  main: boolean
  onOpen: (key: ActionKey) => void
}

function OfferButton({ offer, main, onOpen }: OfferButtonProps) {
  return (
    <Tooltip title={hintOf(offer)}>
      <Button
        type={main && offer.possible ? 'primary' : 'default'}
        className={main ? 'sr-c-action-main' : 'sr-c-action'}
        disabled={!offer.possible}
        {...(offer.shortcut && { 'aria-keyshortcuts': offer.shortcut })}
        onClick={() => onOpen(offer.key)}
      >
        {offer.label}
      </Button>
    </Tooltip>
  )
}

function More({ offers, onOpen }: { offers: readonly Offer[]; onOpen: (key: ActionKey) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const open = (key: string): void => {
    // The menu is gone when the dialog closes; the focus then has somewhere to return to.
    button.current?.focus({ preventScroll: true })
    onOpen(key as ActionKey)
  }
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      classNames={{ root: 'sr-c-more' }}
      menu={{
        items: offers.map(({ key, label, possible }) => ({ key, label, disabled: !possible })),
        onClick: ({ key }) => open(key),
      }}
    >
      <Button ref={button} className="sr-c-action" icon={<DownOutlined aria-hidden />} iconPlacement="end">
        更多
      </Button>
    </Dropdown>
  )
}

function hintOf({ label, possible, whyNot, shortcut }: Offer): string {
  if (!possible) return whyNot
  return shortcut ? `${label}（快捷键 ${shortcut.toUpperCase()}）` : ''
}
