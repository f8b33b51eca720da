import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceMs } from '../../api/clock'
import { seenText } from '../../api/device'
import { seen } from '../../api/device/part'
import { relativeText } from '../../ui/RelativeTime'
import { useNow } from '../../ui/useNow'

/** Shows the age of what the page shows without a network, in place of the line about the lost network (ui/FailedReads). */
export function useSeenText(): void {
  const cache = useQueryClient().getQueryCache()
  const now = useNow()
  useEffect(() => {
    const update = (): void => {
      const active = cache.findAll({ type: 'active' }).map(({ queryHash }) => queryHash)
      const at = seen.oldest(active)
      // Both times are the device's: without a network it knows no other.
      const age = at === undefined ? '' : relativeText(at / 1000, deviceMs() / 1000)
      seenText.write(age && `断网 · ${age}的内容`)
    }
    update()
    const ends = [cache.subscribe(update), seen.subscribe(update)]
    return () => {
      for (const end of ends) end()
    }
  }, [cache, now])
}
