import type { rooms } from '@showroom/contract'
import { codeKey } from '@showroom/contract/base/codes'
import { fileRetention } from '../platform/queues/retention.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { appointmentRoutes } from './appointment.routes.ts'
import { findCar } from './car/car.repository.ts'
import { hold } from './plan/booking.service.ts'
import { deleteFeed } from './feed/feed.repository.ts'
import { serveFeeds } from './feed/feed.routes.ts'
import { withdrawLinks } from './link/link.repository.ts'
import { serveLinks } from './link/link.routes.ts'
import { undoBack, undoKeys } from './drive/drive.undo.ts'
import type { UndoBack, UndoKeys } from './drive/drive.service.ts'
import { undoCancel, undoMove } from './plan/move.service.ts'
import type { UndoCancel, UndoMove } from './plan/move.service.ts'
import { settleAppointments } from './noshow/noshow.job.ts'
import { remindOwners, warnOwners } from './texts/remind.job.ts'
import { sendTexts } from './texts/texts.job.ts'
import { tidyLicences, tidyQuarters } from './tidy.job.ts'

export { tables } from './appointment.tables.ts'

interface AppointmentUndoable {
  readonly appointmentMoved: UndoMove
  readonly appointmentCancelled: UndoCancel
  readonly keysHandedOver: UndoKeys
  readonly carTakenBack: UndoBack
}

declare module '../platform/undo/undo.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Undoable extends AppointmentUndoable {}
}

export interface AppointmentSettings {
  /** The product's public address, with which links in texts begin; without one no texts are sent. */
  readonly publicUrl?: string | undefined
}

export const open = (
  deps: RoomDeps,
  { publicUrl = '' }: AppointmentSettings,
): Room<typeof rooms.appointment> => {
  const own = { ...deps, publicUrl }
  return {
    handlers: appointmentRoutes(own),
    inverses: {
      appointmentMoved: undoMove,
      appointmentCancelled: undoCancel,
      keysHandedOver: undoKeys,
      carTakenBack: undoBack,
    },
    codes: {
      async carId(db, scope, id) {
        return [codeKey('series', (await findCar(db, scope, id))?.seriesId)]
      },
    },
    subscriptions: {
      numberChanged: ({ db, scope, now }, { customerId }) => withdrawLinks(db, scope, customerId, now),
      personReplaced: ({ db, scope }, { memberId }) => deleteFeed(db, { ...scope, memberId }),
      hourPlanned: (by, { field, ...booking }) => hold(by, booking, { start: field, car: 'nextCarId' }),
    },
    jobs: [
      settleAppointments(deps),
      tidyQuarters(deps),
      fileRetention(deps, { ...tidyLicences, days: deps.retention.licences }),
      remindOwners(deps),
      warnOwners(deps),
      sendTexts(own),
    ],
    serve(http) {
      serveLinks(http, deps)
      serveFeeds(http, own)
    },
  }
}
