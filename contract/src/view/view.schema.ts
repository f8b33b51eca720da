import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { holdsNumber } from '../kernel/text.ts'
import { dealerId, Id, OptionalId, required } from '../kernel/wire.ts'
import { everyList, listNames, mostPinned, viewNameMax } from './view.rules.ts'

const List = z.enum(listNames)
const SetListName = z.enum([...listNames, everyList])

/** A phone number in a name would be disclosed to everyone the view is shared with. */
const Name = required('请输入视图名称', viewNameMax).refine(
  (name) => !holdsNumber(name),
  '视图名称不能包含号码',
)

/**
 * Filters and sort order of a list, by the keys of its URL: codes, ids, levels, ranges of days. Keywords are excluded, as they may be a
 * name or number. A list drops unknown keys when the view is opened.
 */
export const ViewSearch = z
  .record(
    z.string().regex(/^[a-z]{1,8}$/),
    z.union([
      z.number().int().min(0).max(9_999_999_999),
      z.string().regex(/^(?!.*\d{11})[\dA-Za-z,-]{1,400}$/),
    ]),
  )
  .refine((search) => Object.keys(search).length <= 40, '筛选条件过多')
export type ViewSearch = z.infer<typeof ViewSearch>

/** Columns in order, with their settings. */
export const Columns = z
  .array(
    z.object({
      key: z.string().regex(/^[A-Za-z]{1,30}$/),
      /** Width in pixels; default width if absent. */
      width: z.number().int().min(40).max(800).optional(),
      isHidden: z.boolean().optional(),
    }),
  )
  .max(60)
export type Columns = z.infer<typeof Columns>

const content = {
  list: List,
  name: z.string(),
  search: ViewSearch,
  columns: Columns,
  roles: z.array(z.number()),
}

export const View = z.object({
  viewId: z.number(),
  ...content,
  /** Own view, or one shared by another member. */
  isOwn: z.boolean(),
  ownerName: z.string(),
})
export type View = z.infer<typeof View>

/** A member's settings for one list, or for every list. */
export const ListSetting = z.object({
  list: SetListName,
  columns: Columns,
  /** Rows per page; 0 for the size of every list, or the default. */
  pageCount: z.number(),
  /** Pinned views in order; null while the member has not chosen, which pins the built-in ones. */
  pinned: z.array(z.number()).nullable(),
  /** View that the list opens with; 0 for none. */
  defaultView: z.number(),
})
export type ListSetting = z.infer<typeof ListSetting>

export const GetViews = z.object({ dealerId })
export const GetViewsAnswer = z.object({ views: z.array(View), settings: z.array(ListSetting) })
export type Views = z.infer<typeof GetViewsAnswer>

export const SaveView = z.object({
  dealerId,
  /** 0 for a new view. */
  viewId: OptionalId,
  list: List,
  name: Name,
  search: ViewSearch,
  columns: Columns.default([]),
  /** Roles the view is shared with. */
  roles: codeOf(
    'dealerMemberRoles',
    z.array(z.number().int().min(1).max(99)).max(20).default([]),
    '岗位不存在，请重新选择',
    { takesStopped: true },
  ),
})
export const SaveViewAnswer = z.object({ viewId: z.number() })

export const RemoveView = z.object({ dealerId, viewId: Id })
export const RemoveViewAnswer = z.object({ undoId: z.number() })

/** Absent fields stay unchanged. */
export const SetList = z.object({
  dealerId,
  list: SetListName,
  columns: Columns.optional(),
  pageCount: z.literal([0, 10, 20, 30, 50]).optional(),
  pinned: z.array(Id).max(mostPinned, `最多固定${mostPinned}个视图`).optional(),
  defaultView: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
