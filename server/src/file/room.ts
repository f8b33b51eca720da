import type { rooms } from '@showroom/contract'
import type { FileStore } from '../platform/files/files.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { addFile, checkFile, deleteFiles, listFiles, uploadParams } from './file.service.ts'

export { tables } from './file.tables.ts'

const fileRoutes = (files: FileStore): HandlersOf<typeof rooms.file> => ({
  list: (context, request) => listFiles(context, files, request),
  params: (context, request) => uploadParams(context, files, request),
  add: prepared(
    (context, request) => checkFile(context, files, request),
    (context, request, found) => addFile(context, found, request),
  ),
  async remove(context, { ids }) {
    await deleteFiles(context, files, ids)
    return {}
  },
})

export const open = ({ files }: RoomDeps): Room<typeof rooms.file> => ({
  handlers: fileRoutes(files),
})
