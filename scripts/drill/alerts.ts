import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seriesOf } from '../../server/test/recount/series.ts'
import type { Instance, Release } from './release.ts'
import type { Stage } from './stage.ts'

/** Evaluates the rules of deploy/prometheus/alerts.yml by promtool, as if what the instances show now stayed so for two hours. */

/** As long as Prometheus waits for an instance, or less. */
const scrapeMs = 5_000

/** The samples of an instance as constant series of promtool; one that does not answer is down. */
async function scrape(port: number): Promise<{ series: string; values: string }[]> {
  const constant = (name: string, value: number, labels: Readonly<Record<string, string>> = {}) => {
    const all = { ...labels, job: 'showroom', instance: `127.0.0.1:${port}` }
    const written = Object.entries(all).map(([label, of]) => `${label}=${JSON.stringify(of)}`)
    return { series: `${name}{${written.join()}}`, values: `${value}x120` }
  }
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(scrapeMs) })
    .then((answer) => answer.text())
    .catch(() => undefined)
  const samples = [...seriesOf(text ?? '')]
    .filter(([name]) => name.startsWith('showroom_'))
    .flatMap(([name, all]) => all.map(({ labels, value }) => ({ name, labels, value })))
  return [
    constant('up', text === undefined ? 0 : 1),
    ...samples
      .filter(({ value }) => Number.isFinite(value))
      .map(({ name, labels, value }) => constant(name, value, labels)),
  ]
}

/** Compares the alerts that would fire with those given. Repeats for some seconds, as gauges follow within them. */
export async function expectAlerts(
  stage: Stage,
  { release, instances }: { readonly release: Release; readonly instances: readonly Instance[] },
  expected: readonly string[],
): Promise<void> {
  const file = path.join(stage.makeFolder('alerts'), `${instances[0]?.port}.yml`)
  const firing = 'group by (alertname) (ALERTS{alertstate="firing"})'
  const samples = expected.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }))
  let difference: string | undefined
  for (const pause of [0, 2_000, 5_000, 10_000]) {
    await sleep(pause)
    const series = await Promise.all(instances.map(({ port }) => scrape(port)))
    const test = {
      interval: '1m',
      input_series: series.flat(),
      promql_expr_test: [{ expr: firing, eval_time: '90m', exp_samples: samples }],
    }
    const rules = path.join(release.folder, 'deploy/prometheus/alerts.yml')
    const content = { rule_files: [rules], evaluation_interval: '1m', tests: [test] }
    writeFileSync(file, JSON.stringify(content))
    difference = await stage.run(['promtool', 'test', 'rules', file]).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    )
    if (difference === undefined) break
  }
  stage.measure(
    `other alerts than ${expected.map((name) => name.replace('Showroom', '')).join(', ') || 'none'}`,
    difference === undefined ? 0 : 1,
    '',
    { most: 0 },
  )
  for (const line of difference?.split('\n').filter((one) => one.trim() !== '') ?? [])
    stage.say(`    ${line}`)
}
