import type { FastifyInstance } from 'fastify'
import type { Behalf } from './behalf.ts'
import type { CatalogueSource } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'
import type { Line } from './db/line.ts'
import type { Downloads } from './files/download.ts'
import type { FileStore } from './files/files.ts'
import type { Outlet, Subscriptions } from './happenings.ts'
import type { HandlersOf } from './http/handler.ts'
import type { Job } from './jobs.ts'
import type { Live } from './live.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Queues } from './queues/queues.ts'
import type { Texts } from './texts/outbox.ts'
import type { Inverses, Undo } from './undo.ts'

/** What every room may work with; each takes what it needs. */
export interface RoomDeps {
  readonly db: Database
  readonly line: Line
  readonly live: Live
  /** Work that waits in tables and is done by turns of the stores. */
  readonly queues: Pick<Queues, 'open'>
  readonly catalogue: CatalogueSource
  /** Where rooms say what happened. */
  readonly happenings: Outlet
  /** Takes back what a ticket of any room stands for. */
  readonly undo: Undo
  /** For work that goes on after a call, in the name of who made it. */
  readonly behalf: Behalf
  readonly files: FileStore
  readonly downloads: Downloads
  /** What goes to mobiles. */
  readonly texts: Texts
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
  /** The server's own secret: what it signs and seals with. */
  readonly secret: string
}

/** A room as `<room>/room.ts` opens it, once a process: all that the server runs of it. */
export interface Room<Calls> {
  /** One for each call of the room in the contract. */
  readonly handlers: HandlersOf<Calls>
  readonly jobs?: readonly Job[]
  /** What it does about what happens in other rooms: they hear in the order of the list of rooms. */
  readonly subscriptions?: Subscriptions
  /** How it takes back what its calls did. */
  readonly inverses?: Inverses
  /** Routes beside the calls, and their part of the OpenAPI document. */
  readonly serve?: (http: FastifyInstance) => void
  readonly docs?: object
  /** Begins what the room works at beside calls and jobs; only a process that serves does. */
  readonly start?: () => void
  /** Ends it, and whatever a call has begun, after the last answer. */
  readonly stop?: () => Promise<void>
}
