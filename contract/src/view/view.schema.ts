import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { holdsNumber } from '../kernel/text.ts'
import { dealerId, Id, OptionalId, required } from '../kernel/wire.ts'
import { listNames, mostPinned, viewNameMax } from './view.rules.ts'

const List = z.enum(listNames)

/** A number in a name would be told to everybody whom the view is shared with. */
const Name = required('请输入视图名称', viewNameMax).refine(
  (name) => !holdsNumber(name),
  '视图名称不能包含号码',
)

/**
 * What a list is filtered by and sorted, by the keys of its address: codes, ids, levels, ranges of days. A keyword is none of it: it may be
 * a name or a number. A list drops what it does not know when the view is opened.
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

/** Columns in their order, with what was chosen of each. */
export const Columns = z
  .array(
    z.object({
      key: z.string().regex(/^[A-Za-z]{1,30}$/),
      /** In pixels; as usual where it is not told. */
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
  /** Whose it is: one's own, or somebody's who shares it. */
  isOwn: z.boolean(),
  ownerName: z.string(),
})
export type View = z.infer<typeof View>

/** How a member has one list. */
export const ListSetting = z.object({
  list: List,
  columns: Columns,
  /** Rows a page; 0 as usual. */
  pageCount: z.number(),
  /** The views above the list, in order; nothing while the member has not chosen: those that the product brings along. */
  pinned: z.array(z.number()).nullable(),
  /** The view that the list opens with; 0 for none. */
  defaultView: z.number(),
})
export type ListSetting = z.infer<typeof ListSetting>

export const GetViews = z.object({ dealerId })
export const GetViewsAnswer = z.object({ views: z.array(View), settings: z.array(ListSetting) })
export type Views = z.infer<typeof GetViewsAnswer>

export const SaveView = z.object({
  dealerId,
  /** 0 for a new one. */
  viewId: OptionalId,
  list: List,
  name: Name,
  search: ViewSearch,
  columns: Columns.default([]),
  /** The roles that it is shared with. */
  roles: codeOf(
    'dealerMemberRoles',
    z.array(z.number().int().min(1).max(99)).max(20).default([]),
    '角色不存在，请重新选择',
  ),
})
export const SaveViewAnswer = z.object({ viewId: z.number() })

export const RemoveView = z.object({ dealerId, viewId: Id })
export const RemoveViewAnswer = z.object({ undoId: z.number() })

/** What is not told stays as it is. */
export const SetList = z.object({
  dealerId,
  list: List,
  columns: Columns.optional(),
  pageCount: z.literal([0, 10, 20, 30, 50]).optional(),
  pinned: z.array(Id).max(mostPinned, `最多固定${mostPinned}个视图`).optional(),
  defaultView: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
