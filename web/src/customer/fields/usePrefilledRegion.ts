import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { useOwnRegion } from '../../base/public'

/** Prefills the field `region` with the store's region, where most customers buy, until the user changes it. */
export function usePrefilledRegion<Values>(form: FormInstance<Values>): void {
  const own = useOwnRegion()
  useEffect(() => {
    if (own && !form.isFieldTouched('region' as never)) form.setFieldsValue({ region: own } as never)
  }, [own, form])
}
