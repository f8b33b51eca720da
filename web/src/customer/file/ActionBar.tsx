import { DownOutlined } from '@ant-design/icons'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { type ComponentType, useRef } from 'react'
import { type ActionEntry, type ActionKey, useOpenAction } from '../actionDialog'
import { stateOf } from '../customerState'
import { Dropdown } from '../../ui/later/later'
import { TipButton } from '../../ui/Tip'
import { useActions } from './customerActions'
import './ActionBar.css'

interface Offer {
  readonly key: ActionKey
  readonly label: string
  readonly possible: boolean
  readonly whyNot: string
  readonly place: ActionEntry['place']
  readonly shortcut?: string | undefined
  readonly icon?: ComponentType | undefined
}

/** All actions possible now: small ones as icons, further ones under 更多, main ones as large buttons. */
export function HeadActions({ profile }: { profile: CustomerProfile }) {
  const openAction = useOpenAction()
  const offers = useOffers(profile)
  if (!openAction || offers.length === 0) return null
  const at = (place: ActionEntry['place']) => offers.filter((offer) => offer.place === place)
  const [main, ...others] = at('button')
  return (
    <div className="sr-c-actions" role="group" aria-label="客户操作">
      {at('icon').map((offer) => (
        <IconButton key={offer.key} offer={offer} onOpen={openAction} />
      ))}
      {at('more').length > 0 && <More offers={at('more')} onOpen={openAction} isQuiet />}
      {others.toReversed().map((offer) => (
        <OfferButton key={offer.key} offer={offer} onOpen={openAction} />
      ))}
      {main && <OfferButton key={main.key} main offer={main} onOpen={openAction} />}
    </div>
  )
}

/** The main action beside the next step, and the reasons why other actions are not possible. */
export function MainAction({ profile }: { profile: CustomerProfile }) {
  const openAction = useOpenAction()
  const offers = useOffers(profile)
  const main = offers.find(({ place }) => place === 'button')
  const reasons = offers.filter(({ possible }) => !possible).map(({ whyNot }) => whyNot)
  if (!openAction || !main) return null
  return (
    <div className="sr-c-actions-card">
      {/* The head's own button is the page's only filled one. */}
      <OfferButton key={main.key} offer={main} onOpen={openAction} />
      {reasons.length > 0 && <p className="sr-c-actions-why">{[...new Set(reasons)].join('；')}</p>}
    </div>
  )
}

/** The bottom bar on phones: the main action, and all others under 更多. */
export function PhoneActions({ profile }: { profile: CustomerProfile }) {
  const openAction = useOpenAction()
  const offers = useOffers(profile)
  if (!openAction || offers.length === 0) return null
  const main = offers.find(({ place }) => place === 'button')
  const rest = offers.filter((offer) => offer !== main)
  return (
    <div className="sr-c-actions">
      {main && <OfferButton key={main.key} main offer={main} onOpen={openAction} />}
      {rest.length > 0 && <More offers={rest} onOpen={openAction} />}
    </div>
  )
}

/** Possible actions first. Impossible actions without a reason to show are left out. */
function useOffers(profile: CustomerProfile): readonly Offer[] {
  const state = stateOf(profile)
  const offers = useActions(profile)
    .map(({ key, label, place, shortcut, icon, can, whyNot }) => ({
      key,
      label: typeof label === 'string' ? label : label(state),
      possible: can(state, profile),
      whyNot: whyNot?.(state, profile) ?? '',
      place,
      shortcut,
      icon,
    }))
    .filter(({ possible, whyNot, place }) => place !== 'page' && (possible || whyNot !== ''))
  return [...offers.filter(({ possible }) => possible), ...offers.filter(({ possible }) => !possible)]
}

interface OfferButtonProps {
  offer: Offer
  main?: boolean
  onOpen: (key: ActionKey) => void
}

function OfferButton({ offer, main = false, onOpen }: OfferButtonProps) {
  return (
    <TipButton
      tip={hintOf(offer)}
      type={main && offer.possible ? 'primary' : 'default'}
      size="large"
      className="sr-c-action"
      isBarred={!offer.possible}
      {...(offer.shortcut && { 'aria-keyshortcuts': offer.shortcut })}
      onClick={() => onOpen(offer.key)}
    >
      {offer.label}
    </TipButton>
  )
}

/** On narrow windows the label moves into the tooltip. */
const IconButton = ({ offer, onOpen }: OfferButtonProps) => {
  const Icon = offer.icon
  return (
    <Button
      type="text"
      className="sr-c-action-icon"
      icon={Icon && <Icon aria-hidden />}
      aria-label={offer.label}
      title={offer.label}
      onClick={() => onOpen(offer.key)}
    >
      <span className="sr-c-action-name">{offer.label}</span>
    </Button>
  )
}

interface MoreProps {
  offers: readonly Offer[]
  onOpen: (key: ActionKey) => void
  isQuiet?: boolean
}

function More({ offers, onOpen, isQuiet = false }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null)
  const open = (key: string): void => {
    // The menu is gone when the dialog closes, so focus moves to the button first, where it can return.
    button.current?.focus({ preventScroll: true })
    onOpen(key as ActionKey)
  }
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      classNames={{ root: 'sr-c-more' }}
      menu={{
        items: offers.map((offer) => ({
          key: offer.key,
          label: <MenuLabel offer={offer} />,
          disabled: !offer.possible,
        })),
        onClick: ({ key }) => open(key),
      }}
    >
      <Button
        ref={button}
        type={isQuiet ? 'text' : 'default'}
        className={isQuiet ? 'sr-c-action-icon' : undefined}
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
      >
        更多
      </Button>
    </Dropdown>
  )
}

/** Shows why an action is impossible: by touch a disabled entry shows no tip. */
const MenuLabel = ({ offer: { label, possible, whyNot } }: { offer: Offer }) => (
  <>
    {label}
    {!possible && <span className="sr-c-actions-why">{whyNot}</span>}
  </>
)

function hintOf({ label, possible, whyNot, shortcut }: Offer): string {
  if (!possible) return whyNot
  return shortcut ? `${label}（快捷键 ${shortcut.toUpperCase()}）` : ''
}
