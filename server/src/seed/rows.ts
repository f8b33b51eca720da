import type { LeadForm } from '@showroom/contract/lead/handle.schema'

/** Rows of the customer tables as the demo stories write them; keys are column names. */

export interface CustomerRow {
  dealer_id: number
  id: number
  name: string
  mobile: string
  second_phone: string
  weixin: string
  gender: number
  type: number
  company_name: string
  tags: string
  province: string
  city: string
  area: string
  address: string
  identify_type: number
  identify_no: string
  birthday: string | null
  is_wecom: boolean
  current_deal_id: number
  created_at: Date
  created_by: number
}

export interface DealRow {
  dealer_id: number
  id: number
  customer_id: number
  is_current: boolean
  superseded_at: Date | null
  owner_id: number
  level: string
  level_before: string
  from_source: number
  other_source: number
  business_type: number
  budget: number
  buy_count: number
  buy_province: string
  buy_city: string
  buy_area: string
  is_remote: number
  buycar_on: string | null
  is_replace: boolean
  series_ids: number[]
  competitor_series_ids: number[]
  old_series_id: number | null
  proof_images: string[]
  remark: string
  system_tags: string[]
  created_at: Date
  created_by: number
  last_follow_at: Date
  follow_count: number
  next_follow_at: Date | null
  next_activity_type: number
  arrived_at: Date | null
  arrival_kind: number
  test_driven_at: Date | null
  smart_driven_at: Date | null
  ordered_at: Date | null
  delivered_at: Date | null
  deliver_planned_on: string | null
  pay_type: number
  fail_reason: number
  failed_at: Date | null
  cross_recall: number
  waiting_fail_review: boolean
  suspended_at: Date | null
  resume_duration: number
  resume_at: Date | null
}

export interface ActivityRow {
  dealer_id: number
  id: number
  customer_id: number
  deal_id: number
  owner_id: number
  type: number
  due_at: Date
  test_series_id: number | null
  created_at: Date
  completed_at: Date | null
  cancelled_at: Date | null
  completed_type: number | null
  completed_by: number | null
  result: object | null
  /** Length of an appointment by the hour; null while only the day is agreed. */
  minutes: number | null
  test_car_id: number | null
  kept: boolean | null
  kept_owner_id: number | null
}

export interface CarRow {
  dealer_id: number
  id: number
  series_id: number
  plate: string
  opens_at: number
  closes_at: number
  created_at: Date
}

export interface DriveRow {
  dealer_id: number
  activity_id: number
  car_id: number
  agreement: number
  out_at: Date
  out_km: number
  back_at: Date | null
  back_km: number | null
}

/** Paper of a handover, without a photo of the licence. */
export interface PaperRow {
  dealer_id: number
  customer_id: number
  activity_id: number
  version: number
  signature_key: string
  handed_at: Date
}

export interface AppointmentEventRow {
  dealer_id: number
  activity_id: number
  kind: number
  at: Date
}

/** A customer with an appointment who came today. */
export interface Arrival {
  dealer_id: number
  customer_id: number
  receiver_id: number
  /** Epoch seconds. */
  came_at: number
  /** Still there, on a test drive. */
  stays: boolean
}

export interface TimelineRow {
  dealer_id: number
  id: number
  customer_id: number
  deal_id: number
  created_at: Date
  member_id: number
  owner_name: string
  level: string
  type: number
  subject: string
  content: string
  lead_id: number
  call_id: number
  share_id: number
  order_id: number
  order_status: number
  /** Key of the recording; empty without one. */
  audio_key: string
  image_keys?: readonly string[]
}

export interface CallRecordRow {
  dealer_id: number
  id: number
  customer_id: number
  member_id: number
  started_at: Date
  seconds: number
  audio_key: string
  /** JSON text. */
  transcript: string
}

export interface TestShareRow {
  dealer_id: number
  id: number
  customer_id: number
  series_id: number
  driven_at: Date
  /** JSON text. */
  report: string
}

