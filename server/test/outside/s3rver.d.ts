declare module '@20minutes/s3rver' {
  interface Options {
    readonly port: number
    readonly address: string
    readonly silent: boolean
    readonly directory: string
    readonly resetOnClose?: boolean
    readonly configureBuckets: readonly { readonly name: string }[]
  }
  /** An S3-compatible server: bucket operations, form posts, Signature Version 4. */
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
