import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { beginSession } from '../../frame/session'
import { safeAddress } from '../../ui/address'

/** Starts the session and opens the requested page, by default the overview; goes to the other site if the member's store is on one. */
export function useEntrance(how: 'push' | 'replace' = 'replace'): (answer: LoginAnswer, to?: string) => void {
  const client = useQueryClient()
  const { history } = useRouter()
  return ({ returnTo, site, ...answer }, to = '/dashboard/index') => {
    beginSession(client, answer)
    if (site) location.replace(safeAddress(site) ?? '#')
    else history[how](returnTo ?? to)
  }
}
