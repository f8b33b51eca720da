import { activityType } from '@showroom/contract/customer/customer.rules'
import { useDictionary } from '../../base/public'
import { offersContact } from '../dialogs/follow.form'

const storageKey = 'follow-contact'

/** Who has just telephoned will telephone again: the way of contact that was chosen last, as long as there is one; else the first. */
export function useUsualContact(): number | undefined {
  const last = Number(localStorage.getItem(storageKey))
  const ways = useDictionary('contactTypes').map(({ dataValue }) => Number(dataValue))
  return ways.find((way) => way === last) ?? ways[0]
}

export function rememberContact(contactType: number | undefined): void {
  // What came with its own way to follow up was not chosen.
  if (contactType && offersContact(activityType.call, contactType))
    localStorage.setItem(storageKey, String(contactType))
}
