import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')

/** The release that runs, from package.json. The web client compares it with its own (`web/src/api/release.ts`). */
export const release = (JSON.parse(manifest) as { version: string }).version
