import type { ServerResponse } from 'node:http'
import { livePath, LiveQuery } from '@showroom/contract/kernel/live'
import type { Ending, LiveEvent } from '@showroom/contract/kernel/live'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Live, Subscriber } from '../live/live.ts'
import type { Metrics } from '../observe/metrics.ts'
import { Refusal } from '../refusal.ts'
import type { SessionGate } from '../session/gate.ts'
import type { Session } from '../session/session.ts'
import type { SessionStreams } from '../session/streams.ts'
import type { Drain } from './drain.ts'
import { sendProbeEvents } from './probe.ts'
import type { IsProbe } from './probe.ts'
import { tokenOf } from './token.ts'

export interface LiveDeps {
  readonly live: Live
  readonly gate: SessionGate
  readonly streams: SessionStreams
  readonly metrics: Metrics
  readonly heartbeatMs: number
  readonly drain: Drain
  readonly isProbe: IsProbe
}

/** A client with this much unread data is dropped; it reconnects and refetches. */
const mostUnreadBytes = 64 * 1024
/** Time for the client to read the final event before the connection is cut. */
const partingMs = 1_000

interface Stream {
  end(ending: Ending): void
}

/**
 * Serves `GET /live`: sends an open page the changes at its dealer while its session lives with unchanged rights. When the rights change
 * the stream ends, and the page reconnects and refetches everything.
 */
export function serveLive(app: FastifyInstance, deps: LiveDeps): void {
  const streams = new Set<Stream>()

  app.get(
    livePath,
    { exposeHeadRoute: false, config: { isStream: true } },
    async (request, reply): Promise<FastifyReply> => {
      if (deps.drain.isOn()) return reply.code(503).send()
      if (deps.isProbe(request)) {
        await sendProbeEvents(respond(reply))
        return reply
      }
      const token = tokenOf(request)
      const session = await deps.gate.look(token)
      if (!session) return refuse(request, reply)
      request.session = session
      // The client disconnected during the session lookup; its close event would never fire.
      if (reply.raw.destroyed) return reply.hijack()
      const page = { token, knownMs: LiveQuery.safeParse(request.query).data?.known }
      const stream = openStream(deps, session, page, respond(reply), () => {
        streams.delete(stream)
        // Streams of a process that stops are replaced as their pages reconnect.
        if (!deps.drain.isOn()) uncount()
      })
      streams.add(stream)
      const uncount = deps.streams.add(token, () => stream.end('replaced'))
      return reply
    },
  )

  deps.drain.onStart(() => {
    for (const stream of streams) stream.end('closing')
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = new Refusal('SESSION_GONE')
  request.refusal = refusal.code
  return reply.code(401).header('cache-control', 'no-store').send(refusal.toAnswer())
}

/** Takes the response over from Fastify. The headers prevent caching, compression and buffering by proxies. */
function respond(reply: FastifyReply): ServerResponse {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  return reply.raw
}

function openStream(
  { live, gate, metrics, heartbeatMs }: LiveDeps,
  session: Session,
  { token, knownMs }: { readonly token: string } & Pick<Subscriber, 'knownMs'>,
  response: ServerResponse,
  closed: () => void,
): Stream {
  const { dealerId, memberId } = session
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return
    if (response.writableLength > mostUnreadBytes) response.destroy()
    else response.write(text)
  }
  const send = (event: LiveEvent): void => write(`data: ${JSON.stringify(event)}\n\n`)
  // Events are held back until the session is confirmed, because the change that ended it may have come before them.
  let held: { topics: Set<string>; missed: boolean } | undefined = { topics: new Set(), missed: false }

  const watch = gate.watch(token, session, {
    doubt: () => void (held ??= { topics: new Set(), missed: false }),
    sure(now) {
      if (!sameRights(now, session)) return end('rights')
      if (held?.missed) send({ missed: true })
      else if (held && held.topics.size > 0) send({ topics: [...held.topics] })
      else write(':\n\n')
      held = undefined
    },
    over: () => end('session'),
  })
  const leave = live.subscribe({
    dealerId,
    memberId,
    knownMs,
    changed(topics) {
      if (held) for (const topic of topics) held.topics.add(topic)
      else send({ topics: [...topics] })
    },
    missed() {
      if (held) held.missed = true
      else send({ missed: true })
    },
  })
  const heart = setInterval(() => watch.check(), heartbeatMs)
  let parting: NodeJS.Timeout | undefined
  const end = (ending: Ending): void => {
    if (response.writableEnded) return
    leave()
    watch.stop()
    send({ end: ending })
    response.end()
    parting = setTimeout(() => response.destroy(), partingMs)
  }

  metrics.liveStreams(1)
  response.on('close', () => {
    leave()
    watch.stop()
    clearInterval(heart)
    clearTimeout(parting)
    metrics.liveStreams(-1)
    closed()
  })
  // The session was read before the watch began, so it is checked again.
  watch.check()
  return { end }
}

/** Whether both sessions show a page the same data. Names and the time of last use do not matter. */
const sameRights = (one: Session, other: Session): boolean => rightsOf(one) === rightsOf(other)
const rightsOf = ({ role, modules, flags, sees }: Session): string =>
  JSON.stringify([role, modules, flags, sees === 'all' ? sees : sees.toSorted((one, other) => one - other)])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a stream: its duration says nothing about response times. */
    isStream?: true
  }
}