export interface DefeatRow {
  dealer_id: number
  customer_id: number
  deal_id: number
  requested_by: number
  requested_at: Date
  reason: number
  sub_reason: number
  dealer_name: string
  series_id: number | null
  purchase_reasons: number[]
  province: string
  city: string
  remark: string
  follow_times: number
  state: number
  cross_recall: number
  reviewed_by: number | null
  reviewed_at: Date | null
  review_remark: string
  owner_id: number | null
  revived_at: Date | null
}

export interface SuspensionRow {
  dealer_id: number
  customer_id: number
  deal_id: number
  owner_id: number
  member_id: number
  began_at: Date
  days: number
}

export interface OrderRow {
  dealer_id: number
  id: number
  order_no: string
  customer_id: number
  deal_id: number
  owner_id: number
  status: number
  business_type: number
  payment_type: number
  payment_fen: number
  payment_amount_fen: number
  total_amount_fen: number
  contract_no: string
  car_license_type: number
  car_license_city: string
  deliver_on: string
  customer_type: number
  name: string
  contact_name: string
  phone: string
  license_type: number
  license_number: string
  province: string
  city: string
  area: string
  address: string
  next_follow_at: Date | null
  remark: string
  cancel_reason: string
  cancel_remark: string
  reject_reason: string
  submitted_at: Date | null
  reviewed_at: Date | null
  reviewed_by: number | null
  delivered_at: Date | null
  approved_owner_id: number | null
  delivered_owner_id: number | null
  cancelled_at: Date | null
  created_at: Date
  created_by: number
  line_count: number
  /** Series and models of its lines, in their order. */
  series_ids: number[]
  model_ids: number[]
}

export interface OrderLineRow {
  dealer_id: number
  order_id: number
  sub_order_no: string
  series_id: number
  model_id: number
  sku_id: number
  color: string
  quantity: number
  price_fen: number
  status: number
  cancelled_quantity: number
  /** Vehicles the manufacturer has assigned. */
  vins: string[]
}

export interface LeadRow {
  dealer_id: number
  id: number
  external_id: string
  source_id: number
  status: number
  clear_status: number
  name: string
  mobile: string
  series_id: number | null
  province: string
  city: string
  remark: string
  clue_level: number
  facts: Readonly<Record<string, string | number>>
  is_repeat: boolean
  customer_id: number | null
  deal_id: number | null
  owner_id: number | null
  clear_seconds: number | null
  follow_seconds: number | null
  created_at: Date
  cleared_at: Date | null
  cleared_by: number | null
  assigned_at: Date | null
  first_follow_at: Date | null
  is_remote: number
  last_task: number
  no_contact_times: number
  invalid_reason: number
  clear_remark: string
  /** Form filled in when the lead was cleaned, kept while it has no owner. */
  form: LeadForm | null
}

export interface LeadEventRow {
  dealer_id: number
  lead_id: number
  created_at: Date
  member_id: number
  handle_name: string
  result: string
  follow_name: string
  remark: string
}

export interface GroupMobileRow {
  group_id: number
  mobile: string
  dealer_id: number
}

export interface WecomContactRow {
  dealer_id: number
  mobile: string
  name: string
  added_by: number
  added_at: Date
}

/** All rows the stories have written. */
export class Ledger {
  readonly customers: CustomerRow[] = []
  readonly deals: DealRow[] = []
  readonly activities: ActivityRow[] = []
  readonly cars: CarRow[] = []
  readonly drives: DriveRow[] = []
  readonly papers: PaperRow[] = []
  readonly appointmentEvents: AppointmentEventRow[] = []
  readonly arrivals: Arrival[] = []
  readonly timeline: TimelineRow[] = []
  readonly defeats: DefeatRow[] = []
  readonly suspensions: SuspensionRow[] = []
  readonly orders: OrderRow[] = []
  readonly lines: OrderLineRow[] = []
  readonly leads: LeadRow[] = []
  readonly leadEvents: LeadEventRow[] = []
  readonly calls: CallRecordRow[] = []
  readonly shares: TestShareRow[] = []
}
