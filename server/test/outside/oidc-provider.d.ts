declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The part of the provider that the tests set and use. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): RequestListener
  }
}
