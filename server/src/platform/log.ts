import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type { Logger }

/** A request's id, an identity number, a mobile number with or without country code: in this order. */
const numbers =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<!\d)(\d{3})\d{11}(\d{3}[\dXx])(?!\d)|(?<!\d)((?:(?:00)?86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g

/** Mobile and identity numbers, wherever they turn up: a log is no place for them. */
const scrub = (line: string): string =>
  line.replaceAll(numbers, (whole: string, idHead = '', idTail = '', head = '', tail = '') => {
    if (idHead) return `${idHead}***********${idTail}`
    return head ? `${head}****${tail}` : whole
  })

/** JSON lines with personal numbers masked. */
export function createLog(level: string, out: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', '*.password', 'authorization'],
    },
    { write: (line: string) => out.write(scrub(line)) },
  )
}
