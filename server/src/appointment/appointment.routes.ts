import type { rooms } from '@showroom/contract'
import type { FileStore } from '../platform/files/files.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { readAgreement, saveAgreement } from './paper/agreement.service.ts'
import { readDay, readWeek } from './plan/appointment.service.ts'
import { listCars } from './car/car.repository.ts'
import { deleteCar, saveCar } from './car/car.service.ts'
import {
  checkPictures,
  correctDrive,
  findDriver,
  handOver,
  readDrives,
  takeBack,
  walkUp,
} from './drive/drive.service.ts'
import { deleteFeed, findFeed, upsertFeed } from './feed/feed.repository.ts'
import { cancelAppointment, moveAppointment } from './plan/move.service.ts'
import { readPaper, revealPictures } from './paper/paper.service.ts'
import { readTexts, saveTexts } from './texts/text.service.ts'
import type { TextDeps } from './texts/text.service.ts'
import { createToken } from './link/token.ts'

interface Deps extends TextDeps {
  readonly files: FileStore
}

export const appointmentRoutes = ({ files, ...deps }: Deps): HandlersOf<typeof rooms.appointment> => ({
  day: readDay,
  week: readWeek,
  move: moveAppointment,
  cancel: cancelAppointment,
  cars: async ({ db, session }) => ({ data: await listCars(db, session.scope) }),
  saveCar,
  removeCar: deleteCar,
  drives: readDrives,
  handOver: prepared((context, request) => checkPictures(context, files, request), handOver),
  findDriver,
  walkUp: prepared((context, request) => checkPictures(context, files, request), walkUp),
  takeBack,
  agreement: readAgreement,
  saveAgreement,
  paper: readPaper,
  pictures: (context, request) => revealPictures(context, files, request),
  correctDrive,
  texts: (context) => readTexts(context, deps.publicUrl),
  saveTexts: (context, form) => saveTexts(context, deps, form),
  feed: async ({ db, session }) => (await findFeed(db, session.scope)) ?? { createdAt: 0 },
  async openFeed({ db, session, now }) {
    const token = createToken(session.dealerId)
    await upsertFeed(db, session.scope, token, now)
    return { path: `/ics/${token.text}.ics` }
  },
  async closeFeed({ db, session }) {
    await deleteFeed(db, session.scope)
    return {}
  },
})
