/** Variables that the build adds to `import.meta.env`. */
interface ImportMetaEnv {
  /** The address of antd's rules (web/antdStyles.ts); undefined in development. */
  readonly ANTD_STYLES?: string
  /** The release in package.json; undefined in tests. */
  readonly RELEASE?: string
}
