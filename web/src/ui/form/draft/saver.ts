import { createFields } from './content'
import { createOwnDraft, dropDraft } from './own'
import type { Content, LeftDraft } from './store'
import { createTyping } from './typing'
import type { DraftState, DraftSaver, Kept } from './types'

/** Saves the input of one open form as a draft, and restores an earlier draft. */
export function createDraftSaver(source: Kept): DraftSaver {
  const { store, isDirty } = source
  const shelf = createShelf(source)
  const own = createOwnDraft(store, shelf.place, shelf.version)
  const typing = createTyping({
    own,
    typed: shelf.fields.typed,
    isDirty: () => isDirty() && !shelf.viewing,
    tell: (isKept) => source.tell(isKept ? (shelf.standing() ?? { kind: 'kept' }) : { kind: 'failed' }),
  })
  const giveUp = (): void => {
    typing.giveUp()
    source.markDirty(false)
  }
  const goOnWith = (draft: LeftDraft): void => {
    own.goOnWith(draft)
    shelf.take(draft)
    source.markDirty(true)
  }
  const look = async (): Promise<void> => {
    const first = shelf.put(await store.read(shelf.place))
    if (typing.isOver() || !first) return
    if (first.version !== shelf.version || isDirty()) return shelf.offer()
    source.opened()
    shelf.show(first)
    goOnWith(first)
  }
  // If reading fails, the form works as if there were no draft.
  look().catch(() => undefined)

  const act: DraftSaver['act'] = {
    drop() {
      const first = shelf.first()
      if (shelf.standing()?.kind === 'offered' && first) {
        void dropDraft(store, first)
        return shelf.skip()
      }
      shelf.clear()
      giveUp()
    },
    undo() {
      shelf.restore()
      source.markDirty(true)
      typing.changed()
      void typing.keep()
    },
    view() {
      const first = shelf.first()
      if (!first) return
      shelf.viewing = typing.keep()
      shelf.show(first)
      shelf.stand({ kind: 'viewed', at: first.updatedAt, fields: Object.keys(first.content) })
    },
    take() {
      const first = shelf.first()
      shelf.viewing = undefined
      if (!first) return
      goOnWith(first)
      // From now on it is a draft of the record's present version.
      typing.changed()
    },
    back() {
      shelf.viewing = undefined
      shelf.restore()
      shelf.offer()
    },
  }
  return {
    act,
    changed() {
      if (shelf.standing()?.kind === 'dropped') shelf.stand(undefined)
      typing.changed()
    },
    keep: () => shelf.viewing ?? typing.keep(),
    isKept: typing.isKept,
    snapshot: () => own.snapshot(shelf.fields.typed()),
    end() {
      giveUp()
      shelf.stand(undefined)
    },
    stop: typing.stop,
  }
}

/** The drafts found when the form opened, and the one shown in its fields. */
function createShelf(source: Kept) {
  const { form, record } = source.options
  const place = { form, recordId: record?.id ?? 0 }
  const fields = createFields(source)
  const version = record?.version ?? ''
  /** Newest first. */
  let left: readonly LeftDraft[] = []
  /** The state shown beside the form until the user acts on it. */
  let standing: DraftState | undefined
  /** The field values before a draft was shown in them, or the discarded values. */
  let before: Content = {}

  const stand = (state: DraftState | undefined): void => {
    standing = state
    source.tell(state)
  }
  const offer = (): void => {
    const [first] = left
    stand(first && { kind: 'offered', at: first.updatedAt, isOld: first.version !== version })
  }
  return {
    fields,
    place,
    version,
    stand,
    standing: () => standing,
    /** Set while a draft is viewed: the pending save of the input before it. */
    viewing: undefined as Promise<boolean> | undefined,
    first: (): LeftDraft | undefined => left[0],
    put: (drafts: readonly LeftDraft[]): LeftDraft | undefined => {
      left = drafts
      return left[0]
    },
    offer,
    skip: (): void => {
      left = left.slice(1)
      offer()
    },
    show: ({ content }: LeftDraft): void => {
      before = fields.now(Object.keys(content))
      fields.fill(content)
    },
    take: (draft: LeftDraft): void => {
      left = left.filter((one) => one !== draft)
      stand({ kind: 'restored', at: draft.updatedAt })
    },
    /** Resets all fields that the user or a draft has filled. */
    clear: (): void => {
      const given = fields.typed()
      fields.fill({ ...source.opened(), ...before }, Object.keys({ ...given, ...before }))
      before = given
      stand({ kind: 'dropped', nextAt: left[0]?.updatedAt ?? 0 })
    },
    restore: (): void => {
      fields.fill(before)
      stand(undefined)
    },
  }
}
