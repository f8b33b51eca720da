import { z } from 'zod'
import { dealerId, OptionalId, Seconds } from '../kernel/wire.ts'
import { draftFormNames, draftMaxLength, draftsOffered } from '../kernel/drafts.ts'

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()])
const listOrObjectOf = <Inner extends z.ZodType>(inner: Inner) =>
  z.union([Plain, z.array(inner), z.record(z.string().max(60), inner)])

/** Deepest value of a field: a list of lines, each with a choice of several steps. */
const FieldValue = listOrObjectOf(listOrObjectOf(listOrObjectOf(Plain)))

/** Typed input by the form's field names; null for a field that was cleared. */
export const DraftContent = z
  .record(z.string().max(60), FieldValue)
  .refine((content) => JSON.stringify(content).length <= draftMaxLength, '填写的内容过长，无法存为草稿')
export type DraftContent = z.infer<typeof DraftContent>

/** 128 random bits per window with the open form, so that two windows never write the same draft. */
const DraftId = z.string().regex(/^[0-9a-f]{32}$/)
/** Counts the window's saves of the draft, from 1. */
const Revision = z.number().int().min(1).max(1_000_000)

const Which = z.object({ draftId: DraftId, revision: Revision })

const ofForm = { form: z.enum(draftFormNames), recordId: OptionalId }
/** Client-defined version of the record the form was opened on; empty without a record. */
const version = z.string().max(100).default('')

export const ReadDrafts = z.object({ dealerId, ...ofForm })

export const Draft = Which.extend({ version: z.string(), content: DraftContent, updatedAt: Seconds })
export type Draft = z.infer<typeof Draft>

export const ReadDraftsAnswer = z.object({
  /** The member's own drafts, newest first. */
  data: z.array(Draft).max(draftsOffered),
})

export const SaveDraft = Which.extend({
  dealerId,
  ...ofForm,
  version,
  content: DraftContent,
  /** Draft that this one continues; it is deleted unless another window has saved it since. */
  replaces: Which.optional(),
})

/** Deletes a draft unless it was saved again after that revision. */
export const DropDraft = Which.extend({ dealerId })
