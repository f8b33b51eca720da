import { useEffect } from 'react'
import { type Region, useOwnRegion } from '../../base/public'

interface FormWithRegion {
  isFieldTouched(name: 'region'): boolean
  setFieldValue(name: 'region', value: Region): void
}

/** Prefills the field `region` with the store's region, where most customers buy, until the user changes it. */
export function usePrefilledRegion(form: FormWithRegion): void {
  const own = useOwnRegion()
  useEffect(() => {
    if (own && !form.isFieldTouched('region')) form.setFieldValue('region', own)
  }, [own, form])
}
