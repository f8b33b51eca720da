import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { Link } from '@tanstack/react-router'
import { lazyDialog } from '../../ui/lazyDialog'
import type { UndoOffer } from '../../ui/undo/undo'
import { actionNames } from './bulk'
import { withCommas } from '../../ui/withCommas'

const LeftDialog = lazyDialog(() => import('../../ui/list/LeftDialog').then((module) => module.LeftDialog))

/** The skipped customers of a bulk action with their reasons; undefined if there are none. */
export const leftOf = ({ action, successTotal, failTotal, failures }: BulkStatus): UndoOffer['left'] =>
  failTotal === 0
    ? undefined
    : {
        label: `操作失败 ${withCommas(failTotal)} 位`,
        render: (close) => (
          <LeftDialog
            action={actionNames[action]}
            successTotal={successTotal}
            failTotal={failTotal}
            rows={failures.map(({ customerId: id, ...row }) => ({ ...row, id }))}
            unit="位"
            renderName={({ id, name }) => (
              <Link to="/customer/detail/$customerId" params={{ customerId: String(id) }} onClick={close}>
                {name}
              </Link>
            )}
            onClose={close}
          />
        ),
      }
