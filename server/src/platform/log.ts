import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type { Logger }

/** Mobile and identity numbers, wherever they turn up: a log is no place for them. */
const scrub = (line: string): string =>
  line
    .replaceAll(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2')
    .replaceAll(/(?<!\d)(\d{3})\d{11}(\d{3}[\dXx])(?!\d)/g, '$1***********$2')

/** JSON lines with personal numbers masked. */
export function createLog(level: string, out: DestinationStream = process.stdout): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['password', '*.password', 'authorization'] },
    { write: (line: string) => out.write(scrub(line)) },
  )
}
