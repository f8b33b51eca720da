const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `812 B`, `56 KB`, `1.2 MB`, as in file managers. */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toFixed(unit < 2 ? 0 : 1)} ${units[unit]}`
}
