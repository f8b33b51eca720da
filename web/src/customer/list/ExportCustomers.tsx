import { list as listCall } from '@showroom/contract/customer/customer.api'
import { callApi } from '../../api/client'
import { useSession } from '../../frame/session'
import { ExportButton } from '../../ui/list/ExportButton'
import type { Chosen } from './bulk'
import { customerList, type CustomerFilter } from './customer.fields'

interface ExportCustomersProps {
  chosen: Chosen
  /** The list's filters and their result, exported if no customer is selected. */
  list?: { readonly filter: CustomerFilter; readonly total: number | undefined }
  size?: 'small' | 'middle'
  narrow?: boolean
}

/** 导出 of the selected customers, in the list's order, else of all that the filters find. For admins. */
export function ExportCustomers({ chosen, list, size = 'middle', narrow = false }: ExportCustomersProps) {
  const { isAdmin } = useSession()
  if (!isAdmin) return null
  const isChosen = !list || chosen.total > 0
  const filter = isChosen ? chosen.filter : list.filter
  const which = filter ? customerList.requestOf(filter) : { customerIds: chosen.ids.join(',') }
  return (
    <ExportButton
      makeFile={() => callApi(listCall, { ...which, isExport: 1 })}
      total={isChosen ? chosen.total : list.total}
      rows={{ name: isChosen ? '已选的客户' : '当前筛选的客户', unit: '位' }}
      size={size}
      narrow={narrow}
    />
  )
}
