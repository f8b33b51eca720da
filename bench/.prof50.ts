// node prof50.ts <scenario> <seconds>: server with cpu-prof and heap numbers
import { spawn } from 'node:child_process'
import { load } from '/work/main/bench/load.ts'
import { signInReaders } from '/work/main/bench/readers.ts'
import { requestOf, scenarios } from '/work/main/bench/scenarios.ts'
const url = process.env.DATABASE_URL!
const [only = 'get', seconds = '4', ...flags] = process.argv.slice(2)
const child = spawn(process.execPath, [...flags, '/work/main/server/src/main.ts'], { env: { ...process.env, PORT: '5051', LOG_LEVEL: 'warn', DEMO: '0', DATA_DIR: '/tmp/prof50' }, stdio: ['ignore', 'pipe', 'inherit'] })
await new Promise<void>(r => child.stdout.on('data', d => String(d).includes('Showroom') && r()))
const mem = async (label: string) => {
  const t = await (await fetch('http://127.0.0.1:5051/metrics')).text()
  const g = (n: string) => Math.round(Number(new RegExp(`^${n} (\\S+)`, 'm').exec(t)?.[1]) / 1e6)
  const spaces = [...t.matchAll(/^nodejs_heap_space_size_(total)_bytes\{space="(\w+)"\} (\S+)/gm)].map(m => `${m[2]}=${Math.round(Number(m[3]) / 1e6)}`).join(' ')
  console.log(label, 'rss', g('process_resident_memory_bytes'), 'heapTotal', g('nodejs_heap_size_total_bytes'), 'heapUsed', g('nodejs_heap_size_used_bytes'), 'external', g('nodejs_external_memory_bytes'), spaces)
}
await mem('start')
const { readers, signOut } = await signInReaders(url)
for (const s of scenarios(url).filter(s => s.name.includes(only))) {
  const requests = (await Promise.all(readers.map(async r => (await s.bodies(r, s.call.writes ? 400 : 100)).map(b => requestOf(s.call, r.token, b))))).flat()
  const o = await load({ port: 5051, connections: 32, seconds: Number(seconds), requests, repeat: !s.call.writes })
  console.log(s.name, Math.round(o.times.length / o.seconds), '/s', o.failures)
  await mem(s.name)
}
await signOut()
child.kill('SIGTERM'); await new Promise(r => child.on('exit', r))
