/** Variables that the build adds to `import.meta.env`. */
interface ImportMetaEnv {
  /** The release in package.json; undefined in tests. */
  readonly RELEASE?: string
}
