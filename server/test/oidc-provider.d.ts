declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** As much of the provider as the tests set and use. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): RequestListener
  }
}
