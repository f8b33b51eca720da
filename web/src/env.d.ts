/** What the build puts into `import.meta.env` beside Vite's own. */
interface ImportMetaEnv {
  /** The address of antd's rules (web/antdStyles.ts); none in development. */
  readonly ANTD_STYLES?: string
}
