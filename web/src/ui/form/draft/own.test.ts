import { describe, expect, it } from 'vitest'
import { createOwnDraft } from './own'
import type { DraftStore, SavedDraft, Saving } from './store'

/** A store whose saves stay pending until the test calls `answer`. */
function slowStore() {
  const saved: SavedDraft[] = []
  const dropped: Saving[] = []
  const answers: (() => void)[] = []
  const store: DraftStore = {
    read: () => Promise.resolve([]),
    save: (draft) => {
      saved.push(draft)
      return new Promise<void>((resolve) => answers.push(resolve))
    },
    drop: (which) => {
      dropped.push(which)
      return Promise.resolve()
    },
  }
  const answer = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve))
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { store, saved, dropped, answer }
}
const place = { form: 'customer.new', recordId: 0 } as const

describe('the draft of a window', () => {
  it('sends one save after another, each with its own revision', async () => {
    const { store, saved, answer } = slowStore()
    const own = createOwnDraft(store, place, '')
    const first = own.save({ name: '安' }, false)
    const second = own.save({ name: '安柏' }, false)
    await answer()
    expect(await first).toBe(true)
    expect(saved.map(({ revision }) => revision)).toEqual([1, 2])
    await answer()
    expect(await second).toBe(true)
  })

  it('is dropped once the form is saved, and a save still waiting is not sent after that', async () => {
    const { store, saved, dropped, answer } = slowStore()
    const own = createOwnDraft(store, place, '')
    void own.save({ name: '安' }, false)
    await Promise.resolve()
    const late = own.save({ name: '安柏' }, false)
    own.drop()
    await answer()
    expect(await late).toBe(true)
    expect(saved).toHaveLength(1)
    await answer()
    expect(dropped).toEqual([{ draftId: saved[0]?.draftId, revision: 1 }])
  })

  it('replaces the restored draft with its first save, not before', async () => {
    const { store, saved, answer } = slowStore()
    const own = createOwnDraft(store, place, '')
    const restored = { draftId: 'f'.repeat(32), revision: 4 }
    own.goOnWith(restored)
    expect(saved).toEqual([])
    const sent = own.save({ name: '安柏' }, false)
    await answer()
    await sent
    void own.save({ name: '安柏川' }, false)
    await answer()
    expect(saved.map(({ replaces }) => replaces)).toEqual([restored, undefined])
  })

  it('is dropped when the form is emptied, together with the restored one', async () => {
    const { store, dropped, answer } = slowStore()
    const own = createOwnDraft(store, place, '')
    const restored = { draftId: 'f'.repeat(32), revision: 4 }
    own.goOnWith(restored)
    expect(await own.save({}, false)).toBe(true)
    await answer()
    expect(dropped).toEqual([restored])
  })

  it('can be saved again after a failed save', async () => {
    const { store, saved, answer } = slowStore()
    const away: DraftStore['save'] = () => Promise.reject(new Error('away'))
    const own = createOwnDraft({ ...store, save: (...saving) => save(...saving) }, place, '')
    let save = away
    expect(await own.save({ name: '安' }, false)).toBe(false)
    save = store.save
    const again = own.save({ name: '安' }, false)
    await answer()
    expect(await again).toBe(true)
    expect(saved.map(({ revision }) => revision)).toEqual([2])
  })
})
