import { hasWorker } from '../api/device'
import { fetchDevice } from '../api/device/fetch'
import { notice } from '../ui/notice'

/** Refuses to sign out or to change the store while mutations wait on this device, since they would be removed. */
export async function hasWaiting(): Promise<boolean> {
  if (!hasWorker()) return false
  const { length } = await fetchDevice().then(({ readAll }) => readAll())
  if (length > 0) notice.error(`还有${length}条待提交的内容，请先提交或放弃`)
  return length > 0
}
