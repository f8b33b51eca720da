import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { expectAlerts } from '../alerts.ts'
import { Client } from '../client.ts'
import type { Attempt } from '../client.ts'
import { moveTo, restartWith } from '../moving.ts'
import { countLines, metricOf, printRecovery, printRefusals } from '../refusals.ts'
import type { Stage } from '../stage.ts'
import { environmentOf } from './install.ts'
import type { Installation } from './install.ts'

/** The disk of DATA_DIR fills up, then that of the database, and both get space again. */

const databaseMegabytes = 96
const filesMegabytes = 8

/** Fills a disk to its last byte. Returns what gives the space back. */
function fill(folder: string): () => void {
  const place = path.join(folder, 'filler')
  const file = openSync(place, 'w')
  for (const bytes of [2 ** 20, 4096, 1])
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  closeSync(file)
  return () => rmSync(place)
}

/** The smallest content accepted as a PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

/** Uploads a picture as a page does. */
async function upload(client: Client, token: string): Promise<Attempt> {
  const { answer } = await client.send(rooms.base.uploadParams, token, { key: 'a.png' })
  const form = new FormData()
  for (const [name, value] of Object.entries(answer?.fields ?? {})) form.append(name, value)
  form.append('file', new Blob([png]), 'a.png')
  const encoded = new Response(form)
  return client.request('/files', {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
}

async function fillFiles(stage: Stage, installation: Installation, folder: string) {
  const { proxy, members, instances } = installation
  const client = new Client(proxy.url, proxy.certificate)
  const uploadAll = () => Promise.all(members.map(({ token }) => upload(client, token)))
  const free = fill(folder)
  const refused = await uploadAll()
  const wrong = refused.filter(
    ({ status, text }) => status !== 507 || !text.includes('存储空间不足，请联系管理员'),
  )
  stage.measure('uploads refused with 507 and 存储空间不足', refused.length - wrong.length, '')
  stage.measure('uploads with another answer', wrong.length, '', { most: 0 })
  for (const { status, text } of wrong.slice(0, 3)) stage.say(`    ${status} ${text.slice(0, 200)}`)
  const gauges = instances.map(({ port }) => metricOf(port, 'showroom_data_disk_free_bytes'))
  stage.measure('free bytes that the gauge shows', Math.max(...(await Promise.all(gauges))), '', { most: 0 })
  const silent = instances.filter(({ port }) => countLines(stage, port, 'disk full') === 0)
  stage.measure('instances without a log line', silent.length, '', { most: 0 })
  const partial = readdirSync(folder, { recursive: true }).filter((one) => String(one).endsWith('.part'))
  stage.measure('partial files left', partial.length, '', { most: 0 })
  await expectAlerts(stage, installation, ['ShowroomDataDiskLow'])
  free()
  const stored = (await uploadAll()).filter(({ status }) => status === 204)
  stage.measure('uploads after space returned', stored.length, '', { least: members.length })
  client.close()
}

export async function full(stage: Stage, installation: Installation): Promise<Installation> {
  stage.say('Full disks: of DATA_DIR, and of the database')
  if (!stage.mayMount) {
    stage.say('  left out: only root can mount small disks')
    return installation
  }
  const { postgres } = installation
  const disk = stage.mountSmall('small-database', databaseMegabytes)
  const place = path.join(disk, 'tables')
  const files = stage.mountSmall('small-files', filesMegabytes)
  const url = await postgres.createDatabase('filling')
  await stage.run(['mkdir', place])
  await postgres.administer(`create tablespace small location '${place}'`)
  await postgres.administer('alter database filling set tablespace small')
  const moved = await moveTo(stage, installation, environmentOf(stage, url, 'small-files'))
  await fillFiles(stage, moved, files)
  const free = fill(disk)
  await printRefusals(stage, moved, 'full')
  await expectAlerts(stage, moved, ['ShowroomDatabaseFull'])
  free()
  await printRecovery(stage, moved)
  return { ...(await restartWith(stage, moved, installation.environment)), members: installation.members }
}
