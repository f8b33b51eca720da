import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { beginSession } from '../frame/session'

/** Begins the session and opens the page that was asked for, else the overview; whose store works on another site goes there. */
export function useEntrance(how: 'push' | 'replace' = 'replace'): (answer: LoginAnswer, to?: string) => void {
  const client = useQueryClient()
  const { history } = useRouter()
  return ({ returnTo, site, ...answer }, to = '/dashboard/index') => {
    beginSession(client, answer)
    if (site) location.replace(site)
    else history[how](returnTo ?? to)
  }
}
