import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { useOwnRegion } from '../../base/public'

/** Most customers buy where the store stands: the field `region` says so until somebody says otherwise. */
export function usePrefilledRegion<Values>(form: FormInstance<Values>): void {
  const own = useOwnRegion()
  useEffect(() => {
    if (own && !form.isFieldTouched('region' as never)) form.setFieldsValue({ region: own } as never)
  }, [own, form])
}
