import { setting } from '../setting/setting.manager'
import { exportList, files, leaves, members, smsTemplates } from '../team/team.manager'
import { entriesFor } from './areaEntries'

/** The left menu of team management, in its order. */
export const managerMenuOf = entriesFor([members, files, smsTemplates, leaves, exportList, setting])
