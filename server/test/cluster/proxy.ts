import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy to the database that tests can cut and restore. */
export interface Line {
  /** The database's URL through the proxy. */
  through(url: string): string
  /** Breaks open connections and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Stops forwarding, but leaves connections open and accepts new ones, as a network that loses every packet. */
  freeze(): void
  /** Forwards new connections again; the frozen ones stay dead. */
  thaw(): void
}

export async function openLine(to: string): Promise<Line> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    keep(near)
    keep(far)
    if (!isFrozen) near.pipe(far).pipe(near)
    // A pipe does not pass on that its source was reset, as by a backend that ended before it read a statement.
    near.on('close', () => isFrozen || far.end())
    far.on('close', () => isFrozen || near.end())
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve())
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    through(url) {
      const by = new URL(url)
      by.port = String(port)
      by.hostname = '127.0.0.1'
      return by.href
    },
    cut() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      for (const socket of sockets) socket.destroy()
      return closed
    },
    restore: () => listen(port),
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    thaw() {
      isFrozen = false
    },
  }
}
