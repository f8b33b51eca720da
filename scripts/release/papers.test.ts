import { beforeAll, expect, it } from 'vitest'
import { productionPackages } from './packages.ts'
import { makeLicences, makeSbom } from './papers.ts'

const made = new Date('2026-01-01T00:00:00Z')

let packages: Awaited<ReturnType<typeof productionPackages>>
let sbom: Awaited<ReturnType<typeof makeSbom>>
// npm takes seconds for each.
beforeAll(async () => {
  packages = await productionPackages()
  sbom = await makeSbom(packages, made)
}, 120_000)

it('lists the packages of server and client, Node and PostgreSQL, and no tool', () => {
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'antd', 'react', 'node.js', 'postgresql']))
  for (const tool of ['vitest', 'typescript', 'vite', 'oxlint', '@types/node'])
    expect(names).not.toContain(tool)
  expect(sbom.components).toHaveLength(new Set(sbom.components.map((one) => one['bom-ref'])).size)
  for (const { name, version } of packages)
    expect(sbom.components.map((one) => one['bom-ref'])).toContain(`${name}@${version}`)
})

it('names the licence of each package, and stops at one that is not accepted', () => {
  const text = makeLicences(packages, sbom)
  for (const { name, version } of packages) expect(text).toMatch(`\n${name}@${version}  `)
  expect(text).toMatch('Permission to use, copy, modify')
  const strange = { 'bom-ref': 'a@1', type: 'library', name: 'a', version: '1' }
  for (const licenses of [[], [{ license: { id: 'GPL-3.0-only' } }]])
    expect(() =>
      makeLicences(packages, { ...sbom, components: [...sbom.components, { ...strange, licenses }] }),
    ).toThrow('Licences to examine (scripts/release/papers.ts): a@1')
})

it('serves without the packages of the client', async () => {
  const names = (await productionPackages('@showroom/server')).map(({ name }) => name)
  expect(names).toContain('fastify')
  expect(names).not.toContain('antd')
}, 60_000)
