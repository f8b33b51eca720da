import { activityType, offersContact, phoneContact } from '@showroom/contract/customer/customer.rules'
import { useDictionary } from '../../base/public'
import { inBrowser } from '../../api/storage'

const lastContact = inBrowser('follow-contact')

/** The telephone after a call, otherwise the contact way chosen last, as it is likely to be used again; the first if the store has it no longer. */
export function useUsualContact(isCalled: boolean): number | undefined {
  const last = isCalled ? phoneContact : Number(lastContact.read())
  const ways = useDictionary('contactTypes').map(({ dataValue }) => Number(dataValue))
  return ways.find((way) => way === last) ?? ways[0]
}

export function rememberContact(contactType: number | undefined): void {
  // A contact way implied by the follow-up way was not chosen, so it is not remembered.
  if (contactType && offersContact(activityType.call, contactType)) lastContact.write(String(contactType))
}
