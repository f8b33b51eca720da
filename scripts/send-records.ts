import { offerHelp } from '../server/src/platform/config/help.ts'
import { askOpen } from './open-request.ts'
import { readSender, runCommand, print, printRefused, senderHelp } from './open-sender.ts'

/** `npm run send-records -- --mobile 13800000000 --call`: plays the telephone, test-drive and WeCom systems (docs/records-intake.md). */

const usage = `Usage: npm run send-records -- --mobile NUMBER [--call] [--drive] [--contact] [--dealer CODE] [--member MOBILE] [--plate PLATE] [--key KEY --secret SECRET] [--url URL]
       npm run send-records -- --refused [--key KEY --secret SECRET] [--url URL]
       npm run send-records -- --replay [--key KEY --secret SECRET] [--url URL]
  --mobile   of a customer on file
  --call     a call with its recording and transcript; --drive a test drive with its report; --contact a WeCom contact (all three by default)
  --dealer   code of the customer's store (HZ001)
  --member   mobile of the member who called or accompanied the drive
  --plate    of the test-drive car, now under way: the record joins that test drive
  --refused  send nothing, list the refused records
  --replay   send nothing, retry the refused records${senderHelp('the sender', 'RECORD')}`
offerHelp(usage)

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { given, sender } = readSender(
  {
    mobile: text,
    dealer: text,
    member: text,
    plate: text,
    call: flag,
    drive: flag,
    contact: flag,
    refused: flag,
    replay: flag,
  },
  { prefix: 'RECORD', demo: { key: 'demo-recorder', secret: 'showroom-recorder-secret-2026' } },
)

interface Answer {
  readonly detail: string
  readonly state?: string
  readonly receipt?: string
  readonly host?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly recording?: string
}

let count = 0
const run = Date.now().toString(36)
const send = (path: string, body: object) =>
  askOpen<Answer>(
    sender,
    'POST',
    path,
    JSON.stringify({
      dealerCode: given.dealer ?? 'HZ001',
      deliveryId: `${run}-${(count += 1)}`,
      mobile: given.mobile,
      ...(given.member && { memberMobile: given.member }),
      ...body,
    }),
  )
const tell = (
  what: string,
  { httpStatus, state = '', receipt = '', detail }: Answer & { httpStatus: number },
): void => print(`${what}  ${httpStatus} ${state}  receipt ${receipt}  ${detail}`)

const now = Math.floor(Date.now() / 1000)
/** Samples per second, telephone quality. */
const rate = 8000

/** A minute of two alternating humming voices (WAV, 8 bits). */
function hum(): Uint8Array<ArrayBuffer> {
  const seconds = 20
  const bytes = new Uint8Array(44 + seconds * rate)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('RIFF'), 0)
  view.setUint32(4, bytes.length - 8, true)
  bytes.set(new TextEncoder().encode('WAVEfmt '), 8)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, bytes.length - 44],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    view.setUint16(at, value, true)
  bytes.set(new TextEncoder().encode('data'), 36)
  for (let at = 0; at < seconds * rate; at++)
    bytes[44 + at] =
      128 +
      Math.round(40 * Math.sin((at / rate) * 2 * Math.PI * (Math.floor(at / rate / 3) % 2 === 0 ? 180 : 240)))
  return bytes
}

async function sendCall(): Promise<void> {
  const form = await send('/open/v1/calls/recordings', { fileName: 'call.wav' })
  if (!form.host || !form.fields) return tell('recording', form)
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob([hum()]), 'call.wav')
  const posted = await fetch(new URL(form.host, sender.url), { method: 'POST', body })
  if (!posted.ok) return print(`recording  ${posted.status}`)
  tell(
    'call',
    await send('/open/v1/calls', {
      startedAt: now - 300,
      seconds: 20,
      recording: form.recording,
      transcript: [
        { type: 'sales', text: '您好，您预约的试驾车已经准备好了，周六上午方便吗？', at: 1 },
        { type: 'customer', text: '方便的，我十点左右到。', at: 8 },
        { type: 'sales', text: '好的，到店找我就行，请带上驾驶证。', at: 12 },
      ],
    }),
  )
}

async function obey(): Promise<void> {
  if (await printRefused(sender, '/open/v1/records', given, ['receipt', 'kind', 'state', 'detail'])) return
  if (!given.mobile) throw new Error(usage)
  const all = !given.call && !given.drive && !given.contact
  if (all || given.call) await sendCall()
  if (all || given.drive)
    tell(
      'test drive',
      await send('/open/v1/testDrives', {
        seriesCode: 'LY-SJ',
        drivenAt: given.plate ? now : now - 3600,
        ...(given.plate && { plate: given.plate }),
        minutes: 18,
        km: 6.2,
        route: '滨江路线',
        report: [{ label: '平均车速', value: '21 km/h' }],
      }),
    )
  if (all || given.contact) tell('contact', await send('/open/v1/contacts', { name: '山间客', addedAt: now }))
}

await runCommand(obey)
