import { exportList, files, leaves, members, setting, smsTemplates } from '../team/team.manager'
import { entriesFor } from './areaEntries'

/** The left menu of team management, in its order. */
export const managerMenuOf = entriesFor([members, files, smsTemplates, leaves, exportList, setting])
