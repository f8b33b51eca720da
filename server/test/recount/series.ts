import type { App } from '../../src/app.ts'

/** Series of `/metrics` by name, each with its labels and its value. */
export type Series = ReadonlyMap<
  string,
  readonly { readonly labels: Record<string, string>; readonly value: number }[]
>

export function seriesOf(text: string): Series {
  const series = new Map<string, { labels: Record<string, string>; value: number }[]>()
  for (const [, name = '', inner = '', value] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? (\S+)$/gm)) {
    const labels = Object.fromEntries(
      [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', of = '']) => [label, of]),
    )
    series.set(name, [...(series.get(name) ?? []), { labels, value: Number(value) }])
  }
  return series
}
export const scrape = async (node: App): Promise<Series> =>
  seriesOf((await node.http.inject('/metrics')).body)
export const valueOf = (
  series: Series,
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  series
    .get(name)
    ?.find((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))?.value
