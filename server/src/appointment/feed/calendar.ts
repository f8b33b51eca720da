import { addressed, reasonText } from '@showroom/contract/appointment/text.rules'

/** Writes a calendar (RFC 5545) of appointments. */

export interface CalendarEvent {
  readonly appointmentId: number
  readonly sequence: number
  readonly isCancelled: boolean
  readonly surname: string
  readonly gender: number
  readonly type: number
  readonly seriesName: string
  /** Epoch seconds. */
  readonly startsAt: number
  readonly minutes: number
  readonly changedAt: number
  readonly storeName: string
  readonly address: string
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')

/** `20261128T020000Z`. */
const utc = (seconds: number): string => new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Splits a line after at most 75 octets, never within a character. */
export function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** `host` makes the ids of events unique among all products. */
export const calendarOf = (events: readonly CalendarEvent[], host: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Showroom//Appointments//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:客户预约',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events.flatMap((event) => linesOf(event, host)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')

/** A cancelled one says no more than that. */
const linesOf = (event: CalendarEvent, host: string): string[] => [
  'BEGIN:VEVENT',
  `UID:appointment-${event.appointmentId}@${host}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.changedAt)}`,
  `DTSTART:${utc(event.startsAt)}`,
  `DTEND:${utc(event.startsAt + event.minutes * 60)}`,
  ...(event.isCancelled ? ['STATUS:CANCELLED'] : ['STATUS:CONFIRMED', ...factsOf(event)]),
  'END:VEVENT',
]

const factsOf = ({ surname, gender, type, seriesName, storeName, address }: CalendarEvent): string[] => [
  `SUMMARY:${escaped(`${addressed(surname, gender)} ${reasonText(type, seriesName)}`)}`,
  `LOCATION:${escaped([storeName, address].filter(Boolean).join(' '))}`,
]
