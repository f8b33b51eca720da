import * as base from '@showroom/contract/base/base.api'
import type { VehicleTreeNode } from '@showroom/contract/base/base.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query'
import { vehicleTreeQuery } from '../../base/public'
import { contains } from '../../ui/found'

/** The catalogue: models with their configurations and colours. */

/** The configurations and colours of a model. Sends no request without a model. */
export function useSkus(modelId: number): { skus: readonly Sku[]; isLoading: boolean } {
  const { data, isFetching } = useQuery({
    ...queryOf(base.vehicleColor, { modelId }),
    staleTime: Infinity,
    enabled: modelId > 0,
  })
  return { skus: data?.data ?? none, isLoading: isFetching }
}

const none: readonly Sku[] = []

export interface CatalogueModel {
  readonly modelId: number
  readonly seriesId: number
  readonly brand: string
  readonly series: string
  readonly name: string
  /** Yuan; 0 if there is none. */
  readonly guidePrice: number
  /** True if the model or its series is switched off. It is still named in existing orders but cannot be chosen. */
  readonly isOff: boolean
  /** Searched text: names and codes. */
  readonly words: string
}

/** The models of the tree, series by series. */
export const modelsOf = (tree: readonly VehicleTreeNode[]): CatalogueModel[] =>
  tree.flatMap((series) =>
    series.children.map((model) => ({
      modelId: model.value,
      seriesId: series.value,
      brand: series.brandName,
      series: series.label,
      name: model.label,
      guidePrice: model.price,
      isOff: Boolean(series.isOff ?? model.isOff),
      words: [
        series.brandName,
        series.label,
        model.label,
        series.code,
        model.code,
        ...model.children.flatMap(({ label, code }) => [label, code]),
      ].join(' '),
    })),
  )

/** Models whose names or codes contain every search word. */
export function findModels(models: readonly CatalogueModel[], key: string): CatalogueModel[] {
  const words = key.split(/\s+/)
  return models.filter((model) => words.every((word) => contains(model.words, word)))
}

export function useModels() {
  const { data, isPending } = useQuery({ ...vehicleTreeQuery(), select: ({ data: tree }) => modelsOf(tree) })
  return { models: data ?? [], isPending }
}

export type Sku = AnswerOf<typeof base.vehicleColor>['data'][number]

/** `豪华版 · 珍珠白`: configuration and colour. */
export const skuText = ({ configurationName, color }: Pick<Sku, 'configurationName' | 'color'>): string =>
  [configurationName, color].filter(Boolean).join(' · ')
