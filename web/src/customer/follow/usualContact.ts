import { activityType, offersContact } from '@showroom/contract/customer/customer.rules'
import { useDictionary } from '../../base/public'
import { inBrowser } from '../../api/storage'

const lastContact = inBrowser('follow-contact')

/** The contact way chosen last, if it still exists, as it is likely to be used again; otherwise the first. */
export function useUsualContact(): number | undefined {
  const last = Number(lastContact.read())
  const ways = useDictionary('contactTypes').map(({ dataValue }) => Number(dataValue))
  return ways.find((way) => way === last) ?? ways[0]
}

export function rememberContact(contactType: number | undefined): void {
  // A contact way implied by the follow-up way was not chosen, so it is not remembered.
  if (contactType && offersContact(activityType.call, contactType)) lastContact.write(String(contactType))
}
