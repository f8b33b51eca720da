import { execFileSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { adapt } from './adapt.ts'
import type { Stage } from './stage.ts'

/** nginx or HAProxy with the configuration of `deploy`, on ports of the drill and with a new certificate. */
export interface Proxy {
  readonly url: string
  /** File of the certificate, for the client. */
  readonly certificate: string
  /** File of its key. */
  readonly key: string
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export async function startProxy(
  stage: Stage,
  configuration: string,
  { name, instances }: { readonly name: string; readonly instances: readonly [number, number] },
): Promise<Proxy> {
  const folder = stage.makeFolder(name)
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  stage.own(key)
  const [plain, secure] = [stage.port(`${name}, plain`), stage.port(name)]
  const [first, second] = instances
  const site = adapt(configuration, {
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    'listen 80;': `listen ${plain};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen ${secure} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    'showroom.example.com': 'localhost',
    '/etc/ssl/showroom/fullchain.pem': certificate,
    '/etc/ssl/showroom/privkey.pem': key,
  })
  writeFileSync(path.join(folder, 'showroom.conf'), site)
  const paths = temporary.map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')
  const log = `access_log ${stage.logOf(`${name}-access`)}; error_log ${stage.logOf(`${name}-error`)};`
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; events { worker_connections 1024; }
http { ${paths} ${log} include ${folder}/showroom.conf; }\n`
  writeFileSync(path.join(folder, 'nginx.conf'), main)
  const child = stage.start(name, [
    'nginx',
    '-e',
    'stderr',
    '-p',
    folder,
    '-c',
    path.join(folder, 'nginx.conf'),
  ])
  await sleep(500)
  if (child.exitCode !== null) throw new Error(`nginx did not start:\n${stage.tailOf(name)}`)
  return { url: `https://localhost:${secure}`, certificate, key }
}

/** Starts HAProxy with the product's configuration, to which another one is appended, and the certificate of nginx. */
export async function startHaproxy(
  stage: Stage,
  configuration: string,
  { certificate, key }: Proxy,
  appended: string,
): Promise<{ readonly proxy: Proxy; readonly child: ChildProcess }> {
  const folder = stage.makeFolder('haproxy')
  const both = path.join(folder, 'showroom.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const [plain, secure] = [stage.port('haproxy, plain'), stage.port('haproxy')]
  const site = adapt(configuration, {
    '/dev/log local0': 'stdout format raw local0',
    'user haproxy': '',
    'group haproxy': '',
    'bind :80': `bind 127.0.0.1:${plain}`,
    'bind :443': `bind 127.0.0.1:${secure}`,
    '/etc/haproxy/showroom.pem': both,
    '127.0.0.1:3001': `127.0.0.1:${stage.port('instance 1')}`,
    '127.0.0.1:3002': `127.0.0.1:${stage.port('instance 2')}`,
  })
  const place = path.join(folder, 'haproxy.cfg')
  writeFileSync(place, `${site}\n${appended}`)
  const child = stage.start('haproxy', ['haproxy', '-db', '-f', place])
  await sleep(500)
  if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${stage.tailOf('haproxy')}`)
  return { proxy: { url: `https://localhost:${secure}`, certificate, key }, child }
}
