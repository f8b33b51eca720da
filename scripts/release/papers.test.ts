import { expect, it } from 'vitest'
import { productionPackages } from './packages.ts'
import { makeLicences, makeSbom } from './papers.ts'

const made = new Date('2026-01-01T00:00:00Z')

it('lists the packages of server and client, Node and PostgreSQL, and no tool', async () => {
  const packages = await productionPackages()
  const sbom = await makeSbom(packages, made)
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'antd', 'react', 'node.js', 'postgresql']))
  for (const tool of ['vitest', 'typescript', 'vite', 'oxlint', '@types/node'])
    expect(names).not.toContain(tool)
  expect(sbom.components).toHaveLength(new Set(sbom.components.map((one) => one['bom-ref'])).size)
  for (const { name, version } of packages)
    expect(sbom.components.map((one) => one['bom-ref'])).toContain(`${name}@${version}`)
  expect(await makeSbom(packages, made)).toEqual(sbom)
})

it('names the licence of each package, and stops at one that is not accepted', async () => {
  const packages = await productionPackages()
  const sbom = await makeSbom(packages, made)
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
})
