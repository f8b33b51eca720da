import { auditEntry, exportList } from '../audit/audit.manager'
import { files } from '../file/file.manager'
import { privacy } from '../privacy/privacy.manager'
import { setting, stores } from '../setting/setting.manager'
import { smsTemplates } from '../sms/sms.manager'
import { system } from '../system/system.manager'
import { target } from '../target/target.manager'
import { leaves, members } from '../team/team.manager'
import { webhooks } from '../webhook/webhook.manager'
import { entriesFor } from './areaEntries'

/** The left menu of team management, in its order. */
export const managerMenuOf = entriesFor([
  members,
  target,
  files,
  smsTemplates,
  leaves,
  exportList,
  auditEntry,
  privacy,
  webhooks,
  setting,
  stores,
  system,
])
