import { Button, Tooltip } from 'antd'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { type ActionEntry, actions } from './customerActions'
import { stateOf } from './customerState'

interface ActionBarProps {
  profile: CustomerProfile
  onOpen: (key: ActionEntry['key']) => void
  size?: 'middle' | 'large'
  /** Tells in words why an action is not possible; without it only the tooltip does. */
  tellWhy?: boolean
}

/** What can be done with the customer now; what cannot be, and why. */
export function ActionBar({ profile, onOpen, size = 'middle', tellWhy }: ActionBarProps) {
  const state = stateOf(profile)
  const shown = actions.filter((action) => action.can(state) || action.whyNot)
  const reasons = shown.filter((action) => !action.can(state)).map((action) => action.whyNot?.(state) ?? '')
  return (
    <div className="sr-c-actions">
      <div className="sr-c-actions-row">
        {shown.map((action, index) => {
          const possible = action.can(state)
          return (
            <Tooltip key={action.key} title={hintOf(action, possible, action.whyNot?.(state))}>
              <Button
                type={index === 0 ? 'primary' : 'default'}
                size={size}
                className={`sr-c-action sr-c-action-${size}`}
                disabled={!possible}
                {...(action.shortcut && { 'aria-keyshortcuts': action.shortcut })}
                onClick={() => onOpen(action.key)}
              >
                {action.label}
              </Button>
            </Tooltip>
          )
        })}
      </div>
      {tellWhy && reasons.length > 0 && (
        <p className="sr-c-actions-why">{[...new Set(reasons)].join('；')}</p>
      )}
    </div>
  )
}

function hintOf(action: ActionEntry, possible: boolean, whyNot = ''): string {
  if (!possible) return whyNot
  return action.shortcut ? `${action.label}（快捷键 ${action.shortcut.toUpperCase()}）` : ''
}
