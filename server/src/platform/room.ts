import type { FastifyInstance } from 'fastify'
import type { Behalf } from './jobs/behalf.ts'
import type { CatalogueSource } from './export/catalogue.ts'
import type { Clock } from './clock.ts'
import type { Retention } from './config/config.retention.ts'
import type { Database } from './db/client.ts'
import type { Line } from './db/line.ts'
import type { Downloads } from './files/download.ts'
import type { FileStore } from './files/files.ts'
import type { EventBus, Subscriptions } from './live/events.ts'
import type { CodesOf } from './http/codes.ts'
import type { HandlersOf } from './http/handler.ts'
import type { OpenPaths } from './http/openapi.ts'
import type { Job } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Logger } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import type { Outcomes } from './outside/outcomes.ts'
import type { Queues } from './queues/queues.ts'
import type { AllTables } from './tables/describe.ts'
import type { Texts } from './texts/outbox.ts'
import type { Inverses, Undo } from './undo/undo.ts'

/** Dependencies available to every room. */
export interface RoomDeps {
  readonly db: Database
  readonly line: Line
  readonly live: Live
  /** Queues for work that waits in tables and is done in turns of the stores. */
  readonly queues: Pick<Queues, 'open'>
  readonly catalogue: CatalogueSource
  /** Emits domain events to other rooms. */
  readonly events: EventBus
  /** Uses an undo ticket of any room. */
  readonly undo: Undo
  /** For background work after a call, in the caller's name. */
  readonly behalf: Behalf
  readonly files: FileStore
  readonly downloads: Downloads
  /** Sends texts to mobiles. */
  readonly texts: Texts
  /** The tables of all rooms. */
  readonly tables: AllTables
  readonly metrics: Metrics
  /** Records whether outside systems answer. */
  readonly outcomes: Pick<Outcomes, 'of'>
  readonly clock: Clock
  /** Days that data is kept. */
  readonly retention: Retention
  readonly log: Logger
  /** The server's secret, used for signing and sealing. */
  readonly secret: string
}

/** A room as opened by `<room>/room.ts`, once per process. */
export interface Room<Calls> {
  /** One handler for each of the room's calls in the contract. */
  readonly handlers: HandlersOf<Calls>
  readonly jobs?: readonly Job[]
  /** Handlers for events of other rooms. Rooms handle an event in the order of the list of rooms. */
  readonly subscriptions?: Subscriptions
  /** How the room undoes its calls. */
  readonly inverses?: Inverses
  /** Reads the codes that a record has, by the request's field with its id: it keeps them when they are switched off. */
  readonly codes?: Readonly<Record<string, CodesOf>>
  /** Further routes, and their part of the OpenAPI document. */
  readonly serve?: (http: FastifyInstance) => void
  readonly docs?: OpenPaths
  /** Starts the room's background work; called only in processes that serve requests. */
  readonly start?: () => void
  /** Stops background work, including that started by calls, after the last response. */
  readonly stop?: () => Promise<void>
}
