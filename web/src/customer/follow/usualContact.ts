import { useDictionary } from '../../base/public'

const storageKey = 'follow-contact'

/** Who has just telephoned will telephone again: the way of contact that was chosen last, as long as there is one. */
export function useUsualContact(): number | undefined {
  const last = Number(localStorage.getItem(storageKey))
  return useDictionary('contactTypes').some(({ dataValue }) => dataValue === last) ? last : undefined
}

export function rememberContact(contactType: number | undefined): void {
  if (contactType) localStorage.setItem(storageKey, String(contactType))
}
