import { z } from 'zod'
import { dealerId, OptionalId, Seconds } from '../kernel/wire.ts'
import { draftFormNames, draftMaxLength, draftsOffered } from '../kernel/drafts.ts'

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()])
const listOrObjectOf = <Inner extends z.ZodType>(inner: Inner) =>
  z.union([Plain, z.array(inner), z.record(z.string().max(60), inner)])

/** What a field can hold: no form nests deeper than a list of lines with a choice of several steps in each. */
const FieldValue = listOrObjectOf(listOrObjectOf(listOrObjectOf(Plain)))

/** What was typed, by the form's own field names; null for a field that was emptied. */
export const DraftContent = z
  .record(z.string().max(60), FieldValue)
  .refine((content) => JSON.stringify(content).length <= draftMaxLength, '填写的内容过长，无法存为草稿')
export type DraftContent = z.infer<typeof DraftContent>

/** 128 random bits of the window that the form is open in: two windows never write the same draft. */
const DraftId = z.string().regex(/^[0-9a-f]{32}$/)
/** Counts the window's savings of it, from 1. */
const Revision = z.number().int().min(1).max(1_000_000)

const Which = z.object({ draftId: DraftId, revision: Revision })

const ofForm = { form: z.enum(draftFormNames), recordId: OptionalId }
/** What state of the record the form opened on, in the client's words; empty without a record. */
const version = z.string().max(100).default('')

export const ReadDrafts = z.object({ dealerId, ...ofForm })

export const Draft = Which.extend({ version: z.string(), content: DraftContent, updatedAt: Seconds })
export type Draft = z.infer<typeof Draft>

export const ReadDraftsAnswer = z.object({
  /** One's own, newest first. */
  data: z.array(Draft).max(draftsOffered),
})

export const SaveDraft = Which.extend({
  dealerId,
  ...ofForm,
  version,
  content: DraftContent,
  /** The draft that this one goes on from: it goes, unless another window has saved it since. */
  replaces: Which.optional(),
})

/** Goes, unless it was saved again since that revision. */
export const DropDraft = Which.extend({ dealerId })
