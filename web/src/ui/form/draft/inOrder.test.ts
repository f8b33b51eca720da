import { expect, it } from 'vitest'
import { inOrder } from './inOrder'
import type { LeftDraft, SavedDraft } from './store'

const place = { form: 'customer.new', recordId: 0 } as const
const draft: SavedDraft = {
  ...place,
  version: '',
  draftId: 'f'.repeat(32),
  revision: 2,
  content: { name: '安柏' },
}

/** A store whose save stays pending until the test resolves or rejects it. */
function slowStore() {
  const left: LeftDraft[] = []
  let arrive = (): void => undefined
  let fail = (): void => undefined
  const store = inOrder({
    read: () => Promise.resolve([...left]),
    save: (saved) =>
      new Promise<void>((resolve, reject) => {
        arrive = () => {
          left.push({ ...saved, updatedAt: 0 })
          resolve()
        }
        fail = () => reject(new Error('away'))
      }),
    drop: () => Promise.resolve(),
  })
  return { store, arrive: () => arrive(), fail: () => fail() }
}

it('reads a draft whose save is still under way', async () => {
  const { store, arrive } = slowStore()
  void store.save(draft, true)
  const content = store.read(place)
  arrive()
  expect(await content).toMatchObject([{ revision: 2, content: { name: '安柏' } }])
})

it('reads the draft before a failed save', async () => {
  const { store, fail } = slowStore()
  const saved = store.save(draft, true)
  const content = store.read(place)
  fail()
  await expect(saved).rejects.toThrow('away')
  expect(await content).toEqual([])
})
